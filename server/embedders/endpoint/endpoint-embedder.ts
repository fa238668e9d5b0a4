/** An embeddings API behind the port: texts of calls that come together share requests. */
import { GATHER_MS, REQUEST } from '../../policy/embedding.ts';
import type { Embedder, EmbedderIdentity } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { clippedText } from '../clipped-text.ts';
import { gathered } from '../gathered.ts';
import { askEndpoint, type Endpoint } from './ask-endpoint.ts';
import { isOfRequest, toRecordaError, type SettingNames } from './endpoint-error.ts';
import { patient } from './patient.ts';

export type EndpointEmbedderOptions = {
  readonly identity: EmbedderIdentity;
  readonly endpoint: Endpoint;
  /** How many bytes of a text are embedded. */
  readonly textBytes: number;
  readonly settings: SettingNames;
  readonly log: Log;
};

/** Rejects with BACKEND_UNAVAILABLE where the endpoint gives no vectors. A text without a word in it gets the zero vector. */
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
