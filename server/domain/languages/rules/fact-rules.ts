/** The packs' rules for facts, as patterns over folded text unless stated otherwise. */
import type {
  CommandRow,
  CorrectionRow,
  FactPack,
  Lexicon,
  PlainRow,
  SlotRow,
  SubjectRow,
  VetoRow,
} from '../fact-pack.ts';
import { filled } from '../filled.ts';
import type { Language } from '../language.ts';
import { lazyProperties } from '../../lazy.ts';
import { rawLines } from '../../text/raw-lines.ts';

export type Command = Pick<CommandRow, 'id' | 'asks'> & {
  /** Anchored; the match ends where the fact begins. */
  readonly pattern: RegExp;
};
export type SlotCue = Pick<SlotRow, 'slot' | 'alike'> & {
  readonly pattern: RegExp;
  readonly onlyWith?: RegExp | undefined;
  readonly instead?: { readonly slot: string; readonly with: RegExp } | undefined;
  readonly several?: RegExp | undefined;
};
/** A rule whose pattern matches text that is not folded. */
export type SubjectRule = Pick<SubjectRow, 'id'> & { readonly pattern: RegExp };
export type Veto = Pick<VetoRow, 'id' | 'isAsWritten'> & { readonly pattern: RegExp };
export type Correction = Pick<CorrectionRow, 'id' | 'isPlain' | 'putsWay'> & { readonly pattern: RegExp };
export type PlainForm = Pick<PlainRow, 'id'> & { readonly pattern: RegExp };

export type FactRules = {
  readonly commands: readonly Command[];
  readonly slotCues: readonly SlotCue[];
  /** Rules that are tried if no cue matches. */
  readonly statedSlots: readonly SlotCue[];
  readonly beforeSlots: RegExp;
  /** Matches text that is not folded. */
  readonly beforeSubjects: RegExp;
  /** Matches text that is not folded. */
  readonly userNamed: RegExp;
  /** Replacements in text that is not folded, applied in this order. */
  readonly asOwn: readonly (readonly [found: RegExp, put: string])[];
  readonly subjects: readonly SubjectRule[];
  readonly vetoes: readonly Veto[];
  readonly corrections: readonly Correction[];
  readonly plainForms: readonly PlainForm[];
  /** Matches the beginning of a clause that takes something back, up to where the fact begins. */
  readonly beginsTakingBack: RegExp;
  /** Matches a statement that takes something back and says nothing else. */
  readonly onlyTakesBack: RegExp;
  readonly asksOfUser: RegExp;
  readonly asksOfOthers: RegExp;
  readonly beginsStatement: RegExp;
  readonly endsList: RegExp;
  readonly proposes: RegExp;
  readonly settles: RegExp;
  readonly endsOpen: RegExp;
  readonly joinsValues: ReadonlySet<string>;
  /** Each pattern has the group `old`. */
  readonly swaps: readonly RegExp[];
  readonly asksOfThat: RegExp;
  readonly condition: RegExp;
  readonly listed: RegExp;
  readonly joinsStatement: RegExp;
  readonly elided: readonly { readonly begins: RegExp; readonly subject: RegExp; readonly put: string }[];
  /** Matches text that is not folded. */
  readonly title: RegExp;
  /** Matches text that is not folded. */
  readonly tail: RegExp;
};

