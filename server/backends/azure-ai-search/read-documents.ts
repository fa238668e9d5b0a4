/** Searches the index. Each search is limited to one user, or to documents whose keys are known. */
import { RestError } from '@azure/core-rest-pipeline';
import type { SearchClient, SearchOptions } from '@azure/search-documents';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { FoundDocument, IndexDocument } from './document-form.ts';
import { HTTP } from './http-status.ts';
import { WHOLE } from './index-schema.ts';
import { textLiteral } from './odata.ts';
import type { Attempts } from './search-errors.ts';

export type Asked = Pick<SearchOptions<IndexDocument>, 'filter' | 'orderBy' | 'top' | 'vectorSearchOptions'> & {
  readonly text?: string;
  readonly select: readonly string[];
};

const MOST = AZURE_SEARCH.answerDocuments;
export const KEY_AND_REVISION = ['key', 'revision'] as const;

export type DocumentReader = ReturnType<typeof documentReader>;

export function documentReader(client: SearchClient<IndexDocument>, attempt: Attempts['attempt']) {
  /** Returns at most `top` documents, which the service may deliver in several answers. */
  async function search<T>({ text, select, ...asked }: Asked, { signal }: CallContext): Promise<readonly T[]> {
    return attempt(async (sending) => {
      const options = {
        ...asked,
        ...sending,
        select: [...select],
        searchFields: ['words'],
        queryType: 'simple',
      } as const;
      const { results } = await client.search(text, options);
      const documents: T[] = [];
      for await (const { document } of results) documents.push(document as unknown as T);
      return documents;
    }, signal);
  }

  return {
    search,

    /** Returns the revision of each of these documents that searches show. */
    async revisions(keys: readonly string[], call: CallContext): Promise<ReadonlyMap<string, number>> {
      const found = new Map<string, number>();
      for (const filter of keyFilters(keys)) {
        const asked = { filter, select: KEY_AND_REVISION, top: MOST };
        for (const { key, revision } of await search<KeyRevision>(asked, call)) found.set(key, revision);
      }
      return found;
    },

    /** Returns these documents, as far as searches show them. */
    async some(
      keys: readonly string[],
      call: CallContext,
    ): Promise<readonly (FoundDocument & { readonly key: string })[]> {
      const found: (FoundDocument & { readonly key: string })[] = [];
      for (const filter of keyFilters(keys)) {
        found.push(...(await search<(typeof found)[number]>({ filter, select: ['key', ...WHOLE], top: MOST }, call)));
      }
      return found;
    },

    /** Returns a document by its key; undefined if there is none. */
    get: (key: string, { signal }: CallContext): Promise<FoundDocument | undefined> =>
      attempt(async (sending) => {
        try {
          const selectedFields = [...WHOLE] as never;
          return (await client.getDocument(key, { ...sending, selectedFields })) as unknown as FoundDocument;
        } catch (error) {
          if (error instanceof RestError && error.statusCode === HTTP.missing) return undefined;
          throw error;
        }
      }, signal),

    /** Returns the number of documents that pass. */
    count: (filter: string, { signal }: CallContext): Promise<number> =>
      attempt(async (sending) => {
        const options = { filter, top: 0, includeTotalCount: true, select: ['key'], ...sending };
        const { count } = await client.search('*', options);
        return count ?? 0;
      }, signal),
  };
}

/** Returns filters, each for as many keys as the service returns documents in one answer. */
function keyFilters(keys: readonly string[]): readonly string[] {
  return Array.from({ length: Math.ceil(keys.length / MOST) }, (_, page) => {
    const some = keys.slice(page * MOST, (page + 1) * MOST);
    return `search.in(key, ${textLiteral(some.join(','))}, ',')`;
  });
}

export type KeyRevision = { readonly key: string; readonly revision: number };
