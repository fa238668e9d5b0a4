/** Refuses unknown options of openEmbedded, also those within an option: they would have no effect, and nobody would notice. */
import { type Names, refuseUnknown } from '../../client/options.ts';
import { fieldError } from '../domain/errors.ts';
import type { EmbedderConfig } from '../embedders/open-embedder.ts';
import { COST_RATES, GLOBAL_LIMITS } from '../policy/limits.ts';
import type { SchedulePatterns } from '../settings/lifecycle-settings.ts';

const SCHEDULE: Names<SchedulePatterns> = {
  zone: true,
  episodic: true,
  longTerm: true,
  structured: true,
  sleepCycle: true,
  check: true,
  backup: true,
  backupPersona: true,
  auditAnchor: true,
};
const WEBHOOK: Names<{ readonly url: string; readonly secret: string }> = { url: true, secret: true };
const KINDS: Readonly<Record<EmbedderConfig['kind'], true>> = {
  static: true,
  onnx: true,
  openai: true,
  'azure-openai': true,
};

const namesOf = (names: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(names.map((name) => [name, true]));
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The options that are objects, with the names that each may have. */
const WITHIN = {
  limits: namesOf(Object.keys(GLOBAL_LIMITS)),
  rates: namesOf(Object.keys(COST_RATES)),
  schedule: SCHEDULE,
  alertWebhook: WEBHOOK,
};

/** Throws FIELD_INVALID for the first that is refused; programs without types may give anything. */
export function refuseOptions(options: unknown, names: readonly string[]): void {
  if (!isObject(options)) throw fieldError('options', "must be an object, like { dataDir: './memories' }.");
  refuseUnknown(options, namesOf(names), 'openEmbedded');
  const given = options as Readonly<Record<string, unknown>>;
  for (const [option, known] of Object.entries(WITHIN)) {
    const value = given[option];
    if (value === undefined) continue;
    if (!isObject(value)) throw fieldError(option, `must be an object with ${Object.keys(known).join(', ')}.`);
    refuseUnknown(value, known, option);
  }
  for (const option of ['limits', 'rates']) {
    const wrong = Object.entries(given[option] ?? {}).find(([, value]) => !isAmount(value));
    if (wrong !== undefined) throw fieldError(`${option}.${wrong[0]}`, 'must be a number, 0 or more.');
  }
  const { embedder } = given;
  const kind = isObject(embedder) && 'kind' in embedder ? embedder.kind : undefined;
  if (embedder !== undefined && !(typeof kind === 'string' && Object.hasOwn(KINDS, kind)))
    throw fieldError('embedder', `must be an object whose kind is one of ${Object.keys(KINDS).join(', ')}.`);
}

const isAmount = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
