/** Records events about credentials and refusals, so that operators notice who tries what is not permitted. */

import type { Origin } from '../domain/audit.ts';

/**
 * - CREDENTIAL: a credential was refused.
 * - LOCK_OUT: a key was refused without being checked, since it had been refused too often from the same address.
 * - NO_CREDENTIAL: a call came without any. It is counted in metrics alone, since MCP hosts begin like this (RFC 9728).
 * - PERMISSION: a call was refused since its key may not make it.
 * - LIMIT: a call was refused since a limit of its caller was reached.
 * - NEW_ADDRESS: a key was used from an address from which it had not been used before.
 */
export const SECURITY_EVENTS = [
  'CREDENTIAL',
  'LOCK_OUT',
  'NO_CREDENTIAL',
  'PERMISSION',
  'LIMIT',
  'NEW_ADDRESS',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  /** '' if it is unknown. */
  readonly tenant: string;
  /** The id of the key that was presented, as the audit log has it; '' if there was none. */
  readonly credential: string;
  /** The method of the call, like `recorda.v1.MemoryService/AddMemory`, or another name that the server gives to the request. */
  readonly method: string;
  /** The user that the call names; '' if there are several or none. */
  readonly userId: string;
  /** The caller's address, or which limit was reached; '' if neither applies. */
  readonly why: string;
};

export interface SecurityLog {
  /** Never throws, and does not wait for anything. */
  record(event: SecurityEvent): void;
}

/** Keeps no record. */
export const NO_SECURITY_LOG: SecurityLog = { record: () => undefined };

/** The tenants whose reads are recorded. */
export type ReadsAudited = 'ALL' | readonly string[];

/** A call that is permitted, valid and about to run. */
export type Reading = {
  readonly method: string;
  /** Returns the users that the request names. */
  readonly userIds: () => readonly string[];
  readonly types: readonly string[];
  readonly call: { readonly tenant: string; readonly origin: Origin; readonly nowMs: number };
};

/** Takes calls, and records those that read users' data. */
export interface ReadLog {
  /** Never throws, and does not wait for anything. */
  record(reading: Reading): void;
}
