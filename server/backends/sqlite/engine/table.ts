/**
 * A table of the store, as the schema.ts of its subject declares it; the columns are in migrations/newest.ts. `of` tells to whom the rows
 * belong: a user, a tenant, the store as a whole (`shared`), or this server alone (`local`), which servers that shared a store would each
 * keep for themselves.
 */
export type Table = {
  readonly table: string;
  readonly of: 'user' | 'tenant' | 'shared' | 'local';
  /** How an erasure deletes a user's rows; absent if no row is about one user. */
  readonly erased?: ErasedByNumber | ErasedByName | ErasedAlong;
};

/** Rows that are found by the user's number, and deleted a few at a time after the user. */
export type ErasedByNumber = {
  readonly by: 'number';
  /** A condition that selects the rows of user number @userNo. */
  readonly where: string;
  /** The name of these rows in erasure receipts; absent if other rows count for them. */
  readonly counted?: string;
  /** The primary key of a table without a rowid. */
  readonly key?: string;
  /** The number of rows that are deleted at a time. */
  readonly chunk: number;
};

/** Rows that name the tenant and the user. They are short, and are deleted at once. */
export type ErasedByName = { readonly by: 'name'; readonly counted: string };

/** Rows that are deleted by other means. */
export type ErasedAlong = {
  /** The means: a trigger, with a row of `memories`; the erasure itself, as its first or last step; or the code of the subject. */
  readonly by: 'trigger' | 'erasure' | 'subject';
};

/** Selects the rows of a table that has the user's number. */
export const OF_USER = 'user_no = @userNo';
/** Selects the rows of a table that has the number of an owner, see records/schema.ts. */
export const OF_OWNERS = `owner_no IN (SELECT owner_no FROM owners WHERE ${OF_USER})`;
