/** Every setting: its names, what it means, what it may be. .env.example and `recorda serve --help` are made of this table. */
import { z } from 'zod';
import { DOOR_SETTINGS } from './door-settings.ts';
import { COLD_SETTINGS } from './cold-settings.ts';
import { DISK } from '../policy/disk.ts';
import { EMBEDDER_SETTINGS } from './embedder-settings.ts';
import { CONTEXT_SETTINGS } from './context-settings.ts';
import { GRAPH_SETTINGS } from './graph-settings.ts';
import { KEEPING_SETTINGS } from './keeping-settings.ts';
import { LONG_TERM_SETTINGS } from './long-term-settings.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { SERVING } from '../policy/serving.ts';
import { setting, wholeNumber } from './setting.ts';
import { SUMMARIZER_SETTINGS } from './summarizer-settings.ts';

const MAX_PORT = 65_535;
const HOUR_MS = 3_600_000;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const redisUrl = z
  .string()
  .refine(isRedisUrl, 'must be like redis://user:password@host:6379/0 or redis-cluster://host:6379,host:6380');

export const SETTINGS = {
  ...DOOR_SETTINGS,
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
  auditHead: setting({
    env: 'RECORDA_AUDIT_HEAD_FILE',
    flag: '--audit-head-file <path>',
    meaning:
      'File that says which record of the audit log is the last, best where who may write the data folder may not; not set: audit.head of the data folder',
    byDefault: undefined,
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  }),
  ...CONTEXT_SETTINGS,
  diskReserveMb: setting({
    env: 'RECORDA_DISK_RESERVE_MB',
    flag: '--disk-reserve-mb <number>',
    meaning:
      'Megabytes of the data folder’s disk that are held back, so that deletions and erasures can still be written once it is full; 0: none',
    byDefault: `${DISK.reserveMb}`,
    schema: wholeNumber(0, DISK.mostReserveMb, ' of megabytes'),
  }),
  shortTerm: setting({
    env: 'RECORDA_SHORT_TERM',
    // It may hold a password.
    flag: undefined,
    isSecret: true,
    meaning:
      'Where short-term memory lives: redis://host:port/db, rediss:// with TLS, redis-cluster://host:port,host:port; not set: in the data folder',
    byDefault: undefined,
    schema: redisUrl,
  }),
  working: setting({
    env: 'RECORDA_WORKING',
    flag: undefined,
    isSecret: true,
    meaning: 'Where working memory lives: as RECORDA_SHORT_TERM; not set: in the memory of this server',
    byDefault: undefined,
    schema: redisUrl,
  }),
  cache: setting({
    env: 'RECORDA_CACHE',
    flag: undefined,
    isSecret: true,
    meaning:
      'Where embeddings of remote embedders and answers that may be given again are kept for several servers: as RECORDA_SHORT_TERM; not set: each server keeps its own',
    byDefault: undefined,
    schema: redisUrl,
  }),
  redisCaFile: setting({
    env: 'RECORDA_REDIS_CA_FILE',
    flag: '--redis-ca-file <path>',
    meaning: 'File of the certificates (PEM) that rediss:// trusts; not set: those that Node trusts',
    byDefault: undefined,
    schema: z.string(),
  }),
  ...GRAPH_SETTINGS,
  ...COLD_SETTINGS,
  ...KEEPING_SETTINGS,
  ...LONG_TERM_SETTINGS,
  ...EMBEDDER_SETTINGS,
  ...SUMMARIZER_SETTINGS,
  ...LIMIT_SETTINGS,
} as const;

function isRedisUrl(text: string): boolean {
  return /^rediss?(-cluster)?:\/\/([^@/\s]*@)?[^@/\s]+(\/\d*)?$/.test(text);
}

export type SettingName = keyof typeof SETTINGS;
