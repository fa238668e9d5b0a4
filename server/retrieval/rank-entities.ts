/** Orders entities by the texts that find them. */
import { ENTITY_INDEX } from '../policy/limits.ts';
import type { RetrieveQuery } from '../ports/stores.ts';
import type { IndexHit } from './document.ts';
import type { EntityTexts } from './entity-texts.ts';
import type { MemoryIndex } from './memory-index.ts';

/** Puts entities whose name or alias is the query first; orders the rest by the two best texts of each. */
export function rankEntities(
  query: RetrieveQuery,
  { index, texts }: { readonly index: MemoryIndex; readonly texts: EntityTexts },
  accepts: ((id: string) => boolean) | undefined,
): readonly IndexHit[] {
  const { text, topK, minSimilarity, nearOnly, nowMs, explain } = query;
  const named = new Set(texts.named(text).filter((id) => accepts === undefined || accepts(id)));
  const found = new Map<string, IndexHit[]>();
  const note = (hit: IndexHit): void => {
    for (const id of texts.entitiesOf(hit.id)) {
      if (accepts !== undefined && !accepts(id)) continue;
      const known = found.get(id);
      if (known === undefined) found.set(id, [hit]);
      else if (known.length === 1) known.push(hit);
    }
  };
  const asked = { text, nowMs, explain };
  const findsAny = accepts && ((id: string): boolean => texts.entitiesOf(id).some(accepts));
  const most = ENTITY_INDEX.textsPerHit * topK + ENTITY_INDEX.moreTexts;
  const all = { ...asked, topK: most, accepts: findsAny, minSimilarity, nearOnly };
  for (const hit of index.search(all)) note(hit);
  const missed = new Set([...named].filter((id) => !found.has(id)));
  for (const hit of index.search({ ...asked, topK: missed.size, accepts: (id) => missed.has(id) })) note(hit);
  return [...found]
    .map(([id, hits]) => entityHit(id, hits, named.has(id), explain))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, topK);
}

function entityHit(id: string, hits: readonly IndexHit[], isNamed: boolean, explain: boolean): IndexHit {
  const [best, second] = hits as readonly [IndexHit, IndexHit?];
  const name = isNamed ? ENTITY_INDEX.nameWeight : 0;
  const more = ENTITY_INDEX.secondWeight * (second?.score ?? 0);
  const shares = [
    { signal: 'second', value: second?.score ?? 0, share: more },
    { signal: 'name', value: isNamed ? 1 : 0, share: name },
  ];
  return {
    id,
    score: best.score + more + name,
    similarity: isNamed ? 1 : Math.max(best.similarity, second?.similarity ?? 0),
    signals: explain ? [...best.signals, ...shares] : [],
  };
}
