/** What the packs of some languages say, as patterns: all that reads turns asks a grammar, and none of it knows a language. */
import { topicRules, type TopicRules } from '../conversation/topic-rules.ts';
import { speechRules, type SpeechRules } from '../speech/speech-rules.ts';
import type { Language } from './language.ts';
import { LANGUAGES } from './languages.ts';

export type Grammar = {
  readonly speech: SpeechRules;
  readonly topics: TopicRules;
};

/** The languages as one: people mix them, and nobody asks which it is. */
export function grammarOf(languages: readonly Language[]): Grammar {
  return {
    speech: speechRules(languages.map(({ speech }) => speech)),
    topics: topicRules(languages.map(({ topics }) => topics)),
  };
}

/** Of the languages that are shipped. */
export const GRAMMAR: Grammar = grammarOf(LANGUAGES);
