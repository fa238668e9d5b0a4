/**
 * A table of the store, as the schema.ts of its subject declares it; the columns stand in migrations/. `of` says whose the rows are:
 * a user's, a tenant's, the store's as a whole (`shared`), or this server's alone (`local`), which servers that shared a store would
 * each keep for themselves.
 */
export type Table = {
  readonly table: string;
  readonly of: 'user' | 'tenant' | 'shared' | 'local';
  /** How an erasure deletes what a user has in it; absent where no row is about one user. */
  readonly erased?: ErasedByNumber | ErasedByName | ErasedAlong;
};

/** Rows that are found by the user's number, deleted a few at a time after the user is gone. */
export type ErasedByNumber = {
  readonly by: 'number';
  /** Which rows are those of user number @userNo. */
  readonly where: string;
  /** The name of these rows in erasure receipts; absent where other rows count for them. */
  readonly counted?: string;
  /** The primary key of a table without a rowid. */
  readonly key?: string;
  /** How many rows are deleted at a time. */
  readonly chunk: number;
};

/** Rows that name the tenant and the user. They are short, and are deleted at once. */
export type ErasedByName = { readonly by: 'name'; readonly counted: string };

/** Rows that are deleted by something else. */
export type ErasedAlong = {
  /** By a trigger, with a row of `memories`; by the erasure itself, as its first or last step; or by the code of the subject. */
  readonly by: 'trigger' | 'erasure' | 'subject';
};

/** The rows of a table that has the user's number. */
export const OF_USER = 'user_no = @userNo';
/** The rows of a table that has the number of an owner, see records/schema.ts. */
export const OF_OWNERS = `owner_no IN (SELECT owner_no FROM owners WHERE ${OF_USER})`;
