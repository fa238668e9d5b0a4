/** Resume tokens of the change log: a position in a user's or a tenant's changes, sealed like a page token. */
import type { UserKey } from './accounts.ts';
import { fieldError } from './errors.ts';
import { decodePageToken, encodePageToken } from './page-token.ts';
import type { Scope } from './memory.ts';

const WHAT = 'changes';

/** `position` is one in the user's changes, or in those of all users if the scope names none. */
export function encodeResumeToken(position: string, { tenant, userId }: Scope): string {
  return encodePageToken({ createTimeMs: 0, id: position }, [WHAT, tenant, userId]);
}

/** Returns undefined without a token. Throws FIELD_INVALID naming `resume_token`. */
export function decodeResumeToken(token: string, { tenant, userId }: Scope): string | undefined {
  try {
    const cursor = decodePageToken(token, [WHAT, tenant, userId]);
    // Tokens of version 0.1 have the number of the change in the other field.
    return cursor?.id === WHAT ? String(cursor.createTimeMs) : cursor?.id;
  } catch {
    throw fieldError('resume_token', 'is not a token that WatchMemories returned for this user_id. Send it unchanged.');
  }
}

const ALERTS = 'alerts';

/** Encodes a position among all alerts. */
export function encodeAlertToken(sequence: number, { tenant, userId }: UserKey): string {
  return encodePageToken({ createTimeMs: sequence, id: ALERTS }, [ALERTS, tenant, userId]);
}

/** Returns undefined without a token. Throws FIELD_INVALID naming `resume_token`. */
export function decodeAlertToken(token: string, { tenant, userId }: UserKey): number | undefined {
  try {
    return decodePageToken(token, [ALERTS, tenant, userId])?.createTimeMs;
  } catch {
    throw fieldError('resume_token', 'is not a token that WatchAlerts returned for this user_id. Send it unchanged.');
  }
}
