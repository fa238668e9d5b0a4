/** Slots of facts: there is only one value of a slot, so a fact with another value contradicts the one before. */
import { fold } from '../text/fold.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import type { FactRules, SlotCue } from '../languages/rules/fact-rules.ts';

/** Returns the slot of a fact's text, written in the first person or by somebody else about the user. */
export function slotOfFact(text: string, rules: FactRules = GRAMMAR.facts): string | undefined {
  const folded = bare(asOwn(text, rules), rules);
  const cue = rules.slotCues.find(({ pattern }) => pattern.test(folded)) ?? statedIn(folded, rules);
  return cue && slotFilled(cue, folded);
}

/** Tells whether a rule of the packs finds a slot in a text. */
export function hasCue(text: string, rules: FactRules): boolean {
  return cueOf(text, rules) !== undefined;
}

/** Returns the first rule that finds a slot in a text. */
export function cueOf(text: string, rules: FactRules): SlotCue | undefined {
  const folded = bare(text, rules);
  return rules.slotCues.find(({ pattern }) => pattern.test(folded));
}

/** Returns the first rule that finds a slot in a whole statement. */
export function statedIn(folded: string, { statedSlots }: FactRules): SlotCue | undefined {
  return statedSlots.find(({ pattern }) => pattern.test(folded));
}

/** Returns the folded text without words before the statement that say nothing about its content. */
const bare = (text: string, { beforeSlots }: FactRules): string => fold(text).replace(beforeSlots, '');

/** Rewrites an agent's text about its user into what the user would say. */
function asOwn(text: string, rules: FactRules): string {
  return rules.asOwn.reduce((said, [found, put]) => said.replace(found, put), text.trim().replace(rules.userNamed, ''));
}

/** Returns the slot made of a cue and the fact's own words; undefined if several such facts may hold at once. */
function slotFilled(cue: SlotCue, folded: string): string | undefined {
  const { slot, pattern, onlyWith, instead, several, alike = {} } = cue;
  if (onlyWith?.test(folded) === false) return undefined;
  if (instead?.with.test(folded) === true) return instead.slot;
  if (!slot.endsWith(':')) return slot;
  const what = pattern.exec(folded)?.groups?.['what']?.trim() ?? '';
  if (several?.test(what) === true) return undefined;
  const named = what.replaceAll(/\p{L}+/gu, (word) => alike[word] ?? word);
  return slot + named.replaceAll(/\s+/g, ' ').trim();
}
