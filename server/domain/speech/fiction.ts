/** Finds the parts of a turn that are made up: a frame such as `in my novel` or `imagine that` applies until something ends it. */
import type { FictionRules } from '../languages/rules/speech-rules.ts';
import type { Clause } from './clauses.ts';

/** `MADE_UP` clauses say nothing about the speaker. `DOUBTFUL` ones follow words such as `I'm writing a novel.`, and may be part of it. */
export type Fiction = 'MADE_UP' | 'DOUBTFUL';

/** Marks the clauses of a turn that are made up. `folded` is the turn. */
export function markFiction(clauses: readonly Clause[], folded: string, rules: FictionRules): readonly Clause[] {
  let sentence = -1;
  let now: Fiction | undefined;
  let later: Fiction | undefined;
  return clauses.map((clause) => {
    if (clause.sentence !== sentence) now = later;
    sentence = clause.sentence;
    if (rules.back.test(folded.slice(clause.start, clause.to))) {
      now = later = undefined;
      return clause;
    }
    const frame = frameOf(folded.slice(clause.from, clause.sentenceTo), rules);
    if (frame === undefined) return now === undefined ? clause : { ...clause, fiction: now };
    const { isMadeUp, after } = frame;
    const fiction = isMadeUp ? 'MADE_UP' : now;
    if (isMadeUp || after === 'MADE_UP') now = 'MADE_UP';
    if (after !== 'REAL' && later !== 'MADE_UP') later = after;
    return fiction === undefined ? clause : { ...clause, fiction };
  });
}

/** Returns the rule by which a clause, with the rest of its sentence, frames something as made up. */
export function frameOf(said: string, { frames }: FictionRules): FictionRules['frames'][number] | undefined {
  return frames.find(({ pattern, unless }) => pattern.test(said) && unless?.test(said) !== true);
}
