/**
 * A stand-in for Azure AI Search: a server on loopback that implements the part of the published REST interface that Recorda uses. It
 * checks bodies in both directions against the specification's schemas, and refuses what it does not implement.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contractFault, type BodyName } from './contract.ts';
import { failedResult, failing, faults, type Fault } from './faults.ts';
import { completed, updated, type Definition } from './index-definition.ts';
import { searchDocuments, selected, type SearchRequest } from './search-documents.ts';
import { ServiceError } from './service-error.ts';
import { storedDocuments, type IndexAction, type StoredDocuments } from './stored-documents.ts';

export type SearchStandIn = {
  readonly endpoint: string;
  readonly key: string;
  /** Sets how long a change takes from being accepted to being visible in searches. */
  setLag(ms: number): void;
  /** Limits the documents in one answer of a search; the answer says how to continue. */
  setPageLimit(documents: number): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Requests since the start, like `POST /indexes('x')/docs/search.post.search`. */
  readonly requests: readonly string[];
  /** Violations of the contract, in requests and in answers. */
  readonly breaches: readonly string[];
  /** Accepts no more connections and cuts the existing ones; `open` undoes this. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
};

type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly schema?: BodyName;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type Index = { definition: Definition; etag: string; readonly documents: StoredDocuments };
type Asked = {
  readonly method: string;
  readonly path: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

const VERSIONS = ['2024-07-01', '2025-09-01', '2026-04-01'];
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_ACTIONS = 1000;
/** The service keeps idle connections open for longer than Node does by default. */
const KEEP_ALIVE_MS = 120_000;

