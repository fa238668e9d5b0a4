/**
 * The words with which a language asks. Patterns are folded (lower case, without accents) unless stated otherwise, and use the syntax
 * of regular expressions with the flag `u`. The patterns of all languages are joined as alternatives, since people mix languages.
 */
import type { TurnDomain } from './rules/domain-words.ts';

/** A pattern and its replacement, as `String.replace` takes them. */
export type Form = readonly [from: string, to: string];

/** A row applies if any of its patterns matches. Rows with the same name, in any language, form one rule, in the place of the first. */
export type QuestionRow = {
  /** The name reported for a question that it matches, such as `time` or `my-attribute`. */
  readonly rule: string;
  readonly when: readonly string[];
  /** The reason why the answer is not stored, if it is more specific than that the answer may not be repeated. */
  readonly refusal?: 'SIDE_EFFECT' | 'TIME';
  /** Set if a match is a statement unless a question mark or a frame such as `tell me` makes it a question. */
  readonly ifAsked?: true;
};

export type QuestionPack = {
  readonly frames: QuestionFrames;
  readonly rewordings: Rewordings;
  readonly calculations: Calculations;
  readonly lasting: LastingQuestions;
  readonly fleeting: FleetingQuestions;
  readonly tools: ToolWords;
  readonly requests: RequestWords;
  /** Whole words that ask about something that was or happened. Perfects such as `have I been` count, as `have I got` does not. */
  readonly ofPast: string;
  /**
   * Words that show what a turn is about, given as beginnings of words separated by spaces; `word$` is a whole word. The words of all
   * languages form one list.
   */
  readonly domains: Readonly<Record<TurnDomain, string>>;
};

/** The words by which a question or an order is told from a statement, also without a question mark. All are whole words. */
export type RequestWords = {
  /** Words that may stand before either: `and`, `ok`. */
  readonly opens: string;
  /** Words with which a sentence that asks begins: `what`, `would i`, `a que`. */
  readonly asks: string;
  /** Words with which an order to tell or make something begins: `list`, `plan`, `hagame`. */
  readonly orders: string;
  /** Words at the end that make a request of any phrase: `please`. */
  readonly begs: string;
};

/** The wording around a question, which does not change what is asked. */
export type QuestionFrames = {
  /** Greetings and similar words before the question. */
  readonly openings: string;
  /** Phrases that ask for an answer: `tell me`, `do you remember`. */
  readonly asking: string;
  /** Words that may follow these: `again`, `please`. */
  readonly fillers: string;
  /** Words that then join the question, before one of `selves`: `whether`. */
  readonly joins: string;
  /** Beginnings of what the user is or has: `i`, `my`. */
  readonly selves: string;
  /** Any other such join, with what must follow it. */
  readonly joinsBefore?: string;
  /** Words at the end of the question. */
  readonly closings: string;
  /** Words that join a second question to the first. */
  readonly and: string;
  /** Prepositions that may begin the second question. */
  readonly prepositions: string;
  /** Question words that begin the second question. */
  readonly asks: string;
  /** A question in two clauses that asks the same as its question word, the first group, would alone: `qué es lo que prefiero`. */
  readonly cleft?: string;
  /** Replaces contractions by their full forms, and spellings of a word by another. */
  readonly contractions: readonly Form[];
};

/** Wordings of the same question, each with the plain one. Questions that match no form differ if their words differ. */
export type Rewordings = {
  /** Forms over lower-case text that still has its accents, for words that folding would turn into others. */
  readonly unfolded?: readonly Form[];
  /** Rewrites the text into the spelling that the other forms expect. */
  readonly spelled: readonly Form[];
  /** Rewrites what people write into a plain question. */
  readonly written: readonly Form[];
  /** The parts that `{NAME}` stands for in the forms. */
  readonly parts: Readonly<Record<string, string>>;
  /** Forms of the whole question that put its words in order; they are tried in sequence. */
  readonly ordering: readonly Form[];
  /** Forms of the whole question that by themselves show that the answer lasts. */
  readonly telling: readonly Form[];
  /** Forms of the whole question that join what the others left. */
  readonly joining: readonly Form[];
  /** Words that do not distinguish one question from another. */
  readonly articles: string;
  /**
   * Synonyms for a person or thing, separated by semicolons; the first stands for all. It omits people of whom one may have two at
   * once.
   */
  readonly sameWords: string;
  /** A choice, whichever side is named first: verbs before it, and the word between. */
  readonly choice: { readonly verbs: string; readonly or: string };
};

