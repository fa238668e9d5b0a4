/**
 * A grammar compiles the packs of languages into patterns. Everything that reads turns uses a grammar, and does not depend on a
 * language.
 */
import { questionRules, type QuestionRules } from './rules/question-rules.ts';
import { topicRules, type TopicRules } from './rules/topic-rules.ts';
import { changeRules, type ChangeRules } from './rules/change-rules.ts';
import { factRules, type FactRules } from './rules/fact-rules.ts';
import { forgetRules, type ForgetRule } from './rules/forget-rules.ts';
import { lazyProperties } from '../lazy.ts';
import { speechRules, type SpeechRules } from './rules/speech-rules.ts';
import { dateRules, type DateRules } from './rules/date-rules.ts';
import type { Language } from './language.ts';
import { LANGUAGES } from './languages.ts';
import { wordClasses, type WordClasses } from './word-classes.ts';

export type Grammar = {
  readonly speech: SpeechRules;
  readonly facts: FactRules;
  readonly changes: ChangeRules;
  readonly topics: TopicRules;
  readonly forgetting: readonly ForgetRule[];
  readonly questions: QuestionRules;
  /** Keyed by the language's tag, since a word for a month in one language means something else in another. */
  readonly dates: ReadonlyMap<string, DateRules>;
  /** The classes of words that the trained reader uses. */
  readonly classes: WordClasses;
};

/** Compiles the languages into one grammar: people mix languages, and the reading does not ask which one it is. */
export function grammarOf(languages: readonly Language[]): Grammar {
  return lazyProperties<Grammar>({
    speech: () => speechRules(languages.map(({ speech }) => speech)),
    facts: () => factRules(languages),
    changes: () => changeRules(languages),
    topics: () => topicRules(languages.map(({ topics }) => topics)),
    forgetting: () => forgetRules(languages.map(({ forgetting }) => forgetting)),
    questions: () => questionRules(languages),
    dates: () => new Map(languages.map(({ tag, dates }) => [tag, dateRules(dates)])),
    classes: () => wordClasses(languages.map(({ reader }) => reader)),
  });
}

/** The grammar of all languages that are shipped. */
export const GRAMMAR: Grammar = grammarOf(LANGUAGES);
