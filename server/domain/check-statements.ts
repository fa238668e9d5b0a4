/** Words the statements of backend checks in English. Interfaces in other languages word them by their kind. */

/** The values of each kind. */
export type StatementValues = {
  readonly ANSWERS: { readonly product: string; readonly version: string };
  readonly ROUND_TRIP: { readonly ms: string };
  readonly LOSES_LATEST: object;
  readonly DROPS_WHEN_FULL: { readonly policy: string };
  readonly NOT_IN_BACKUPS: object;
  readonly NO_INDEX_YET: object;
  readonly MEMORIES: { readonly count: number };
  readonly WRITTEN_AND_DELETED: { readonly storage: string };
  readonly IN_DATA_FOLDER: object;
  readonly KEYS_BESIDE_BACKUPS: object;
  readonly KEYS_MISSING: object;
  readonly KEYS: { readonly count: number };
  readonly PRICES: { readonly count: number; readonly oldest: string; readonly table: number };
  readonly TOO_SLOW: { readonly ms: number };
  readonly NO_ANSWER: object;
  readonly KEY_REJECTED: object;
  readonly HTTP_STATUS: { readonly status: number };
};
export type StatementKind = keyof StatementValues;

export type Statement = {
  readonly kind: StatementKind;
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
};

const WORDS: { readonly [Kind in StatementKind]: (values: StatementValues[Kind]) => string } = {
  ANSWERS: ({ product, version }) => `${product} ${version}`,
  ROUND_TRIP: ({ ms }) => `second round trip ${ms} ms`,
  LOSES_LATEST: () => 'no append-only file: a restart loses the latest messages',
  DROPS_WHEN_FULL: ({ policy }) => `${policy}: it drops keys when full`,
  NOT_IN_BACKUPS: () => 'backups do not include its data: back it up separately',
  NO_INDEX_YET: () => 'the index does not exist yet; a server creates it',
  MEMORIES: ({ count }) => `${count} memories`,
  WRITTEN_AND_DELETED: ({ storage }) => `${storage}: written and deleted`,
  IN_DATA_FOLDER: () => 'in the data folder',
  KEYS_BESIDE_BACKUPS: () =>
    'there are keys beside the backups as well: the server moves them when it starts, and logs which ones it leaves there',
  KEYS_MISSING: () =>
    'archive and backups contain data that was encrypted with keys that are missing here: set RECORDA_USER_KEYS to their place, or put them back',
  KEYS: ({ count }) => `${count} keys`,
  PRICES: ({ count, oldest, table }) => `${count} of your own, the oldest from ${oldest}; the table has ${table}`,
  TOO_SLOW: ({ ms }) => `it does not answer within ${ms} ms`,
  NO_ANSWER: () => 'nothing answers',
  KEY_REJECTED: () => 'it rejects the key',
  HTTP_STATUS: ({ status }) => `it answers HTTP ${status}`,
};

export function statement<Kind extends StatementKind>(kind: Kind, values: StatementValues[Kind]): Statement {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return { kind, values: Object.fromEntries(texts) as Record<string, string>, text: WORDS[kind](values) };
}

/** Returns the statements in one line. */
export const inWords = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join('; ');

/** An error that carries a statement as well as a message. */
export class StatedError extends Error {
  readonly statement: Statement;

  constructor(stated: Statement, options?: ErrorOptions) {
    super(stated.text, options);
    this.name = 'StatedError';
    this.statement = stated;
  }
}