export function factRules(languages: readonly Language[]): FactRules {
  const packs = languages.map(({ facts }) => facts);
  return lazyProperties<FactRules>({
    commands: () => packs.flatMap(({ commands, lexicon }) => commands.map((row) => commandOf(row, lexicon))),
    slotCues: () => packs.flatMap(({ slots, lexicon }) => slots.map((row) => slotCueOf(row, lexicon))),
    statedSlots: () => packs.flatMap(({ statedSlots, lexicon }) => statedSlots.map((row) => slotCueOf(row, lexicon))),
    beforeSlots: () => new RegExp(String.raw`^(?:(?:${anyOf(packs, 'beforeSlots')})\s+)+`, 'u'),
    beforeSubjects: () => new RegExp(String.raw`^(?:(?:${anyOf(packs, 'beforeSubjects')})\s+)+`, 'iu'),
    userNamed: () => new RegExp(String.raw`^(?:${packs.map(({ ofUser }) => ofUser.names).join('|')})\s+`, 'iu'),
    asOwn: () =>
      packs.flatMap(({ ofUser }) =>
        ofUser.asOwn.map(([found, put]): [RegExp, string] => [new RegExp(`^(?:${found})(?!\\p{L})`, 'iu'), put]),
      ),
    subjects: () => packs.flatMap(({ subjects }) => subjects.map(subjectRuleOf)),
    vetoes: () => packs.flatMap(({ vetoes, lexicon }) => vetoes.map((row) => vetoOf(row, lexicon))),
    corrections: () =>
      packs.flatMap(({ corrections, lexicon }) => corrections.map((row) => correctionOf(row, lexicon))),
    plainForms: () => packs.flatMap(({ plain, lexicon }) => plain.map((row) => plainFormOf(row, lexicon))),
    beginsTakingBack: () => new RegExp(String.raw`^(?:${plainly(packs)})[\s,.;:!\u2014-]+(?=\S)`, 'u'),
    onlyTakesBack: () => new RegExp(String.raw`^(?:${plainly(packs)})[\s,.;:!\u2014-]*$`, 'u'),
    asksOfUser: () => wholeWords(anyOf(packs, 'asksOfUser')),
    asksOfOthers: () => wholeWords(anyOf(packs, 'asksOfOthers')),
    beginsStatement: () => beginning(anyOf(packs, 'begins')),
    endsList: () => new RegExp(`^(?:${anyOf(packs, 'endsList')})$`, 'u'),
    settles: () => new RegExp(String.raw`\s,?(?:${anyOf(packs, 'settles')})$`, 'u'),
    endsOpen: () => new RegExp(String.raw`\s(?:${anyOf(packs, 'endsOpen')})$`, 'u'),
    joinsValues: () => new Set(packs.flatMap(({ joinsValues }) => joinsValues.split(' '))),
    swaps: () => packs.map(({ swaps }) => new RegExp(`^(?:${swaps})$`, 'u')),
    proposes: () => new RegExp(String.raw`^(?:${anyOf(packs, 'proposes')})\s+\S`, 'u'),
    asksOfThat: () => new RegExp(`^(?:${anyOf(packs, 'asksOfThat')})$`, 'u'),
    condition: () => new RegExp(String.raw`^(?:${anyOf(packs, 'conditions')})\s`, 'u'),
    listed: () => new RegExp(`^(?:${anyOf(packs, 'listed')})$`, 'u'),
    joinsStatement: () =>
      new RegExp(String.raw`^(?:${languages.map(({ speech }) => speech.clauses.joins).join('|')})\s`, 'u'),
    elided: () =>
      packs.flatMap(({ elided }) =>
        elided === undefined
          ? []
          : { put: elided.put, begins: beginning(elided.begins), subject: beginning(elided.subject) },
      ),
    title: () => new RegExp(`^(?:${anyOf(packs, 'titles') || NOTHING})`, 'u'),
    tail: () =>
      new RegExp(
        rawLines`
          [\s,.;:!\u2014\-]*(?:[,\s](?:${anyOf(packs, 'tails')})[\s,.!]*)?[\s,.;:!\p{S}\u2014\-]*$
        `,
        'iu',
      ),
  });
}

/** A pattern that matches nothing, for when no pack has an alternative. */
const NOTHING = '(?!)';

type Words = {
  readonly [Name in keyof FactPack as FactPack[Name] extends string | undefined ? Name : never]-?: string;
};

const anyOf = (packs: readonly FactPack[], name: keyof Words): string =>
  packs.flatMap((pack) => pack[name] ?? []).join('|');

