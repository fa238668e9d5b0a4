/** What there is one of: a fact that fills the same slot with something else contradicts the one before. */
import { fold } from '../text/fold.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import type { FactRules, SlotCue } from './fact-rules.ts';

/** Finds the slot of a fact's text, be it in the words of the person it is about or of somebody else. */
export function slotOfFact(text: string, rules: FactRules = GRAMMAR.facts): string | undefined {
  const folded = bare(asOwn(text, rules), rules);
  const cue = rules.slotCues.find(({ pattern }) => pattern.test(folded)) ?? statedIn(folded, rules);
  return cue && slotFilled(cue, folded);
}

/** Whether a text says what there is one of in words that a rule of the packs knows. */
export function hasCue(text: string, rules: FactRules): boolean {
  return cueOf(text, rules) !== undefined;
}

/** The first rule that finds in a text what there is one of. */
export function cueOf(text: string, rules: FactRules): SlotCue | undefined {
  const folded = bare(text, rules);
  return rules.slotCues.find(({ pattern }) => pattern.test(folded));
}

/** The first rule that finds in a whole statement what there is one of. */
export function statedIn(folded: string, { statedSlots }: FactRules): SlotCue | undefined {
  return statedSlots.find(({ pattern }) => pattern.test(folded));
}

/** Folded, without words before the statement that say nothing of what it is about. */
const bare = (text: string, { beforeSlots }: FactRules): string => fold(text).replace(beforeSlots, '');

/** Agents write of their users what users say of themselves. */
function asOwn(text: string, rules: FactRules): string {
  return rules.asOwn.reduce((said, [found, put]) => said.replace(found, put), text.trim().replace(rules.userNamed, ''));
}

/** The slot that a cue and the fact's own words make; undefined where several facts may hold at once. */
function slotFilled(cue: SlotCue, folded: string): string | undefined {
  const { slot, pattern, onlyWith, instead, several, alike = {} } = cue;
  if (onlyWith?.test(folded) === false) return undefined;
  if (instead?.with.test(folded) === true) return instead.slot;
  if (!slot.endsWith(':')) return slot;
  const what = pattern.exec(folded)?.groups?.['what']?.trim() ?? '';
  if (several?.test(what) === true) return undefined;
  return slot + what.replaceAll(/\p{L}+/gu, (word) => alike[word] ?? word);
}
