/** The languages that facts are read in, compiled once. People mix them, and nobody asks which it is. */
import { ENGLISH } from './en/pack.ts';
import { SPANISH } from './es/pack.ts';
import type { CommandRow, CorrectionRow, FactPack, Lexicon, PlainRow, SlotRow, SubjectRow, VetoRow } from './pack.ts';

export const FACT_PACKS: readonly FactPack[] = [SPANISH, ENGLISH];

export type Command = Pick<CommandRow, 'id' | 'asks'> & {
  /** Anchored; ends where the fact begins. */
  readonly pattern: RegExp;
};

export type SlotCue = Pick<SlotRow, 'slot'> & { readonly pattern: RegExp };

export function commandOf({ id, asks, when, unless }: CommandRow, lexicon: Lexicon): Command {
  const rest = unless === undefined ? '' : `(?!${unless})`;
  return { id, asks, pattern: anchored(`(?:${when})${rest}(?=\\S)`, lexicon) };
}

export function slotCueOf({ slot, when }: SlotRow, lexicon: Lexicon): SlotCue {
  return { slot, pattern: anchored(when, lexicon) };
}

export const plainRuleOf = ({ when }: PlainRow, lexicon: Lexicon): RegExp => anchored(when, lexicon);

const PLAIN_FORMS = FACT_PACKS.flatMap(({ plain, lexicon }) => plain.map((row) => plainRuleOf(row, lexicon)));

/** Whether folded words have the form of something lasting. */
export const statesPlainly = (folded: string): boolean => PLAIN_FORMS.some((pattern) => pattern.test(folded));

export type Veto = Pick<VetoRow, 'id' | 'isAsWritten'> & { readonly pattern: RegExp };

export function vetoOf({ id, when, isAsWritten }: VetoRow, lexicon: Lexicon): Veto {
  return { id, isAsWritten, pattern: anchored(when, lexicon) };
}

export const COMMANDS: readonly Command[] = FACT_PACKS.flatMap(({ commands, lexicon }) =>
  commands.map((row) => commandOf(row, lexicon)),
);

export const SLOT_CUES: readonly SlotCue[] = FACT_PACKS.flatMap(({ slots, lexicon }) =>
  slots.map((row) => slotCueOf(row, lexicon)),
);

export const subjectRuleOf = ({ when }: SubjectRow): RegExp => new RegExp(`^(?:${when})`, 'u');

export const SUBJECTS: readonly { readonly pattern: RegExp }[] = FACT_PACKS.flatMap(({ subjects }) =>
  subjects.map((row) => ({ pattern: subjectRuleOf(row) })),
);

export const correctionOf = ({ when }: CorrectionRow, lexicon: Lexicon): RegExp =>
  new RegExp(`(?<![\\p{L}'])(?:${filled(when, lexicon)})(?![\\p{L}'])`, 'u');

const CORRECTIONS = FACT_PACKS.flatMap(({ corrections, lexicon }) =>
  corrections.map((row) => ({ isPlain: row.isPlain === true, pattern: correctionOf(row, lexicon) })),
);

/** Whether folded words take back what was decided before. */
export const takesBack = (folded: string): boolean => CORRECTIONS.some(({ pattern }) => pattern.test(folded));

/** Whether they do whatever follows. */
export const takesBackPlainly = (folded: string): boolean =>
  CORRECTIONS.some(({ isPlain, pattern }) => isPlain && pattern.test(folded));

const PLAIN = FACT_PACKS.flatMap(({ corrections, lexicon }) =>
  corrections.filter(({ isPlain }) => isPlain === true).map(({ when }) => filled(when, lexicon)),
).join('|');

/** The beginning of a clause that takes back, up to where the fact begins. */
export const BEGINS_TAKING_BACK = new RegExp(String.raw`^(?:${PLAIN})[\s,.;:!\u2014-]+(?=\S)`, 'u');

/** It takes back, and says nothing else. */
export const ONLY_TAKES_BACK = new RegExp(String.raw`^(?:${PLAIN})[\s,.;:!\u2014-]*$`, 'u');

export const VETOES: readonly Veto[] = FACT_PACKS.flatMap(({ vetoes, lexicon }) =>
  vetoes.map((row) => vetoOf(row, lexicon)),
);

const anyOf = (
  name:
    | 'asksOfUser'
    | 'asksOfOthers'
    | 'proposes'
    | 'begins'
    | 'endsList'
    | 'joins'
    | 'asksOfThat'
    | 'conditions'
    | 'listed',
): string => FACT_PACKS.map((pack) => pack[name]).join('|');

const wholeWords = (words: string): RegExp => new RegExp(`(?<![\\p{L}'])(?:${words})(?![\\p{L}])`, 'u');

export const ASKS_OF_USER = wholeWords(anyOf('asksOfUser'));
export const ASKS_OF_OTHERS = wholeWords(anyOf('asksOfOthers'));
export const BEGINS_STATEMENT = new RegExp(`^(?:${anyOf('begins')})(?![\\p{L}'])`, 'u');
export const ENDS_LIST = new RegExp(`^(?:${anyOf('endsList')})$`, 'u');
export const PROPOSES = new RegExp(`^(?:${anyOf('proposes')})\\s+\\S`, 'u');
export const ASKS_OF_THAT = new RegExp(`^(?:${anyOf('asksOfThat')})$`, 'u');
export const CONDITION = new RegExp(`^(?:${anyOf('conditions')})\\s`, 'u');
export const LISTED = new RegExp(`^(?:${anyOf('listed')})$`, 'u');
export const JOINS_STATEMENT = new RegExp(`^(?:${anyOf('joins')})\\s`, 'u');

const ELIDED = FACT_PACKS.flatMap(({ elided }) =>
  elided === undefined ? [] : { put: elided.put, begins: beginning(elided.begins), subject: beginning(elided.subject) },
);

/** The subject that a clause leaves out, since the one before it in its sentence has it; '' where it leaves out none. */
export function elidedSubject(folded: string, before: string): string {
  return ELIDED.find(({ begins, subject }) => begins.test(folded) && subject.test(before))?.put ?? '';
}

function beginning(words: string): RegExp {
  return new RegExp(`^(?:${words})(?![\\p{L}'])`, 'u');
}

function anchored(source: string, lexicon: Lexicon): RegExp {
  return new RegExp(`^(?:${filled(source, lexicon)})`, 'u');
}

function filled(source: string, lexicon: Lexicon): string {
  const put = source.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => lexicon[name] ?? whole);
  return put === source ? put : filled(put, lexicon);
}