/**
 * Questions that a calculator or a table of units answers at any time; money is excluded. `{unit}`, `{measure}` and `{number}` stand
 * for the words of all languages, and for signs.
 */
export type Calculations = {
  /** Units of measure as whole words. */
  readonly unit: string;
  /** Units whose questions may contain more than units and numbers. */
  readonly measure: string;
  /** Numbers in words. */
  readonly number: string;
  /** Numbers that may stand before a unit in a longer question. */
  readonly numeral: string;
  /** Words of cooking or making something, which ask for no conversion. */
  readonly making: string;
  /** Rows of units and numbers only, which apply whatever else a question says. */
  readonly tables: readonly QuestionRow[];
  /** Rows that apply if nothing refers to the present moment. */
  readonly others: readonly QuestionRow[];
};

/** Questions whose answers last: what was said about the user, and what was settled. */
export type LastingQuestions = {
  /** Questions about an instruction or a rule, which apply even if a word of `FleetingQuestions` occurs. */
  readonly told: readonly QuestionRow[];
  /** Words for the present moment, with which such a question does not apply. */
  readonly ofNow: string;
  /** Other questions about what the user has said. They are matched against the core of a question, without its frame. */
  readonly rows: readonly QuestionRow[];
};

/** Questions whose answers may never be cached: time, things that change by themselves, feelings, side effects. */
export type FleetingQuestions = {
  readonly rows: readonly QuestionRow[];
  /** Matches what somebody else did, by an accent that folding would remove; not folded. */
  readonly ofAnother?: string;
  /**
   * Incomplete questions such as `And my sister?`, whose meaning depends on what was said before. `openings` are words before the
   * subject.
   */
  readonly goesOn: {
    readonly openings: string;
    readonly and: string;
    readonly about: string;
    readonly of: string;
    readonly articles: string;
    readonly whose: string;
    /** Words that make it a complete question after all. */
    readonly unless?: string;
  };
  /** Requests such as `Can you send it?` */
  readonly requests: {
    readonly openings: string;
    /** Words for the person it is done for. */
    readonly whom?: string;
    readonly can: string;
    readonly please: string;
    /** Verbs of remembering, which are actions before a `that`. */
    readonly remember: string;
    readonly that: string;
    /** Verbs that ask for nothing but an answer, if one of `asked` follows. */
    readonly tell: string;
    readonly again: string;
    /** Words that follow such a verb. */
    readonly asked: string;
  };
  /** Orders such as `Send it.`: the words after which an order may begin, and the verbs. */
  readonly orders: { readonly after: string; readonly verbs: string };
};

/**
 * The meaning of words in a tool's name, given as whole words separated by spaces; verbs in the form of a name and of an order. Words
 * that are missing here mean nothing.
 */
export type ToolWords = {
  /** Verbs that always act: wherever one occurs, calling the tool changes something. */
  readonly acting: string;
  /** Verbs that act unless a verb that reads stands beside them: `post_message`, but not `get_post`. */
  readonly actingAlone: string;
  /** Verbs that only read or compute. */
  readonly reading: string;
  /** Words for things that are outdated a moment later. */
  readonly ofNow: string;
  /** Words that tell the time if nothing else is named: `get_time`, but not `convert_time_zone`. */
  readonly time: string;
  /** Words that name nothing of their own beside these: `get_the_time`, but not `parse_time`. */
  readonly unnaming: string;
};
