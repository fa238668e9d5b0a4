/** A server for the published embeddings APIs of OpenAI (POST …/embeddings) and Azure OpenAI, in which tests can inject faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type EmbeddingsRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly input: readonly string[];
    readonly model?: string;
    readonly encoding_format?: string;
    readonly dimensions?: number;
  };
};

/** Answers instead of the API; the API answers if this returns undefined or false. */
export type Fault = (request: EmbeddingsRequest, response: ServerResponse) => Promise<boolean | void> | boolean | void;

export type EmbeddingsApi = {
  readonly url: string;
  readonly requests: EmbeddingsRequest[];
  /** Each request takes one from the front until none is left. */
  readonly faults: Fault[];
  /** The largest number of requests that were in progress at once. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
};

export type ApiOptions = {
  readonly dimensions?: number;
  /** Answers with floats even if base64 is requested, as some servers do. */
  readonly floatsOnly?: boolean;
  readonly shuffled?: boolean;
  readonly delayMs?: number;
};

/** Returns the API's vector of a text: it distinguishes texts, and is not normalised. */
export function rawVector(text: string, dimensions: number): number[] {
  let seed = 7;
  for (const character of text) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return Array.from({ length: dimensions }, (_, index) => Math.fround(Math.sin(seed * (index + 1)) * 3));
}

export async function startEmbeddingsApi(options: ApiOptions = {}): Promise<EmbeddingsApi> {
  const { dimensions = 8, floatsOnly = false, shuffled = false, delayMs = 0 } = options;
  const requests: EmbeddingsRequest[] = [];
  const faults: Fault[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(incoming)) as EmbeddingsRequest['body'];
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    atOnce++;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    try {
      const fault = faults.shift();
      if (fault !== undefined && (await fault(request, response)) !== false) return;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (body.input.length === 0 || body.input.includes('')) {
        refuse(response, 400, { code: null, type: 'invalid_request_error', message: "'$.input' is invalid." });
        return;
      }
      const base64 = body.encoding_format === 'base64' && !floatsOnly;
      const data = body.input.map((text, index) => {
        const vector = rawVector(text, body.dimensions ?? dimensions);
        const bytes = Buffer.from(Float32Array.from(vector).buffer);
        return { object: 'embedding', index, embedding: base64 ? bytes.toString('base64') : vector };
      });
      if (shuffled) data.reverse();
      const usage = { prompt_tokens: body.input.length, total_tokens: body.input.length };
      send(response, 200, { object: 'list', data, model: body.model, usage });
    } finally {
      atOnce--;
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    mostAtOnce: () => mostAtOnce,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with an error in OpenAI's format. */
export function refuse(
  response: ServerResponse,
  status: number,
  error: { readonly message: string; readonly type?: string | null; readonly code?: string | null },
  headers?: Readonly<Record<string, string>>,
): void {
  send(response, status, { error: { type: null, param: null, code: null, ...error } }, headers);
}
