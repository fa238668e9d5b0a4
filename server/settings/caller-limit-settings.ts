/** The settings that limit how much callers may call, each for keys, tenants and users separately. */
import { z } from 'zod';
import type { Allowance } from '../domain/caller.ts';
import type { CallerAllowances } from '../pipeline/caller-limits.ts';
import { LIMITED_BY, type LimitedBy } from '../ports/telemetry.ts';
import { OWN, setting, settingArea, type ValuesOf } from './setting.ts';

type Limits = Readonly<Partial<Record<LimitedBy, number>>>;

const PAIR = new RegExp(String.raw`^(${LIMITED_BY.join('|')})=([1-9]\d{0,11})$`);

const limits: z.ZodType<Limits, string> = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.trim()))
  .refine(
    (pairs) => pairs.every((pair) => PAIR.test(pair)) && new Set(pairs.map(nameOf)).size === pairs.length,
    `must be like tenant=2000,user=50: each of ${LIMITED_BY.join(', ')} at most once, with a whole number of at least 1`,
  )
  .transform((pairs): Limits => Object.fromEntries(pairs.map((pair) => [nameOf(pair), Number(PAIR.exec(pair)![2])])));

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('='));
}

const CALLER_LIMIT_SETTINGS = {
  limitCallsPerSecond: setting({
    env: 'RECORDA_LIMIT_CALLS_PER_SECOND',
    flag: '--limit-calls-per-second <limits>',
    meaning:
      'Calls per second that each key, tenant and user may make, for example tenant=2000,key=500,user=50; costly calls count as several; further calls are refused as RATE_LIMITED; if not set, there is no limit',
    byDefault: undefined,
    schema: limits,
    // Each server counts by itself.
    shared: OWN,
  }),
  limitCallsAtOnce: setting({
    env: 'RECORDA_LIMIT_CALLS_AT_ONCE',
    flag: '--limit-calls-at-once <limits>',
    meaning:
      'Calls that each key, tenant and user may have in progress at once, and as many streams without end; written like RECORDA_LIMIT_CALLS_PER_SECOND; if not set, there is no limit',
    byDefault: undefined,
    schema: limits,
    shared: OWN,
  }),
  limitBytesPerSecond: setting({
    env: 'RECORDA_LIMIT_BYTES_PER_SECOND',
    flag: '--limit-bytes-per-second <limits>',
    meaning:
      'Bytes per second of the requests and answers of each key, tenant and user; written like RECORDA_LIMIT_CALLS_PER_SECOND; if not set, there is no limit',
    byDefault: undefined,
    schema: limits,
    shared: OWN,
  }),
} as const;

export type CallerLimitConfig = {
  /** The default limits of each key, tenant and user. */
  readonly callerAllowances: CallerAllowances;
};

function callerLimitConfig(values: ValuesOf<typeof CALLER_LIMIT_SETTINGS>): CallerLimitConfig {
  const { limitCallsPerSecond = {}, limitCallsAtOnce = {}, limitBytesPerSecond = {} } = values;
  const allowanceOf = (by: LimitedBy): Allowance | undefined => {
    const given = {
      callsPerSecond: limitCallsPerSecond[by],
      callsAtOnce: limitCallsAtOnce[by],
      bytesPerSecond: limitBytesPerSecond[by],
    };
    return Object.values(given).some((limit) => limit !== undefined) ? given : undefined;
  };
  return { callerAllowances: { key: allowanceOf('key'), tenant: allowanceOf('tenant'), user: allowanceOf('user') } };
}

export const callerLimitArea = settingArea(CALLER_LIMIT_SETTINGS, callerLimitConfig);
