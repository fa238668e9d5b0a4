/** The statements of backends' checks in the chosen language. */
import type { BackendStatementKind } from '../../proto/gen/recorda/v1/settings.ts';
import { t, type TextKey } from './text.ts';

type Kind = Exclude<BackendStatementKind, 'UNRECOGNIZED' | `${string}UNSPECIFIED`>;
type Short = Kind extends `BACKEND_STATEMENT_KIND_${infer Name}` ? Name : never;

const PREFIX = 'BACKEND_STATEMENT_KIND_';
/** Each kind has a text, which the compiler checks. */
const KEYS: { readonly [Name in Short]: TextKey & `check.${Name}` } = {
  ANSWERS: 'check.ANSWERS',
  ROUND_TRIP: 'check.ROUND_TRIP',
  LOSES_LATEST: 'check.LOSES_LATEST',
  DROPS_WHEN_FULL: 'check.DROPS_WHEN_FULL',
  NOT_IN_BACKUPS: 'check.NOT_IN_BACKUPS',
  NO_INDEX_YET: 'check.NO_INDEX_YET',
  MEMORIES: 'check.MEMORIES',
  WRITTEN_AND_DELETED: 'check.WRITTEN_AND_DELETED',
  IN_DATA_FOLDER: 'check.IN_DATA_FOLDER',
  KEYS_BESIDE_BACKUPS: 'check.KEYS_BESIDE_BACKUPS',
  KEYS_MISSING: 'check.KEYS_MISSING',
  KEYS: 'check.KEYS',
  PRICES: 'check.PRICES',
  TOO_SLOW: 'check.TOO_SLOW',
  NO_ANSWER: 'check.NO_ANSWER',
  KEY_REJECTED: 'check.KEY_REJECTED',
  HTTP_STATUS: 'check.HTTP_STATUS',
};

/** Returns undefined for a kind that only a later version of the server knows. */
export function statementOf(kind: string, values: Readonly<Record<string, string>>): string | undefined {
  const key = new Map<string, TextKey>(Object.entries(KEYS)).get(kind.slice(PREFIX.length));
  return key === undefined ? undefined : t(key, values);
}
