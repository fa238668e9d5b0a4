/** Declares what a server tells its operators about itself. */
import type { Access, Role } from '../domain/caller.ts';
import type { Statement } from '../domain/check-statements.ts';

/** A setting without its value if that is a secret. */
export type ShownSetting = {
  /** The name in the environment, like `RECORDA_PORT`. */
  readonly name: string;
  /** The value as it would be written in the environment; absent if it is not set or a secret. */
  readonly value?: string | undefined;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  /** Where the value came from: `--port`, `RECORDA_PORT`, `.env` or `default`. */
  readonly from: string;
};

/** An API key without its secret. Times are in ISO 8601. */
export type ShownKey = {
  readonly id: string;
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  /** Absent: it may read and write. */
  readonly access?: Access | undefined;
  /** The only users that it may name; empty: all. */
  readonly users: readonly string[];
  readonly certificate?: string | undefined;
  readonly createTime: string;
  readonly expireTime?: string | undefined;
};

/** The findings of one round trip; see server/doctor/check.ts. */
export type BackendFinding = {
  readonly role: string;
  readonly where: string;
  readonly isThere: boolean;
  readonly said: string;
  /** The statements that the words consist of; empty if they are those of an error. */
  readonly statements: readonly Statement[];
  readonly roundTripMs: number;
};

export type ServerReport = {
  readonly settings: readonly ShownSetting[];
  /** Returns the keys of all tenants. Throws if their file cannot be read. */
  keys(): readonly ShownKey[];
  /** Makes a round trip to everything apart from the store itself. */
  checkBackends(): Promise<readonly BackendFinding[]>;
};
