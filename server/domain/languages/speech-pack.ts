/**
 * The words of a language that the light parse of turns knows. Patterns are folded (lower case, without accents) and of the syntax of
 * regular expressions with the flag `u`; those of all languages are alternatives of one another, as people mix languages.
 */
import type { FictionPack } from './fiction-pack.ts';

/** Something that is typed and stands for something else, in full. */
export type Rewrite = {
  /** Over what was typed, not folded; with the flags `g`, `i` and `u`. */
  readonly pattern: RegExp;
  /** What is put in its place; undefined where it is to stay. */
  readonly put: (found: RegExpMatchArray) => string | undefined;
};

export type SpeechPack = {
  /** Each where a clause begins, after its openings. */
  readonly asking: {
    /** A request to remember or to call somebody by a name, in the form of a question: it asks nothing. */
    readonly politely: string;
    /** Begins a question that a mark closes. */
    readonly withMark: string;
    /** Begins a question even where nobody closed it. */
    readonly withoutMark: string;
    /** Begins a question by its accents; not folded. */
    readonly accented?: string;
    /** A last clause that asks to be heard. */
    readonly agreementTag: string;
    /** A last clause that asks whether it is so. */
    readonly truthTag: string;
  };
  readonly moods: {
    /** Begins what is not said to be so, for the rest of the sentence, */
    readonly hypothetical: string;
    /** or up to a clause that begins with this. */
    readonly but: string;
    /** Ends a sentence with a doubt about all of it. */
    readonly hedgedEnd: string;
    /** Anywhere in a clause: somebody else speaks, thinks or wants, here or in what follows. */
    readonly reporting: string;
    /** After a comma, at the end of a sentence: who says so. */
    readonly reportingEnd: string;
    /** Subjects that are the speaker. */
    readonly firstPerson: string;
    /** Begins a clause whose subject is neither the speaker nor the one spoken to; */
    readonly thirdPerson: string;
    /** not before these words. */
    readonly notThirdPerson?: string;
  };
  readonly clauses: {
    /** Words that join a clause to the one before it. */
    readonly joins: string;
    /** After such a word, a clause that begins with one of these is the speaker's own. */
    readonly starts: string;
    /** Words and phrases before a clause that say nothing of it. A yes or a no is one only before a comma, which ends a clause. */
    readonly openings: string;
    /** Begins a condition, after which nobody sets a comma in chats; */
    readonly conditions: string;
    /** begins the order that follows it, with the space after it; */
    readonly orders: string;
    /** but not after these words. */
    readonly subjects: string;
    /** A point after these ends no sentence. */
    readonly abbreviations: string;
  };
  readonly fiction: FictionPack;
  /** Texts that are to be made or worked on. */
  readonly textTasks: {
    /** Where a clause begins. */
    readonly begins: string;
    /** Where a clause begins: an instruction that stays (`always write …`). */
    readonly standing: string;
    /** Anywhere in a sentence: the text stands below. */
    readonly refersBelow: string;
  };
  /** What introduces words that are not the writer's own. */
  readonly texts: {
    /** Names of what is a text, and verbs that work on one: what follows their colon is that text. */
    readonly introduced: string;
    /** Whole words before a colon that name no speaker. */
    readonly labels: string;
    /** Words that name a speaker; a name with a capital counts as well. */
    readonly speakers: string;
    /** Words of forwarded and answered mails. */
    readonly mail: {
      readonly forwarded: string;
      readonly wrote: string;
      /** Names of the lines a head begins with, */
      readonly headers: string;
      /** and of those that may follow. */
      readonly laterHeaders: string;
    };
  };
  /** `typed:meant`, with `_` for a space, in chats. None is a word of another language, a unit or a name of anything. */
  readonly spellings: string;
  /** Words by which statements are known and that one slip makes no other word of. */
  readonly telling: string;
  readonly rewrites: readonly Rewrite[];
};
