/** Azure AI Search as the index of long-term memories. */
import type { SearchClient } from '@azure/search-documents';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortError } from '../../domain/abort.ts';
import { isWithin } from '../../domain/scope.ts';
import { askedWords } from '../../domain/text/found-words.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { SearchDocument, SearchIndex, SearchMark } from '../../ports/search.ts';
import { pausingFilter } from '../pausing-filter.ts';
import { indexDocument, readDocument, type IndexDocument } from './document-form.ts';
import type { IndexColumns } from './index-columns.ts';
import { isNewer, knownRevisions, type KnownRevision } from './known-revisions.ts';
import { listDocuments } from './list-documents.ts';
import { allOf, textLiteral } from './odata.ts';
import { alive, odataFilter } from './odata-filter.ts';
import { documentReader, KEY_AND_REVISION, type KeyRevision } from './read-documents.ts';
import type { Attempts } from './search-errors.ts';
import { seenDocuments } from './seen-documents.ts';
import { documentKey, ownerDigest, vectorField, type Owner } from './search-keys.ts';
import { writeDocuments } from './write-documents.ts';

export type AzureSearchParts = {
  readonly client: SearchClient<IndexDocument>;
  readonly columns: IndexColumns;
  readonly attempts: Attempts;
  /** Host and index, for operators. */
  readonly target: string;
  readonly close: () => Promise<void>;
};

/** The parts that read documents, and keep those that were read. */
type Reading = {
  readonly reader: ReturnType<typeof documentReader>;
  readonly seen: ReturnType<typeof seenDocuments>;
};

type CandidateQuery = Parameters<SearchIndex['candidates']>[0];

export function azureSearchIndex(parts: AzureSearchParts): SearchIndex {
  const { client, columns, attempts, target, close } = parts;
  const { attempt } = attempts;
  const reader = documentReader(client, attempt);
  const known = knownRevisions();
  const seen = seenDocuments();
  const write = writeDocuments({ client, attempt, known, stored: reader.revisions });

  return {
    backend: 'azure-ai-search',
    isThere: attempts.isThere,

    async put(documents, call) {
      for (const { embedder, vector } of documents) await columns.ensureVectors(embedder, vector.length, call);
      const changes = documents.map((document) => {
        const { revision } = document;
        return { document: indexDocument(document), revision, isRemoved: false };
      });
      return write(changes, call);
    },

    remove(removals, call) {
      seen.forget(removals.map(({ scope, id }) => documentKey(scope, id)));
      return write(
        removals.map(({ scope, id, revision }) => ({
          document: { key: documentKey(scope, id) },
          revision,
          isRemoved: true,
        })),
        call,
      );
    },

    async shows(marks, call) {
      const keys = marks.map(({ scope, id }) => documentKey(scope, id));
      const shown = await reader.revisions(keys, call);
      return marks.map((mark, index) => {
        const key = keys[index] ?? '';
        const revision = shown.get(key);
        if (revision !== undefined) return mark.isRemoved ? revision > mark.revision : revision >= mark.revision;
        return mark.isRemoved || wasRemovedSince(mark, known.of(key));
      });
    },

    async get({ scope, id }, nowMs, call) {
      const found = await reader.get(documentKey(scope, id), call);
      if (found === undefined) return undefined;
      const document = readDocument(found);
      const isAlive = (document.record.expireTimeMs ?? Infinity) > nowMs;
      return isAlive && isWithin(document.record, scope) ? document : undefined;
    },

    list: (query, call) => listDocuments(reader, query, call),

    candidates: (query, call) => findCandidates(columns, { reader, seen }, query, call),

    count: (owner, call) => reader.count(ofOwner(owner), call),

    async eraseUser(owner, call) {
      const met = new Set<string>();
      for (;;) {
        const asked = { filter: ofOwner(owner), select: ['key'], top: AZURE_SEARCH.answerDocuments };
        const found = await reader.search<{ readonly key: string }>(asked, call);
        if (found.length === 0) return met.size;
        const unmet = found.filter(({ key }) => !met.has(key));
        seen.forget(found.map(({ key }) => key));
        await eraseAll(parts, unmet.length === 0 ? found : unmet, call);
        for (const { key } of found) met.add(key);
        if (unmet.length === 0) await sleep(AZURE_SEARCH.erasedPollMs);
        if (call.signal.aborted) throw abortError(call.signal);
      }
    },

    async check({ signal }) {
      const startedAt = performance.now();
      const documents = await attempt((sending) => client.getDocumentsCount(sending), signal);
      const roundTripMs = performance.now() - startedAt;
      return { target, version: AZURE_SEARCH.apiVersion, roundTripMs, documents };
    },

    async close() {
      seen.clear();
      await close();
    },
  };
}

async function findCandidates(
  columns: IndexColumns,
  reading: Reading,
  { scope, text, vector, embedder, filter, count, nowMs }: CandidateQuery,
  call: CallContext,
): Promise<readonly SearchDocument[]> {
  await columns.ensureVectors(embedder, vector.length, call);
  const words = askedWords(text, AZURE_SEARCH.queryWords).join(' ');
  const nearest = { kind: 'vector', vector: Array.from(vector), kNearestNeighborsCount: count } as const;
  const marks = await reading.reader.search<KeyRevision>(
    {
      ...(words !== '' && { text: words }),
      filter: allOf(alive(scope, nowMs), filter === undefined ? undefined : odataFilter(filter)),
      top: Math.min(2 * count, AZURE_SEARCH.answerDocuments),
      vectorSearchOptions: {
        queries: [{ ...nearest, fields: [vectorField(embedder)] as never }],
        filterMode: 'preFilter',
      },
      select: KEY_AND_REVISION,
    },
    call,
  );
  const { matches, pause } = pausingFilter(filter, call.signal);
  const wanted: SearchDocument[] = [];
  for (const document of await documentsOf(reading, marks, call)) {
    await pause();
    if (isWithin(document.record, scope) && matches(document.record)) wanted.push(document);
  }
  return wanted;
}

/** Returns documents; unknown ones are fetched, and one that was deleted meanwhile is left out. */
async function documentsOf(
  { reader, seen }: Reading,
  marks: readonly KeyRevision[],
  call: CallContext,
): Promise<readonly SearchDocument[]> {
  const found = new Map(marks.map(({ key, revision }) => [key, seen.get(key, revision)]));
  const missing = marks.map(({ key }) => key).filter((key) => found.get(key) === undefined);
  for (const { key, ...fetched } of await reader.some(missing, call)) {
    const document = readDocument(fetched);
    found.set(key, document);
    seen.keep(key, document);
  }
  return [...found.values()].filter((document) => document !== undefined);
}

function wasRemovedSince({ revision }: SearchMark, last: KnownRevision | undefined): boolean {
  return last?.isRemoved === true && isNewer(last, { revision, isRemoved: false });
}

async function eraseAll(
  { client, attempts }: AzureSearchParts,
  documents: readonly Pick<IndexDocument, 'key'>[],
  call: CallContext,
): Promise<void> {
  // A failed fetch is repeated from the search on.
  await attempts.attempt(
    (sending) =>
      client.deleteDocuments(
        'key',
        documents.map(({ key }) => key),
        sending,
      ),
    call.signal,
  );
}

function ofOwner(owner: Owner): string {
  return `owner eq ${textLiteral(ownerDigest(owner))}`;
}
