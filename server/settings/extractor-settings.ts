/**
 * The settings of the language model that may extract facts: it is off unless its address and model are
 * given.
 */
import type { ChatExtractorConfig } from '../extractors/chat-extractor.ts';
import { EXTRACTOR } from '../policy/facts.ts';
import {
  largeNumber,
  OWN,
  SAME,
  serviceUrl,
  setting,
  settingArea,
  type ValuesOf,
  wholeNumber,
  word,
} from './setting.ts';

const TEN_MINUTES_MS = 600_000;

const EXTRACTOR_SETTINGS = {
  extractorUrl: setting({
    env: 'RECORDA_EXTRACTOR_URL',
    flag: '--extractor-url <url>',
    meaning:
      'Address, up to and including the version, of an OpenAI-compatible server of chat completions that finds facts in turns that leave their window, which are sent to it; if not set, only the built-in reader finds facts',
    byDefault: undefined,
    schema: serviceUrl,
    shared: OWN,
  }),
  extractorModel: setting({
    env: 'RECORDA_EXTRACTOR_MODEL',
    flag: '--extractor-model <name>',
    meaning: 'Model that finds facts',
    byDefault: undefined,
    schema: word,
    shared: SAME,
  }),
  extractorKey: setting({
    env: 'RECORDA_EXTRACTOR_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'API key of that server, if it requires one',
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
  extractorTokensADay: setting({
    env: 'RECORDA_EXTRACTOR_TOKENS_A_DAY',
    flag: '--extractor-tokens-a-day <number>',
    meaning:
      'Maximum number of tokens that are sent to it and received from it on one day (UTC); requests beyond that are not sent',
    byDefault: `${EXTRACTOR.tokensADay}`,
    schema: largeNumber(0, 'tokens'),
    // Each server counts what it sends.
    shared: OWN,
  }),
  extractorTimeoutMs: setting({
    env: 'RECORDA_EXTRACTOR_TIMEOUT_MS',
    flag: '--extractor-timeout-ms <number>',
    meaning: 'Milliseconds that it has to answer; no call waits for it',
    byDefault: `${EXTRACTOR.timeoutMs}`,
    schema: wholeNumber(1, TEN_MINUTES_MS, ' of milliseconds'),
    shared: OWN,
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
    if (baseUrl !== undefined) faults.push('RECORDA_EXTRACTOR_MODEL: RECORDA_EXTRACTOR_URL requires it');
    if (model !== undefined) faults.push('RECORDA_EXTRACTOR_URL: RECORDA_EXTRACTOR_MODEL requires it');
    if (baseUrl === undefined && model === undefined && apiKey !== undefined)
      faults.push('RECORDA_EXTRACTOR_KEY: has no effect without RECORDA_EXTRACTOR_URL');
    return { extractor: undefined };
  }
  const { extractorTokensADay: tokensADay, extractorTimeoutMs: timeoutMs } = values;
  return { extractor: { baseUrl, model, apiKey, tokensADay, timeoutMs } };
}

export const extractorArea = settingArea(EXTRACTOR_SETTINGS, extractorConfig);
