/** Every setting: its names, what it means, what it may be. .env.example and `recorda serve --help` are made of this table. */
import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { SERVING } from './policy/serving.ts';

const MAX_PORT = 65_535;
const HOUR_MS = 3_600_000;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A whole number as people write it in a shell. */
function wholeNumber(least: number, most: number, unit = ''): z.ZodType<number, string> {
  const message = `must be a whole number${unit} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

const loopback = z
  .string()
  .refine(isLoopback, 'must be a loopback address: Recorda has no authentication yet, so it serves this machine only');

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && /^(?:0*:)*:?0*1$/.test(host);
}

type Setting<T> = {
  readonly env: `RECORDA_${string}`;
  /** As commander takes it. */
  readonly flag: `--${string} <${string}>`;
  readonly meaning: string;
  /** As it would be written in the environment; absent: off. */
  readonly byDefault: string | undefined;
  readonly schema: z.ZodType<T, string>;
};

const setting = <T>(it: Setting<T>): Setting<T> => it;

export const SETTINGS = {
  host: setting({
    env: 'RECORDA_HOST',
    flag: '--host <address>',
    meaning: 'Address to listen on; loopback only',
    byDefault: '127.0.0.1',
    schema: loopback,
  }),
  port: setting({
    env: 'RECORDA_PORT',
    flag: '--port <number>',
    meaning: 'Port of gRPC; 0 takes any free one',
    byDefault: '50051',
    schema: wholeNumber(0, MAX_PORT),
  }),
  dataDir: setting({
    env: 'RECORDA_DATA_DIR',
    flag: '--data-dir <path>',
    meaning: 'Folder of the database; made if missing, used by one process at a time',
    byDefault: '.recorda',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  }),
  logLevel: setting({
    env: 'RECORDA_LOG_LEVEL',
    flag: '--log-level <level>',
    meaning: `Least important lines that are logged: ${LOG_LEVELS.join(', ')}`,
    byDefault: 'info',
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
  }),
  metricsPort: setting({
    env: 'RECORDA_METRICS_PORT',
    flag: '--metrics-port <number>',
    meaning:
      'Port of the Prometheus endpoint /metrics, on the same address, usually 9464; 0 takes any free one; not set: none',
    byDefault: undefined,
    schema: wholeNumber(0, MAX_PORT),
  }),
  shutdownGraceMs: setting({
    env: 'RECORDA_SHUTDOWN_GRACE_MS',
    flag: '--shutdown-grace-ms <number>',
    meaning: 'Milliseconds that calls under way get to end after SIGTERM',
    byDefault: `${SERVING.shutdownGraceMs}`,
    schema: wholeNumber(0, HOUR_MS, ' of milliseconds'),
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
