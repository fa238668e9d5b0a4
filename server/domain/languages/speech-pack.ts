/**
 * The words of a language that the light parse of turns knows. Patterns are folded (lower case, without accents) and use the syntax
 * of regular expressions with the flag `u`; the patterns of all languages are joined as alternatives, since people mix languages.
 */
import type { FictionPack } from './fiction-pack.ts';

/** Replaces typed shorthand with the full form that it stands for. */
export type Rewrite = {
  /** Matches what was typed, not folded; with the flags `g`, `i` and `u`. */
  readonly pattern: RegExp;
  /** Returns the replacement; undefined if the match is to stay. */
  readonly put: (found: RegExpMatchArray) => string | undefined;
};

export type SpeechPack = {
  /** Patterns that match at the beginning of a clause, after its openings. */
  readonly asking: {
    /** A request in the form of a question, to remember something or to use a name: it asks nothing. */
    readonly politely: string;
    /** Begins a question that a question mark ends. */
    readonly withMark: string;
    /** Begins a question even without a question mark. */
    readonly withoutMark: string;
    /** Begins a relative clause after a comma, which asks nothing: "the consultant, who is new". */
    readonly relative?: string;
    /** Begins a question, recognised by its accents; not folded. */
    readonly accented?: string;
    /** Begins a clause that asks nothing, after one that asks without a question mark: "what can I cook, I'm vegan". */
    readonly ended?: string;
    /** A last clause that asks for a reaction. */
    readonly agreementTag: string;
    /** A last clause that asks whether it is true. */
    readonly truthTag: string;
  };
  readonly moods: {
    /** Begins something that is not claimed to be true, for the rest of the sentence. */
    readonly hypothetical: string;
    /** Begins a clause that ends the effect of `hypothetical`. */
    readonly but: string;
    /** Ends a sentence with a doubt about all of it. */
    readonly hedgedEnd: string;
    /** Matches anywhere in a clause: somebody else speaks, thinks or wants, here or in what follows. */
    readonly reporting: string;
    /** Matches after a comma, at the end of a sentence, and names the source. */
    readonly reportingEnd: string;
    /** The speaker tells what they said themselves: the words that follow it are their own again. */
    readonly ownReport?: string;
    /** Turns from what was reported to the speaker's own story. */
    readonly storyGoesOn?: string;
    /** Subjects that are the speaker. */
    readonly firstPerson: string;
    /** Begins a clause whose subject is neither the speaker nor the person spoken to. */
    readonly thirdPerson: string;
    /** Words before which `thirdPerson` does not count. */
    readonly notThirdPerson?: string;
  };
  readonly clauses: {
    /** Words that join a clause to the one before it. */
    readonly joins: string;
    /** After such a word, a clause that begins with one of these is the speaker's own. */
    readonly starts: string;
    /** Where a clause begins that neither a mark nor a joining word announces, as in run-on talk. */
    readonly cuts?: {
      /** The first words of such clauses, as whole words. */
      readonly first: string;
      /** Matches before such a word, looks at the words before and behind it and consumes none. */
      readonly at: string;
    };
    /** Words and phrases before a clause that add no meaning. A yes or a no counts as one only before a comma, which ends a clause. */
    readonly openings: string;
    /** Begins a condition, which chats end without a comma. */
    readonly conditions: string;
    /** Begins the order that follows a condition, with the space after it. */
    readonly orders: string;
    /** Words after which `orders` does not count. */
    readonly subjects: string;
    /** A period after these ends no sentence. */
    readonly abbreviations: string;
  };
  readonly fiction: FictionPack;
  /** Requests to write a text, or to work on one. */
  readonly textTasks: {
    /** Matches at the beginning of a clause. */
    readonly begins: string;
    /** Matches at the beginning of a clause: a standing instruction (`always write …`). */
    readonly standing: string;
    /** Matches anywhere in a sentence: the text follows below. */
    readonly refersBelow: string;
  };
  /** Words that introduce text which is not the writer's own. */
  readonly texts: {
    /** Nouns for texts, and verbs that work on one: after a colon, that text follows. */
    readonly introduced: string;
    /** Whole words before a colon that name no speaker. */
    readonly labels: string;
    /** Words that name a speaker; a capitalised name counts as well. */
    readonly speakers: string;
    /** Words of forwarded and answered mails. */
    readonly mail: {
      readonly forwarded: string;
      readonly wrote: string;
      /** Names of the lines that begin a header. */
      readonly headers: string;
      /** Names of the lines that may follow these. */
      readonly laterHeaders: string;
    };
  };
  /**
   * Corrections of chat spellings as `typed:meant`, with `_` for a space. None is a word of another language, a unit or a name of
   * anything.
   */
  readonly spellings: string;
  /** Words by which statements are recognised, and which one typo does not turn into another word. */
  readonly telling: string;
  readonly rewrites: readonly Rewrite[];
};
