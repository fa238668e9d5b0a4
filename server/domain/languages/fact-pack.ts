/** The part of a language pack by which facts are read. Words and patterns are folded: lower case, without accents. */

/** The words that `{name}` in a pattern stands for, by name. */
export type Lexicon = Readonly<Record<string, string>>;

/** REMEMBER asks to remember; INSTRUCTION says how the assistant is to behave from now on; DECISION says what was chosen. */
export type CommandKind = 'REMEMBER' | 'INSTRUCTION' | 'DECISION';

/** A way to ask that something be kept, with examples that the build checks. */
export type CommandRow = {
  readonly id: string;
  readonly asks: CommandKind;
  /** Matches at the beginning of a clause; the fact follows the match. */
  readonly when: string;
  /** The fact must not begin with any of these. */
  readonly unless?: string;
  /** Examples, each with the fact it contains. */
  readonly yes: readonly (readonly [said: string, fact: string])[];
  readonly no: readonly string[];
};

/** A slot, which has only one value. A name such as `favourite:` is completed by what the group `what` captures. */
export type SlotRow = {
  readonly slot: string;
  /** Matches at the beginning of a fact. */
  readonly when: string;
  /** A fact without this anywhere fills no slot, since several such facts may hold. */
  readonly onlyWith?: string;
  /** A fact with this anywhere fills another slot instead. */
  readonly instead?: { readonly slot: string; readonly with: string };
  /** Words of things of which there are several: if the group `what` captures one, the fact fills no slot. */
  readonly several?: string;
  /** Other spellings and forms of words in the group `what`, with the word that they stand for: '' for words that name nothing. */
  readonly alike?: Readonly<Record<string, string>>;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** A veto: a match is not a lasting statement of the user's, whatever the reader says. */
export type VetoRow = {
  readonly id: string;
  /** Matches at the beginning of a candidate. */
  readonly when: string;
  /** Set if the pattern matches the text as written, not folded, because an accent or a capital distinguishes two words. */
  readonly isAsWritten?: true;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/**
 * A form that states something lasting whatever words fill it (an allergy, a fear). Such a statement is a step surer than the reader
 * finds it: the reader has seen too few of them, and missing an allergy may do harm.
 */
export type PlainRow = {
  readonly id: string;
  /** Matches at the beginning of a candidate. */
  readonly when: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** A way to take back an earlier decision. */
export type CorrectionRow = {
  readonly id: string;
  /** Matches anywhere in the sentence that says what holds instead. */
  readonly when: string;
  /**
   * Set if it takes back a decision whatever follows, and also from the sentence before; if a clause begins with it, the fact follows
   * it.
   */
  readonly isPlain?: true;
  /**
   * Set if it also takes back how something is to be done, if the sentence names another way and only one of them is possible at a
   * time.
   */
  readonly putsWay?: true;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** The beginning of a statement about somebody else; the group `relation` and the optional group `name` capture whom. */
export type SubjectRow = {
  readonly id: string;
  /** Matches at the beginning of a fact as written: capitals identify names. */
  readonly when: string;
  readonly yes: readonly (readonly [said: string, relation: string, name?: string])[];
  readonly no: readonly string[];
};

/**
 * Rewrites what somebody else writes about the user ("the user likes") into what the user would say. Patterns are not folded; case is
 * ignored.
 */
export type OfUser = {
  /** Names of the user at the beginning of a statement. */
  readonly names: string;
  /** Replacements at the beginning of a statement, applied in this order; `$&` stands for the match. */
  readonly asOwn: readonly (readonly [found: string, put: string])[];
};

export type FactPack = {
  readonly lexicon: Lexicon;
  readonly commands: readonly CommandRow[];
  readonly slots: readonly SlotRow[];
  /** Slots that only a whole statement shows, tried if no row of `slots` matches; a match does not show that the text is a statement. */
  readonly statedSlots: readonly SlotRow[];
  /** Words before a statement that do not affect which slot it fills. */
  readonly beforeSlots: string;
  readonly ofUser: OfUser;
  /** Words before a statement that do not affect whom it is about. Not folded; case is ignored. */
  readonly beforeSubjects: string;
  /** The first row that matches decides. */
  readonly subjects: readonly SubjectRow[];
  readonly plain: readonly PlainRow[];
  readonly vetoes: readonly VetoRow[];
  readonly corrections: readonly CorrectionRow[];
  /** Words by which a question asks about the user. */
  readonly asksOfUser: string;
  /** Words by which it may ask about others as well. */
  readonly asksOfOthers: string;
  /** Beginnings of a clause that proposes a replacement for what was taken back. */
  readonly proposes: string;
  /** Words after a lone name or figure that settles what was discussed: `Stripe then`. */
  readonly settles: string;
  /** Words with which no whole statement ends: "I'm on a new diet but". */
  readonly endsOpen: string;
  /** Words that join days, hours and figures: an answer of nothing else, such as `from 9 to 15`, says nothing by itself. */
  readonly joinsValues: string;
  /** Matches a whole statement that replaces what the group `old` captures with a name or a figure. */
  readonly swaps: string;
  /** Matches a clause which asks to keep what was said right before it. */
  readonly asksOfThat: string;
  /** Beginnings of a clause that makes its own statement and is not part of the one before it. */
  readonly begins: string;
  /**
   * Beginnings of a clause that leaves out the subject of the one before it ("… and live in Oslo"), if that begins with one of the
   * subjects; the reader is shown the clause with `put` before it. Absent in a language whose verbs express the subject.
   */
  readonly elided?: { readonly begins: string; readonly subject: string; readonly put: string };
  /** Matches a condition: the rest of its sentence belongs to it. */
  readonly conditions: string;
  /** Matches a whole clause that only names one more thing and continues the clause before it. */
  readonly listed: string;
  /** Matches a whole clause that is the last item of a list: a conjunction and a few words. */
  readonly endsList: string;
  /** Titles that begin like a command: `Remember the Titans`. Not folded. */
  readonly titles?: string;
  /** Words at the end of a statement that are not part of it. Not folded; case is ignored. */
  readonly tails: string;
};
