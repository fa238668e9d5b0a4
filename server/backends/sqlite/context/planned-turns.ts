/**
 * Finds what the user said about health and diet where a question's plan touches it ("What should I cook tonight?"). Such turns share no word
 * with the question, it may harm to leave them out, and not all that they say is known as a fact.
 */
import type { PlanReader } from '../../../domain/context/plans.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import { BODY_KINDS, FACT_KINDS, PLAN_TURNS, type FactKind } from '../../../policy/plans.ts';
import type { MemoryIndex } from '../../../retrieval/memory-index.ts';

/** A turn whose kinds are read at most once for as long as it is cached. */
export type KeptTurn = { readonly turn: Recalled; kinds?: ReadonlySet<FactKind> | undefined };

export function plannedTurns(plans: () => PlanReader) {
  const isOfKind = (kept: KeptTurn, kind: FactKind): boolean =>
    (kept.kinds ??= plans().kindsOf(kept.turn.content)).has(kind);

  /** Returns those turns, the nearest first. `keptOf` returns undefined for a turn that recall does not accept. */
  return (
    question: string,
    index: MemoryIndex,
    keptOf: (id: string) => KeptTurn | undefined,
    nowMs: number,
  ): readonly Recalled[] => {
    const { found, most, similarity } = PLAN_TURNS;
    const [kind] = plans().kindsFor(question);
    if (kind === undefined || !BODY_KINDS.includes(kind)) return [];
    const hits = index.search({
      text: FACT_KINDS[kind].like.join('. '),
      topK: found,
      accepts: (id) => keptOf(id)?.turn.role === 'USER',
      nowMs,
      explain: false,
    });
    return hits
      .filter((hit) => hit.similarity >= similarity)
      .map(({ id }) => keptOf(id)!)
      .filter((kept) => isOfKind(kept, kind))
      .slice(0, most)
      .map(({ turn }) => turn);
  };
}
