/**
 * The settings of the language model that may write summaries: it is off unless its address and model are
 * given.
 */
import { SUMMARIZER } from '../policy/context.ts';
import { OWN, SAME, serviceUrl, setting, settingArea, type ValuesOf, wholeNumber, word } from './setting.ts';
import type { ChatSummarizerConfig } from '../summarizers/chat-summarizer.ts';

const MINUTE_MS = 60_000;

const SUMMARIZER_SETTINGS = {
  summarizerUrl: setting({
    env: 'RECORDA_SUMMARIZER_URL',
    flag: '--summarizer-url <url>',
    meaning:
      'Address, up to and including the version, of an OpenAI-compatible server of chat completions that writes summaries of turns, which are sent to it; if not set, rules write them',
    byDefault: undefined,
    schema: serviceUrl,
    shared: OWN,
  }),
  summarizerModel: setting({
    env: 'RECORDA_SUMMARIZER_MODEL',
    flag: '--summarizer-model <name>',
    meaning: 'Model that writes summaries',
    byDefault: undefined,
    schema: word,
    shared: SAME,
  }),
  summarizerApiKey: setting({
    env: 'RECORDA_SUMMARIZER_API_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'API key of that server, if it requires one',
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
  summarizerTimeoutMs: setting({
    env: 'RECORDA_SUMMARIZER_TIMEOUT_MS',
    flag: '--summarizer-timeout-ms <number>',
    meaning: 'Milliseconds that it has to write a summary; after that, rules write it',
    byDefault: `${SUMMARIZER.timeoutMs}`,
    schema: wholeNumber(1, MINUTE_MS, ' of milliseconds'),
    shared: OWN,
  }),
} as const;

export type SummarizerConfig = {
  /** The model that writes summaries; if absent, rules write them. */
  readonly summarizer: ChatSummarizerConfig | undefined;
};

function summarizerConfig(
  values: ValuesOf<typeof SUMMARIZER_SETTINGS>,
  _given: ReadonlyMap<string, string>,
  faults: string[],
): SummarizerConfig {
  const { summarizerUrl: baseUrl, summarizerModel: model, summarizerApiKey: apiKey } = values;
  if (baseUrl === undefined || model === undefined) {
    if (baseUrl !== undefined) faults.push('RECORDA_SUMMARIZER_MODEL: RECORDA_SUMMARIZER_URL requires it');
    if (model !== undefined) faults.push('RECORDA_SUMMARIZER_URL: RECORDA_SUMMARIZER_MODEL requires it');
    if (baseUrl === undefined && model === undefined && apiKey !== undefined)
      faults.push('RECORDA_SUMMARIZER_API_KEY: has no effect without RECORDA_SUMMARIZER_URL');
    return { summarizer: undefined };
  }
  return { summarizer: { baseUrl, model, apiKey, timeoutMs: values.summarizerTimeoutMs } };
}

export const summarizerArea = settingArea(SUMMARIZER_SETTINGS, summarizerConfig);
