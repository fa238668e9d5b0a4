/** An embedder that uses an embeddings API: texts of concurrent calls share requests. */
import { GATHER_MS, REQUEST } from '../../policy/embedding.ts';
import type { Embedder, EmbedderIdentity } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { gathered } from '../gathered.ts';
import { askEndpoint, type Endpoint } from './ask-endpoint.ts';
import { isOfRequest, toRecordaError, type SettingNames } from './endpoint-error.ts';
import { patient } from './patient.ts';

const LAST_ASCII = 0x7f;
const LAST_TWO_BYTE = 0x7ff;
/** The most bytes of UTF-8 for one UTF-16 unit. */
const BYTES_PER_UNIT = 3;

export type EndpointEmbedderOptions = {
  readonly identity: EmbedderIdentity;
  readonly endpoint: Endpoint;
  /** The number of bytes of a text that are embedded. */
  readonly textBytes: number;
  readonly settings: SettingNames;
  readonly log: Log;
};

/** Rejects with BACKEND_UNAVAILABLE if the endpoint returns no vectors. A text without a word gets the zero vector. */
export function endpointEmbedder({ identity, endpoint, textBytes, settings, log }: EndpointEmbedderOptions): Embedder {
  const patiently = patient(log);
  const embed = gathered(
    {
      run: async (texts, signal) => patiently(async () => askEndpoint(endpoint, texts, signal), signal),
      mayBeOfOneText: isOfRequest,
    },
    { ...REQUEST, gatherMs: GATHER_MS },
  );
  return {
    identity,
    async embed(texts, call) {
      const heads = texts.map((text) => clippedText(text, textBytes));
      try {
        // APIs refuse the empty text, and some refuse blank ones.
        const vectors = await embed(heads.filter(isWorded), call);
        let next = 0;
        return heads.map((head) =>
          isWorded(head) ? (vectors[next++] as Float32Array) : new Float32Array(identity.dimensions),
        );
      } catch (error) {
        throw toRecordaError(error, settings);
      }
    },
  };
}

function isWorded(text: string): boolean {
  return text.trim() !== '';
}

/** Returns the text, or its start of at most `maxBytes` of UTF-8, without splitting a character. */
function clippedText(text: string, maxBytes: number): string {
  if (text.length * BYTES_PER_UNIT <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function bytesOf(character: string): number {
  if (character.length > 1) return 4;
  const unit = character.charCodeAt(0);
  return unit <= LAST_ASCII ? 1 : unit <= LAST_TWO_BYTE ? 2 : BYTES_PER_UNIT;
}
