/** Finds episodes. */
import { responseTooLarge } from '../../domain/errors.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { Clock, Hit, MemoryStore, RetrieveQuery } from '../../ports/stores.ts';
import type { IndexHit } from '../../retrieval/document.ts';
import { episodeSearch, type EpisodeSearch } from '../../retrieval/episode-search.ts';
import type { AccessBuffer } from '../access-buffer.ts';
import { candidates } from './candidates.ts';
import { pausingFilter, type PausingFilter } from '../pausing-filter.ts';
import { isInNamespace } from './memory-reads.ts';
import type { KeptRecord } from './record-form.ts';
import { KINDS, searchCache, type SearchCache, type SearchParts } from './search-cache.ts';

export type FindOptions = SearchParts & { readonly accesses: AccessBuffer; readonly clock: Clock };

type Records = ReadonlyMap<string, KeptRecord>;

export function findEpisodes(
  options: FindOptions,
): Pick<MemoryStore, 'retrieve'> & Pick<SearchCache<never>, 'forget' | 'close'> {
  const { transactions, newIndex, embed, wholeUpTo, accesses, clock } = options;
  const create = (): EpisodeSearch => episodeSearch(newIndex(), embed);
  const cache = searchCache({ transactions, kinds: [KINDS.episodes], create, wholeUpTo });
  const near = candidates(options);

  const searchBy =
    ({ matches }: PausingFilter) =>
    (query: RetrieveQuery, index: EpisodeSearch, records: Records): readonly Hit[] => {
      const { scope, text, topK, minSimilarity, nearOnly, nowMs, explain } = query;
      const accepts = (id: string): boolean => {
        const record = records.get(id)!;
        return isInNamespace(record, scope) && matches(record);
      };
      return toHits(index.search({ text, topK, minSimilarity, nearOnly, nowMs, explain, accepts }), records);
    };

  return {
    async retrieve(query, { signal }) {
      const filter = pausingFilter(query.filter, signal);
      const search = searchBy(filter);
      const hits = await filter.repeated(async () => {
        const whole = await cache.search(
          query.scope,
          query.scope.agentId,
          (found) => found && search(query, found.searched, found.records),
          signal,
        );
        return whole ?? near.episodes(query, signal, create, search);
      });
      accesses.note(
        hits.map(({ record }) => record.id),
        clock.now(),
      );
      return hits;
    },
    forget: cache.forget,
    close: cache.close,
  };
}

export function toHits(found: readonly IndexHit[], records: Records): readonly Hit[] {
  // A relationship may become visible before the entity at its end does.
  const hits = found.flatMap(({ id, ...hit }): readonly Hit[] => {
    const record = records.get(id);
    return record === undefined ? [] : [{ record, ...hit }];
  });
  if (bytesOf(hits) > NEO4J.answerBytes) throw responseTooLarge();
  return hits;
}

export function bytesOf(hits: readonly Pick<Hit, 'record'>[]): number {
  return hits.reduce((sum, { record }) => sum + record.sizeBytes, 0);
}
