/**
 * A clock that is set by a file, so that tests of programs that use Recorda see what expires, is archived or falls due without waiting for
 * it. It must never be used where data matter: what has expired by this clock is deleted for good.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DEVELOPMENT_CLOCK } from '../policy/serving.ts';
import { DAY_MS } from '../policy/units.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';

/** Marks data folders that only ever had such a clock. Its absence marks those that were used without one. */
const MARK = 'development-clock';
const STORE = 'recorda.db';
const OWNER_ONLY = 0o700;

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

const OFFSET = /^([+-])(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns the clock that `file` sets: to a time (`2027-03-01T09:00:00Z`), at which it stands, or to a distance ahead of the system's clock
 * (`+36h`, `-2d`). The file is read again as time is asked for, at most every 20 ms. If it cannot be read or understood, the clock stays as
 * it was, and this is logged. Throws an Error with the reason if this server may not have such a clock.
 */
export function developmentClock(file: string, config: Config, env: NodeJS.ProcessEnv, log: Log): Clock {
  refuseInEarnest(config, env);
  const first = readTime(file);
  if (typeof first === 'string') throw new Error(`--clock: ${first}`);
  markFolder(config.dataDir);
  log.warn(
    { clock: file },
    'DEVELOPMENT ONLY: the time comes from a file, and what expires by that time is deleted permanently',
  );
  let time = first;
  let complaint = '';
  let readAtMs = performance.now();
  return {
    now() {
      if (performance.now() - readAtMs >= DEVELOPMENT_CLOCK.readMs) {
        readAtMs = performance.now();
        const next = readTime(file);
        if (typeof next !== 'string') time = next;
        else if (next !== complaint) log.error({ clock: file }, `The clock is unchanged: ${next}`);
        complaint = typeof next === 'string' ? next : '';
      }
      return time();
    },
  };
}

function refuseInEarnest(config: Config, env: NodeJS.ProcessEnv): void {
  const { apiKeysFile, tokens, tls, longTerm, cold, dataDir, shortTerm, working, cache, graph, store } = config;
  const addresses = [shortTerm, working, cache, graph, store].filter((address) => address !== undefined);
  const signs = [
    apiKeysFile !== undefined && 'API keys are set up',
    tokens !== undefined && 'tokens are accepted',
    tls !== undefined && 'TLS is set up',
    longTerm !== undefined && 'long-term memories go to Azure AI Search',
    cold?.kind === 'azure-blob' && 'the archive is in Azure Blob Storage',
    !addresses.every(({ url }) => THIS_MACHINE.has(new URL(url).hostname)) &&
      'a Redis, Neo4j or PostgreSQL is on another machine',
    env['NODE_ENV'] === 'production' && 'NODE_ENV is production',
    existsSync(join(dataDir, STORE)) &&
      !existsSync(join(dataDir, MARK)) &&
      `${dataDir} was used with the real time; name a new folder with --data-dir`,
  ].filter((sign) => sign !== false);
  if (signs.length === 0) return;
  throw new Error(
    `--clock is for development only, since what expires by it is deleted for good: ${signs.join('; ')}.`,
  );
}

function markFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY });
  writeFileSync(
    join(dataDir, MARK),
    'The times in this folder come from a clock that a file controlled (recorda serve --clock).\n',
  );
}

/** Returns the function that tells the time by this file, or the reason why there is none. */
function readTime(file: string): (() => number) | string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    return `${file} cannot be read: ${(error as Error).message}`;
  }
  const [, sign, count, unit] = OFFSET.exec(text) ?? [];
  if (unit !== undefined) {
    const aheadMs = Math.round(Number(`${sign}${count}`) * UNIT_MS[unit]!);
    return () => Date.now() + aheadMs;
  }
  const atMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(atMs)) return () => atMs;
  return `${file} contains neither a time like 2027-03-01T09:00:00Z nor an offset like +36h or -2d (ms, s, m, h, d)`;
}
