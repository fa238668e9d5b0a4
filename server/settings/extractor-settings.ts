/**
 * The settings of the language model that may extract facts: it is off unless its address and model are
 * given.
 */
import type { ChatExtractorConfig } from '../extractors/chat-extractor.ts';
import { EXTRACTOR } from '../policy/facts.ts';
import { largeNumber, serviceUrl, setting, settingArea, wholeNumber, word, type ValuesOf } from './setting.ts';

const TEN_MINUTES_MS = 600_000;

const EXTRACTOR_SETTINGS = {
  extractorUrl: setting({
    env: 'RECORDA_EXTRACTOR_URL',
    flag: '--extractor-url <url>',
    meaning:
      'A server of chat completions as OpenAI publishes them, up to the version, that finds facts in turns that leave their window: they are sent there; not set: the built-in reader alone finds facts',
    byDefault: undefined,
    schema: serviceUrl,
  }),
  extractorModel: setting({
    env: 'RECORDA_EXTRACTOR_MODEL',
    flag: '--extractor-model <name>',
    meaning: 'The model that finds facts',
    byDefault: undefined,
    schema: word,
  }),
  extractorKey: setting({
    env: 'RECORDA_EXTRACTOR_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'The key of that server, if it wants one',
    byDefault: undefined,
    schema: word,
  }),
  extractorTokensADay: setting({
    env: 'RECORDA_EXTRACTOR_TOKENS_A_DAY',
    flag: '--extractor-tokens-a-day <number>',
    meaning: 'Tokens that may go to it and come from it on one day of UTC; what is over is not sent',
    byDefault: `${EXTRACTOR.tokensADay}`,
    schema: largeNumber(0, 'tokens'),
  }),
  extractorTimeoutMs: setting({
    env: 'RECORDA_EXTRACTOR_TIMEOUT_MS',
    flag: '--extractor-timeout-ms <number>',
    meaning: 'Milliseconds that it gets for an answer; nobody waits for it',
    byDefault: `${EXTRACTOR.timeoutMs}`,
    schema: wholeNumber(1, TEN_MINUTES_MS, ' of milliseconds'),
  }),
} as const;

export type ExtractorConfig = {
  /** Extracts facts in addition to the built-in reader; if absent, no model does. */
  readonly extractor: ChatExtractorConfig | undefined;
};

function extractorConfig(
  values: ValuesOf<typeof EXTRACTOR_SETTINGS>,
  _given: ReadonlyMap<string, string>,
  faults: string[],
): ExtractorConfig {
  const { extractorUrl: baseUrl, extractorModel: model, extractorKey: apiKey } = values;
  if (baseUrl === undefined || model === undefined) {
    if (baseUrl !== undefined) faults.push('RECORDA_EXTRACTOR_MODEL: RECORDA_EXTRACTOR_URL needs it');
    if (model !== undefined) faults.push('RECORDA_EXTRACTOR_URL: RECORDA_EXTRACTOR_MODEL needs it');
    if (baseUrl === undefined && model === undefined && apiKey !== undefined)
      faults.push('RECORDA_EXTRACTOR_KEY: does nothing without RECORDA_EXTRACTOR_URL');
    return { extractor: undefined };
  }
  const { extractorTokensADay: tokensADay, extractorTimeoutMs: timeoutMs } = values;
  return { extractor: { baseUrl, model, apiKey, tokensADay, timeoutMs } };
}

export const extractorArea = settingArea(EXTRACTOR_SETTINGS, extractorConfig);
