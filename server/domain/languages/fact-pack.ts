/** The part of a language by which facts are read. Its words and patterns are folded: lower case, without accents. */
import type { Asks } from '../facts/fact-reader.ts';

/** `{name}` in a pattern stands for one of the lexicon's words of that name. */
export type Lexicon = Readonly<Record<string, string>>;

/** A way to ask for something to be kept, with examples that the build holds it to. */
export type CommandRow = {
  readonly id: string;
  readonly asks: Asks;
  /** Where a clause begins; what follows it is the fact. */
  readonly when: string;
  /** The fact must not begin with any of these. */
  readonly unless?: string;
  /** Each with the fact it holds. */
  readonly yes: readonly (readonly [said: string, fact: string])[];
  readonly no: readonly string[];
};

/** A slot: there is one of it. `favourite:` and its like end in what the group `what` holds. */
export type SlotRow = {
  readonly slot: string;
  /** Where a fact begins. */
  readonly when: string;
  /** A fact that has this nowhere fills no slot: it says nothing of which there is one. */
  readonly onlyWith?: string;
  /** A fact that has this anywhere fills another slot instead. */
  readonly instead?: { readonly slot: string; readonly with: string };
  /** A thing whose group `what` has one of these words is one of several, and fills no slot. */
  readonly several?: string;
  /** Other spellings of words in the group `what`, and what they stand for. */
  readonly alike?: Readonly<Record<string, string>>;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** A veto: what matches is no lasting statement of the user's, whatever the reader says. */
export type VetoRow = {
  readonly id: string;
  /** Where a candidate begins. */
  readonly when: string;
  /** Looked for in what was written, not folded: where an accent or a capital tells two words apart. */
  readonly isAsWritten?: true;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/**
 * A form that states something lasting whatever words fill it (an allergy, what frightens somebody): such a statement is a step surer
 * than the reader is, which has seen too few of them, and to miss an allergy may harm.
 */
export type PlainRow = {
  readonly id: string;
  /** Where a candidate begins. */
  readonly when: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** The ways in which an earlier decision is taken back. */
export type CorrectionRow = {
  readonly id: string;
  /** Anywhere in the sentence that says what holds instead. */
  readonly when: string;
  /** It takes back whatever follows it, and so may the sentence before; where a clause begins with it, the fact follows it. */
  readonly isPlain?: true;
  /** It also takes back how something is to be done, where the sentence names another way and only one can be had at a time. */
  readonly putsWay?: true;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** A beginning of a statement that is about somebody else, whom its groups `relation` and, where it is said, `name` tell. */
export type SubjectRow = {
  readonly id: string;
  /** Where a fact begins, as it was written: a name is told by its capital. */
  readonly when: string;
  readonly yes: readonly (readonly [said: string, relation: string, name?: string])[];
  readonly no: readonly string[];
};

/** Rewrites what somebody else writes of the user ("the user likes") as the user would say it. Not folded; the case does not matter. */
export type OfUser = {
  /** The user, where a statement begins. */
  readonly names: string;
  /** Each is looked for where a statement begins, after those before it; `$&` stands for what was found. */
  readonly asOwn: readonly (readonly [found: string, put: string])[];
};

export type FactPack = {
  readonly lexicon: Lexicon;
  readonly commands: readonly CommandRow[];
  readonly slots: readonly SlotRow[];
  /** Slots that are told by a whole statement, where no row of `slots` matches; that they match is no sign that it is one. */
  readonly statedSlots: readonly SlotRow[];
  /** Words before a statement that say nothing of which slot it fills. */
  readonly beforeSlots: string;
  readonly ofUser: OfUser;
  /** Words before a statement that say nothing of whom it is about. Not folded, but whatever their case. */
  readonly beforeSubjects: string;
  /** The first that matches tells. */
  readonly subjects: readonly SubjectRow[];
  readonly plain: readonly PlainRow[];
  readonly vetoes: readonly VetoRow[];
  readonly corrections: readonly CorrectionRow[];
  /** Words by which a question asks about the user. */
  readonly asksOfUser: string;
  /** Words by which it may ask about others as well. */
  readonly asksOfOthers: string;
  /** Beginnings of a clause that puts something in the place of what was taken back. */
  readonly proposes: string;
  /** What follows a name or a figure that stands alone and settles what was spoken of: `Stripe then`. */
  readonly settles: string;
  /** A whole statement that puts a name or a figure in the place of the group `old`. */
  readonly swaps: string;
  /** A clause that asks to keep what was said right before it. */
  readonly asksOfThat: string;
  /** Beginnings of a clause that says something of its own and is no part of the one before it. */
  readonly begins: string;
  /**
   * Beginnings of a clause that leaves out the subject of the one before it ("… and live in Oslo"), where that begins with one of these;
   * the reader is shown it with the words that are put before it. Absent in a language whose verbs say it themselves.
   */
  readonly elided?: { readonly begins: string; readonly subject: string; readonly put: string };
  /** A condition: what follows in its sentence belongs to it. */
  readonly conditions: string;
  /** A whole clause that only names a thing more, and goes on with the one before it. */
  readonly listed: string;
  /** A whole clause that is the last item of a list: a conjunction and a few words. */
  readonly endsList: string;
  /** Titles that begin as a command does: `Remember the Titans`. Not folded. */
  readonly titles?: string;
  /** Words at the end of a statement that are no part of it. Not folded, but whatever their case. */
  readonly tails: string;
};
