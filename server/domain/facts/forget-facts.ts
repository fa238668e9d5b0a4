/** Finds the facts that a turn asks to forget: "forget that". `Forget it` and `don't forget` are no such requests. */
import { ABOUT_FACT, SHARED_WORDS } from '../../policy/facts.ts';
import { readTurn, type ReadTurn } from '../speech/read-turn.ts';
import { standing, type Similarity } from './decide-fact.ts';
import type { KnownFact } from './fact.ts';
import { comparedText, sharedWords } from './telling-words.ts';

export type ForgetRequest = {
  /** The thing to forget, in the user's words; undefined: what was said last. */
  readonly target?: string | undefined;
  readonly rule: string;
  readonly from: number;
  readonly to: number;
};

/** Returns the turn's request to forget something about the user, if it makes one. */
export function forgetRequest(turn: string | ReadTurn): ForgetRequest | undefined {
  const read = typeof turn === 'string' ? readTurn(turn) : turn;
  for (const { start, from, sentenceTo, mood, fiction } of read.clauses) {
    if (mood === 'TEXT' || mood === 'REPORTED' || fiction === 'MADE_UP') continue;
    for (const at of start === from ? [start] : [start, from]) {
      const said = read.folded.slice(at, sentenceTo);
      for (const { id, pattern } of read.grammar.forgetting) {
        const found = pattern.exec(said);
        if (found === null) continue;
        const span = found.indices?.groups?.['target'];
        const target =
          span === undefined ? undefined : read.plain.slice(at + span[0], at + span[1]).replace(/[\s.,;!]+$/u, '');
        return { target, rule: id, from: read.at(at), to: read.at(at + found[0].length) };
      }
    }
  }
  return undefined;
}

/**
 * Returns the facts that the request means: if several share words with it, those that share most. `lastId` is the fact that was
 * stated last.
 */
export function factsToForget(
  facts: readonly KnownFact[],
  { target }: ForgetRequest,
  lastId: string | undefined,
  similarity?: Similarity,
): readonly string[] {
  const known = standing(facts);
  if (target === undefined) return known.some(({ id }) => id === lastId) ? [lastId as string] : [];
  const wanted = comparedText(target);
  const scored = known.map(({ id, text }) => {
    const there = comparedText(text);
    return {
      id,
      shared: Math.max(sharedWords(wanted, there), sharedWords(there, wanted)),
      near: similarity?.(target, text) ?? 0,
    };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (most >= SHARED_WORDS.forget) return scored.filter(({ shared }) => shared === most).map(({ id }) => id);
  const nearest = Math.max(0, ...scored.map(({ near }) => near));
  return nearest >= ABOUT_FACT.forget ? scored.filter(({ near }) => near === nearest).map(({ id }) => id) : [];
}
