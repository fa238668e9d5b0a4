/** Finds entities and their relationships by name, alias and meaning. Pure and synchronous: the caller chooses the thread. */
import type { Embed } from './episode-search.ts';
import type { MemoryRecord } from '../domain/memory.ts';
import { searchText } from '../domain/search-text.ts';
import type { RetrieveQuery } from '../ports/stores.ts';
import { plainDocuments, type IndexDocument, type IndexHit } from './document.ts';
import { entityTexts } from './entity-texts.ts';
import type { MemoryIndex } from './memory-index.ts';
import { rankEntities } from './rank-entities.ts';

export interface EntitySearch {
  /** Estimated bytes of memory. */
  readonly bytes: number;
  /** Adds records, and replaces those of the same id; entities must come before their relationships. */
  put(records: readonly MemoryRecord[]): void;
  remove(ids: readonly string[]): void;
  /** Searches by the relationships that hold at this time. */
  search(query: RetrieveQuery, timeMs: number, accepts: ((id: string) => boolean) | undefined): readonly IndexHit[];
  release(): void;
}

export function entitySearch(index: MemoryIndex, embed: Embed, startMs: number): EntitySearch {
  const texts = entityTexts(startMs);
  const relationships = new Set<string>();

  const documentOf = plainDocuments(embed);
  /** Updates texts that may have changed; a relationship that does not hold has none. */
  const renew = (touched: Iterable<string>, entities: ReadonlyMap<string, MemoryRecord>): void => {
    const gone: string[] = [];
    const documents: IndexDocument[] = [];
    for (const id of touched) {
      const entity = entities.get(id);
      const sentence = entity === undefined ? texts.sentence(id) : undefined;
      if (entity !== undefined) documents.push(documentOf(id, searchText(entity.payload), entity.createTimeMs));
      else if (sentence !== undefined) documents.push(documentOf(id, sentence.text, sentence.createTimeMs));
      else gone.push(id);
    }
    index.remove(gone);
    index.put(documents);
  };

  return {
    get bytes() {
      return index.bytes + texts.bytes;
    },

    put(records) {
      const touched = new Set<string>();
      const entities = new Map<string, MemoryRecord>();
      for (const record of records) {
        const { id, payload, createTimeMs } = record;
        if (payload.type !== 'ENTITY') continue;
        if (payload.node === 'ENTITY') {
          entities.set(id, record);
          for (const text of texts.putEntity(id, payload)) touched.add(text);
        } else {
          relationships.add(id);
          for (const text of texts.putRelationship(id, payload, createTimeMs)) touched.add(text);
        }
      }
      renew(touched, entities);
    },

    remove(ids) {
      for (const id of ids) {
        if (relationships.delete(id)) texts.removeRelationship(id);
        else texts.removeEntity(id);
      }
      index.remove(ids);
    },

    search(query, timeMs, accepts) {
      renew(texts.moveTo(timeMs), new Map());
      return rankEntities(query, { index, texts }, accepts);
    },

    release: () => index.release(),
  };
}
