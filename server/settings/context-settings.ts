/** The settings of conversations and prompts. */
import { z } from 'zod';
import type { WindowPolicy } from '../domain/context/turn.ts';
import { SESSION_IDLE } from '../policy/context.ts';
import { DAY_MS } from '../policy/units.ts';
import { MOST_RECALL_DAYS, RECALL_MS } from '../policy/lifecycle.ts';
import { OFF, OWN, path, SAME, setting, settingArea, type ValuesOf, wholeNumber } from './setting.ts';

const POLICIES = { cached: 'CACHED', sliding: 'SLIDING' } as const satisfies Record<string, WindowPolicy>;

const MINUTE_MS = 60_000;

function isMinutes(text: string): boolean {
  const minutes = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return text === OFF || (minutes >= 1 && minutes <= SESSION_IDLE.mostMinutes);
}

const CONTEXT_SETTINGS = {
  recallDays: setting({
    env: 'RECORDA_RECALL_DAYS',
    flag: '--recall-days <number>',
    meaning: 'Number of days for which turns of conversations can be found',
    byDefault: `${RECALL_MS / DAY_MS}`,
    schema: wholeNumber(1, MOST_RECALL_DAYS, ' of days'),
    shared: SAME,
  }),
  sessionIdleMs: setting({
    env: 'RECORDA_SESSION_IDLE',
    flag: '--session-idle <minutes>',
    meaning:
      'Minutes after which a conversation that nobody continues is summarised, so that the user’s next one knows how it went; off: never',
    byDefault: `${SESSION_IDLE.afterMs / MINUTE_MS}`,
    schema: z
      .string()
      .refine(isMinutes, `must be a whole number of minutes from 1 to ${SESSION_IDLE.mostMinutes}, or off`)
      .transform((text) => (text === OFF ? Infinity : Number(text) * MINUTE_MS)),
    shared: SAME,
  }),
  modelPricesFile: setting({
    env: 'RECORDA_MODEL_PRICES',
    flag: '--model-prices-file <path>',
    meaning:
      'JSON file of models’ prices for input, each row with its date and source; they take precedence over the table of the server; if not set, only that table is used',
    byDefault: undefined,
    schema: path,
    // Each server reports costs by its own file.
    shared: OWN,
  }),
  windowPolicy: setting({
    env: 'RECORDA_WINDOW_POLICY',
    flag: '--window-policy <name>',
    meaning:
      'How the window of a conversation is cut unless AppendTurns says otherwise: cached cuts it rarely and deeply, so that providers can read it from their caches; sliding lets it grow to six turns and then cuts it by three',
    byDefault: 'cached',
    schema: z
      .enum(Object.keys(POLICIES) as (keyof typeof POLICIES)[], { error: 'must be cached or sliding' })
      .transform((name) => POLICIES[name]),
    shared: SAME,
  }),
} as const;

export type ContextConfig = {
  /** The time for which turns of conversations can be found, in milliseconds. */
  readonly recallMs: number;
  /**
   * The time in milliseconds after which a conversation that nobody continues is summarised; with Infinity it
   * never is.
   */
  readonly sessionIdleMs: number;
  /** A file of models' prices, which take precedence over the table's; if absent, only the table is used. */
  readonly modelPricesFile: string | undefined;
  /** How windows of conversations are cut if AppendTurns does not say. */
  readonly windowPolicy: WindowPolicy;
};

function contextConfig(values: ValuesOf<typeof CONTEXT_SETTINGS>): ContextConfig {
  const { recallDays, sessionIdleMs, modelPricesFile, windowPolicy } = values;
  return { recallMs: recallDays * DAY_MS, sessionIdleMs, modelPricesFile, windowPolicy };
}

export const contextArea = settingArea(CONTEXT_SETTINGS, contextConfig);
