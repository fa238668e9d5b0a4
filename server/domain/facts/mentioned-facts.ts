/** Finds the facts that a turn mentions again, including questions that presuppose them: each mention confirms. */
import { rawLines } from '../text/raw-lines.ts';
import { ABOUT_FACT, READ_TURN_UNITS, SHARED_WORDS } from '../../policy/facts.ts';
import { standing, type Similarity } from './decide-fact.ts';
import type { KnownFact } from './fact.ts';
import { comparedText, countShared, languageOfTexts } from './telling-words.ts';

const OF_A_DECISION = /\b(?:decid\w*|decision(?:es)?|acord\w+|quedamos|elegimos|agreed|chose|chosen|settled|picked)\b/;
/** Matches questions whether there is a decision, such as `did we decide anything`; any other question about a decision presupposes one. */
const WHETHER = new RegExp(rawLines`
      \b(?:decidimos|decidi|acordamos|decide|agree) (?:algo|ya|al final algo|anything|yet)\b|\b(?:todavia|aun) no\b|
      \b(?:haven't|didn't|not) (?:yet )?decid
    `);

export function mentionedFacts(facts: readonly KnownFact[], said: string, similarity?: Similarity): readonly string[] {
  const text = said.slice(0, READ_TURN_UNITS);
  const turn = comparedText(text);
  const { folded } = turn;
  const asksOfDecision = OF_A_DECISION.test(folded) && !WHETHER.test(folded);
  return standing(facts)
    .filter((fact) => {
      const known = comparedText(fact.text);
      const language = languageOfTexts(known, turn);
      const words = known.tellingWords(language);
      const shared = countShared(words, turn.tellingWords(language));
      if (shared === 0) return false;
      if (fact.domain === 'DECISIONS' && asksOfDecision) return true;
      if (similarity !== undefined && similarity(fact.text, text) >= ABOUT_FACT.mention) return true;
      return words.size > 1 && shared / words.size >= SHARED_WORDS.mention;
    })
    .map(({ id }) => id);
}
