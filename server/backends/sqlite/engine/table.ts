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
  /**
   * How another copy of the store gets the rows that a write has touched (../copying): as images; by what the write notes in a buffer, since
   * the rows are nobody's alone (NOTES); or not at all, since each copy has its own (OWN).
   */
  readonly copied: Imaged | 'NOTES' | 'OWN';
};

/** Rows that are copied as images. Columns that name the user or the tenant are no part of an image, which belongs to one of them. */
export type Imaged = {
  /** The columns by which rows are found among those of the user, the tenant or the store. No key has the number of a copy. */
  readonly key: readonly string[];
  /** True if several rows have one key: they are replaced together, in the order of their numbers. */
  readonly isGroup?: true;
  /** True if the key is there only once in a store, whoever's the row is. */
  readonly isUnique?: true;
  /** The column of a number that each copy gives a row itself: columns of that name in other tables refer to the row by it. */
  readonly number?: string;
  /** Columns under another name than the number of the table that they refer to. */
  readonly refers?: Readonly<Record<string, string>>;
  /** Columns that each copy computes itself: SQL over the other columns, such as @agent_id, and the user, @userNo and @tenant. */
  readonly computed?: Readonly<Record<string, string>>;
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