export async function startSearchStandIn(key = 'stand-in key'): Promise<SearchStandIn> {
  const indexes = new Map<string, Index>();
  const requests: string[] = [];
  const breaches: string[] = [];
  const planned = faults();
  let lagMs = 0;
  let pageLimit = MOST_ACTIONS;
  let isShut = false;
  let etags = 0;

  function indexOf(name: string): Index {
    const index = indexes.get(name);
    if (index === undefined)
      throw new ServiceError(404, '', `No index with the name '${name}' was found in the service.`);
    return index;
  }

  function keep(definition: Definition): Index {
    etags += 1;
    const known = indexes.get(definition.name);
    const etag = `"0x${etags.toString(16).toUpperCase()}"`;
    if (known !== undefined) {
      known.definition = definition;
      known.etag = etag;
      return known;
    }
    const index: Index = {
      definition,
      etag,
      documents: storedDocuments(
        () => index.definition,
        () => lagMs,
        () => performance.now(),
      ),
    };
    indexes.set(definition.name, index);
    return index;
  }

  const described = ({ definition, etag }: Index, status: number): Answer => ({
    status,
    body: { '@odata.etag': etag, ...definition },
    schema: 'SearchIndex',
    headers: { etag },
  });

  function createIndex({ body }: Asked): Answer {
    const definition = read<Definition>('SearchIndex', body);
    if (indexes.has(definition.name))
      throw new ServiceError(409, 'ResourceNameAlreadyInUse', 'There is such an index.');
    return described(keep(completed(withoutEtag(definition))), 201);
  }

  function putIndex(name: string, { body, headers }: Asked): Answer {
    const definition = withoutEtag(read<Definition>('SearchIndex', body));
    if (headers['prefer'] !== 'return=representation')
      throw new ServiceError(400, '', 'PUT needs Prefer: return=representation');
    if (definition.name !== name) throw new ServiceError(400, '', 'The index is called otherwise.');
    const known = indexes.get(name);
    const isOther = headers['if-match'] !== undefined && headers['if-match'] !== known?.etag;
    const isThere = headers['if-none-match'] === '*' && known !== undefined;
    if (isOther || isThere) throw new ServiceError(412, '', 'The precondition given in the request was not met.');
    if (known === undefined) return described(keep(completed(definition)), 201);
    return described(keep(updated(known.definition, definition)), 200);
  }

  function writeDocuments({ documents }: Index, path: string, { body }: Asked): Answer {
    const { value: actions } = read<{ value: readonly IndexAction[] }>('IndexBatch', body);
    if (actions.length > MOST_ACTIONS) throw new ServiceError(400, '', 'Only 1000 actions may be indexed at once.');
    for (const action of actions) documents.checkKnown(action);
    const partial = planned.next(path, 'partial');
    const value = actions.map((action, index) => {
      const documentKey = String(action['key'] ?? action['id']);
      if (failing(partial, documentKey, index))
        return failedResult(documentKey, (partial as { statusCode: number }).statusCode);
      return documents.apply(action);
    });
    return { status: value.every(({ status }) => status) ? 200 : 207, body: { value }, schema: 'IndexDocumentsResult' };
  }

  function search({ definition, documents }: Index, { body, url }: Asked): Answer {
    const request = read<SearchRequest>('SearchRequest', body);
    const { isTruncated, ...found } = searchDocuments(request, { definition, documents: documents.all(), pageLimit });
    const nextLink = isTruncated ? { '@odata.nextLink': url.href } : {};
    return { status: 200, body: { ...found, ...nextLink }, schema: 'SearchDocumentsResult' };
  }

  function lookUp({ definition, documents }: Index, documentKey: string, { url }: Asked): Answer {
    const document = documents.get(documentKey);
    if (document === undefined) return { status: 404 };
    return { status: 200, body: selected(document, url.searchParams.get('$select'), definition) };
  }

  function route(asked: Asked): Answer {
    const { method, path } = asked;
    const [, name, rest = ''] = /^\/indexes\('([^']*)'\)(\/.*)?$/.exec(path) ?? [];
    if (path === '/indexes' && method === 'POST') return createIndex(asked);
    if (name === undefined) throw new ServiceError(404, '', 'There is no such resource.');
    if (rest === '' && method === 'PUT') return putIndex(name, asked);
    const index = indexOf(name);
    if (rest === '' && method === 'GET') return described(index, 200);
    if (rest === '' && method === 'DELETE') {
      indexes.delete(name);
      return { status: 204 };
    }
    if (rest === '/docs/search.index' && method === 'POST') return writeDocuments(index, path, asked);
    if (rest === '/docs/search.post.search' && method === 'POST') return search(index, asked);
    // The service writes this number with a byte order mark.
    if (rest === '/docs/$count' && method === 'GET')
      return { status: 200, text: `\uFEFF${index.documents.all().length}` };
    const [, documentKey] = /^\/docs\('(.*)'\)$/.exec(rest) ?? [];
    if (documentKey !== undefined && method === 'GET') return lookUp(index, documentKey.replaceAll("''", "'"), asked);
    throw new ServiceError(405, '', `The stand-in does not offer ${method} ${rest}.`);
  }

  function read<T>(schema: BodyName, body: string): T {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      throw new ServiceError(400, 'InvalidRequest', 'The body is not JSON.');
    }
    const fault = contractFault(schema, value);
    if (fault === undefined) return value as T;
    breaches.push(fault);
    throw new ServiceError(400, 'InvalidRequestParameter', `The request is invalid. Details: ${fault}`);
  }

  function admit({ url, headers }: Asked): void {
    if (headers['api-key'] !== key) throw new ServiceError(403, '', 'Invalid key.');
    const version = url.searchParams.get('api-version') ?? '';
    if (!VERSIONS.includes(version)) throw new ServiceError(400, '', `The api-version '${version}' is not supported.`);
  }

  function answer(asked: Asked): Answer {
    try {
      admit(asked);
      return route(asked);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, code, message } = error;
      return { status, body: { error: { code, message } }, schema: 'ErrorResponse' };
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const path = decodeURIComponent(url.pathname);
    if (isShut || planned.next(path, 'cut')?.when === 'before') return void request.socket.destroy();
    requests.push(`${request.method} ${path}`);
    const slow = planned.next(path, 'slow');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (slow !== undefined) await sleep(slow.ms, undefined, { ref: false });
    const refused = planned.next(path, 'status');
    if (refused !== undefined) {
      const { status, headers } = refused;
      return send(response, {
        status,
        body: { error: { code: '', message: 'Try again later.' } },
        ...(headers && { headers }),
      });
    }
    if (body.length > MOST_BYTES) return send(response, { status: 413 });
    const asked = { method: request.method ?? '', path, url, headers: request.headers, body: body.toString() };
    const answered = answer(asked);
    if (cutsAfter(path)) return void request.socket.destroy();
    send(response, answered);
  }

  const cutsAfter = (path: string): boolean => afterCuts.some((one) => path.includes(one)) && takeCut(path);
  const afterCuts: string[] = [];
  function takeCut(path: string): boolean {
    const index = afterCuts.findIndex((one) => path.includes(one));
    if (index >= 0) afterCuts.splice(index, 1);
    return index >= 0;
  }

  function send(response: ServerResponse, { status, body, schema, text, headers = {} }: Answer): void {
    const fault = schema === undefined ? undefined : contractFault(schema, body);
    if (fault !== undefined) breaches.push(fault);
    const type = text === undefined ? 'application/json; odata.metadata=none' : 'text/plain';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      breaches.push(`the stand-in failed: ${String(error)}`);
      response.writeHead(500).end();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}`,
    key,
    setLag: (ms) => void (lagMs = ms),
    setPageLimit: (documents) => void (pageLimit = documents),
    fault(fault) {
      if (fault.kind !== 'cut' || fault.when === 'before') return planned.add(fault);
      for (let times = fault.times ?? 1; times > 0; times -= 1) afterCuts.push(fault.path ?? '');
    },
    clearFaults: planned.clear,
    requests,
    breaches,
    shut() {
      isShut = true;
      server.closeAllConnections();
    },
    open: () => void (isShut = false),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function withoutEtag({ '@odata.etag': _, ...definition }: Definition): Definition {
  return definition;
}
