/**
 * The words with which a language asks. Patterns are folded (lower case, without accents) where nothing else is said, and of the syntax
 * of regular expressions with the flag `u`. Those of all languages are alternatives of one another, as people mix languages.
 */
import type { TurnDomain } from '../conversation/domain-words.ts';

/** A pattern and its replacement, as `String.replace` takes them. */
export type Form = readonly [from: string, to: string];

/** Any of the patterns makes it. Rows of one name, of whatever language, are one rule, where the first of them stands. */
export type QuestionRow = {
  /** The name reported for a question that it finds, such as `time` or `my-attribute`. */
  readonly rule: string;
  readonly when: readonly string[];
  /** Why the answer to what it finds is not stored, where there is more to say than that it may not be repeated. */
  readonly refusal?: 'SIDE_EFFECT' | 'TIME';
  /** Reads as a statement unless a mark or a frame such as `tell me` asks. */
  readonly ifAsked?: true;
};

export type QuestionPack = {
  readonly frames: QuestionFrames;
  readonly rewordings: Rewordings;
  readonly calculations: Calculations;
  readonly lasting: LastingQuestions;
  readonly fleeting: FleetingQuestions;
  readonly tools: ToolWords;
  /**
   * Words that tell what a turn is about, by their beginnings and with spaces between; `word$` is a whole word. Those of all languages
   * are one list.
   */
  readonly domains: Readonly<Record<TurnDomain, string>>;
};

/** How a question is put, which says nothing of what is asked. */
export type QuestionFrames = {
  /** Greetings and the like before it. */
  readonly openings: string;
  /** Ways to ask for an answer: `tell me`, `do you remember`. */
  readonly asking: string;
  /** Words that may follow these: `again`, `please`. */
  readonly fillers: string;
  /** Words that then join the question, before one of `selves`: `whether`. */
  readonly joins: string;
  /** Begins what the user is or has: `i`, `my`. */
  readonly selves: string;
  /** Any other such join, with what must follow it. */
  readonly joinsBefore?: string;
  /** At the end. */
  readonly closings: string;
  /** Two questions in one: words that join the second, */
  readonly and: string;
  /** prepositions that may begin it, */
  readonly prepositions: string;
  /** and words that begin it. */
  readonly asks: string;
  /** A question in two clauses, which asks what its first word, the first group, would ask alone: `qué es lo que prefiero`. */
  readonly cleft?: string;
  /** Short forms in full, and other spellings of a word. */
  readonly contractions: readonly Form[];
};

/** Ways to ask the same, each with the plain way. Questions that no form knows differ where their words differ. */
export type Rewordings = {
  /** Over text in lower case that has its accents still: what folding would make another word of. */
  readonly unfolded?: readonly Form[];
  /** Makes the text what the forms are written for, */
  readonly spelled: readonly Form[];
  /** and a plain question what people write. */
  readonly written: readonly Form[];
  /** The parts that `{NAME}` stands for in the forms. */
  readonly parts: Readonly<Record<string, string>>;
  /** Forms of the whole question, in the order in which they are tried: they order its words, */
  readonly ordering: readonly Form[];
  /** tell by themselves that what is asked for stays, */
  readonly telling: readonly Form[];
  /** or join what is left. */
  readonly joining: readonly Form[];
  /** Words that tell no question from another. */
  readonly articles: string;
  /**
   * Words for the same person or thing, the first for all, between semicolons. Whom one may have two of at once is not here.
   */
  readonly sameWords: string;
  /** A choice, whichever is named first: verbs before it, and what stands between. */
  readonly choice: { readonly verbs: string; readonly or: string };
};

/**
 * Questions that a calculator or a table of units answers, now as ever; money is none of it. `{unit}`, `{measure}` and `{number}` stand
 * for the words of all languages, and for signs.
 */
export type Calculations = {
  /** Units of measure as whole words, */
  readonly unit: string;
  /** those with which a question may be of more than units and numbers, */
  readonly measure: string;
  /** numbers in words, */
  readonly number: string;
  /** and those that may stand before a unit in a longer question. */
  readonly numeral: string;
  /** What is asked for cooking or making something, and no conversion. */
  readonly making: string;
  /** Rows of nothing but units and numbers, whatever else a question says; */
  readonly tables: readonly QuestionRow[];
  /** and such as count where nothing tells of the moment. */
  readonly others: readonly QuestionRow[];
};

/** Questions whose answers last: what was told of the user, and what was settled. */
export type LastingQuestions = {
  /** What was told to be done or made a rule, even where a word of `FleetingQuestions` stands in it; */
  readonly told: readonly QuestionRow[];
  /** but not with one of these words, the moment that it is of. */
  readonly ofNow: string;
  /** What else is told of the user. The core of a question is matched, without its frame. */
  readonly rows: readonly QuestionRow[];
};

/** What takes an answer out of every cache: time, what changes by itself, feelings, side effects. */
export type FleetingQuestions = {
  readonly rows: readonly QuestionRow[];
  /** What somebody else did, by an accent that folding takes off; not folded. */
  readonly ofAnother?: string;
  /** `And my sister?` What is asked of her was said before: words before it, */
  readonly goesOn: {
    readonly openings: string;
    readonly and: string;
    readonly about: string;
    readonly of: string;
    readonly articles: string;
    readonly whose: string;
    /** and what asks it after all. */
    readonly unless?: string;
  };
  /** `Can you send it?` */
  readonly requests: {
    readonly openings: string;
    /** Whom it is done for. */
    readonly whom?: string;
    readonly can: string;
    readonly please: string;
    /** Verbs of remembering, which act before a `that`; */
    readonly remember: string;
    readonly that: string;
    /** and verbs with which nothing but an answer is asked for, */
    readonly tell: string;
    readonly again: string;
    /** before these. */
    readonly asked: string;
  };
  /** `Send it.` The words after which an order may begin, and orders. */
  readonly orders: { readonly after: string; readonly verbs: string };
};

/**
 * What the words of a tool's name say of it, whole and with spaces between; verbs as they are named and as they order. A word that is
 * not here says nothing.
 */
export type ToolWords = {
  /** Verbs that act and are nothing else in a name: wherever one stands, calling the tool changes something. */
  readonly acting: string;
  /** Verbs that act where no verb that reads stands beside them: `post_message`, but not `get_post`. */
  readonly actingAlone: string;
  /** Verbs that only read or reckon. */
  readonly reading: string;
  /** What an answer is of no more a moment later. */
  readonly ofNow: string;
  /** What tells the time where nothing else is named: `get_time`, but not `convert_time_zone`. */
  readonly time: string;
  /** What names nothing of its own beside these: `get_the_time`, but not `parse_time`. */
  readonly unnaming: string;
};
