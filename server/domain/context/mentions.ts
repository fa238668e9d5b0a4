/** Decides which of the facts that an append's turns were found to be about are mentioned again. */
import type { TurnFacts } from './intents.ts';
import type { ReadTurn } from './turn.ts';

type AppendedFacts = Pick<TurnFacts, 'facts' | 'forgottenIds'> & {
  readonly turns: readonly { readonly turn: number }[];
};

/**
 * `found` are the facts that each turn is about, looked up before the append or in parallel. The result leaves out facts that the
 * append added, closed or forgot, facts that the turn itself states, and all facts of a turn that asks to forget.
 */
export function mentionsLeft(
  found: readonly (readonly string[])[],
  turns: readonly Pick<ReadTurn, 'forget'>[],
  appended: AppendedFacts,
): readonly string[] {
  if (found.every((ids) => ids.length === 0)) return [];
  const { facts, forgottenIds } = appended;
  const changed = new Set([
    ...forgottenIds,
    ...facts.flatMap(({ closedIds }) => closedIds),
    ...facts.filter(({ operation }) => operation !== 'CONFIRMED').map(({ id }) => id),
  ]);
  const left = found.flatMap((ids, at) => {
    if (turns[at]?.forget !== undefined) return [];
    const said = new Set(facts.filter(({ turn }) => turn === appended.turns[at]?.turn).map(({ id }) => id));
    return ids.filter((id) => !changed.has(id) && !said.has(id));
  });
  return [...new Set(left)];
}