/** Returns the beginnings that take back a decision, whatever follows them. */
const plainly = (packs: readonly FactPack[]): string =>
  packs
    .flatMap(({ corrections, lexicon }) =>
      corrections.filter(({ isPlain }) => isPlain === true).map(({ when }) => filled(when, lexicon)),
    )
    .join('|') || NOTHING;

function commandOf({ id, asks, when, unless }: CommandRow, lexicon: Lexicon): Command {
  const rest = unless === undefined ? '' : `(?!${unless})`;
  return { id, asks, pattern: anchored(String.raw`(?:${when})${rest}(?=\S)`, lexicon) };
}

function slotCueOf({ slot, when, alike, ...row }: SlotRow, lexicon: Lexicon): SlotCue {
  const { instead } = row;
  const [onlyWith, several] = [row.onlyWith, row.several].map((words) => words && new RegExp(words, 'u'));
  return {
    slot,
    pattern: anchored(when, lexicon),
    ...(alike && { alike }),
    ...(onlyWith && { onlyWith }),
    ...(instead && { instead: { slot: instead.slot, with: new RegExp(instead.with, 'u') } }),
    ...(several && { several }),
  };
}

function subjectRuleOf({ id, when }: SubjectRow): SubjectRule {
  return { id, pattern: new RegExp(`^(?:${when})`, 'u') };
}

function vetoOf({ id, when, isAsWritten }: VetoRow, lexicon: Lexicon): Veto {
  return { id, isAsWritten, pattern: anchored(when, lexicon) };
}

function correctionOf({ id, isPlain, putsWay, when }: CorrectionRow, lexicon: Lexicon): Correction {
  const pattern = new RegExp(String.raw`(?<![\p{L}'])(?:${filled(when, lexicon)})(?![\p{L}'])`, 'u');
  return { id, isPlain, putsWay, pattern };
}

function plainFormOf({ id, when }: PlainRow, lexicon: Lexicon): PlainForm {
  return { id, pattern: anchored(when, lexicon) };
}

const wholeWords = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}'])(?:${words})(?!\p{L})`, 'u');

const beginning = (words: string): RegExp => new RegExp(String.raw`^(?:${words})(?![\p{L}'])`, 'u');

function anchored(source: string, lexicon: Lexicon): RegExp {
  return new RegExp(`^(?:${filled(source, lexicon)})`, 'u');
}

/** Tells whether folded words take back an earlier decision. */
export const takesBack = ({ corrections }: FactRules, folded: string): boolean =>
  corrections.some(({ pattern }) => pattern.test(folded));

/** Tells whether folded words replace one way of doing something with another. */
export const putsOtherWay = ({ corrections }: FactRules, folded: string): boolean =>
  corrections.some(({ pattern, putsWay }) => putsWay === true && pattern.test(folded));

/** Tells whether folded words take back an earlier decision, whatever follows them. */
export const takesBackPlainly = ({ corrections }: FactRules, folded: string): boolean =>
  corrections.some(({ isPlain, pattern }) => isPlain === true && pattern.test(folded));

/** Returns what folded words say is replaced, such as `20` in `10 then, not 20`; undefined if they say nothing of the kind. */
export function swappedOut({ swaps }: FactRules, folded: string): string | undefined {
  for (const pattern of swaps) {
    const old = pattern.exec(folded)?.groups?.['old'];
    if (old !== undefined) return old;
  }
  return undefined;
}

/** Tells whether folded words have the form of a lasting statement. */
export const statesPlainly = ({ plainForms }: FactRules, folded: string): boolean =>
  plainForms.some(({ pattern }) => pattern.test(folded));

/** Returns the subject that a clause leaves out because its sentence named it before; '' if it leaves out none. */
export function elidedSubject({ elided }: FactRules, folded: string, before: string): string {
  return elided.find(({ begins, subject }) => begins.test(folded) && subject.test(before))?.put ?? '';
}
