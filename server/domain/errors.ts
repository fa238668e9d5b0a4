/**
 * All errors that a caller can get, each created in one place. rpc/ turns them into google.rpc.Status; in process they are thrown as
 * they are.
 */
import { RecordaError } from '../../contract/errors.ts';
import { MAX_STEPS } from '../policy/limits.ts';

export * from '../../contract/errors.ts';

export function notFound(id: string): RecordaError {
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `No memory ${id} in this scope. Check id and scope; it may have been deleted.`,
    {
      resource: { type: 'recorda.v1.Memory', name: id },
    },
  );
}

export function responseTooLarge(): RecordaError {
  return new RecordaError(
    'RESPONSE_TOO_LARGE',
    'The memories found are too large for one answer. Ask for fewer with top_k, or list them in pages.',
  );
}

export function factNotFound(id: string): RecordaError {
  return new RecordaError(
    'FACT_NOT_FOUND',
    `There is no current fact ${id} of this user. Check id and scope; it may have been replaced or forgotten.`,
    { resource: { type: 'recorda.v1.Fact', name: id } },
  );
}

export function etagMismatch(id: string): RecordaError {
  return new RecordaError(
    'ETAG_MISMATCH',
    `Memory ${id} has changed since its etag was read. Read it again and repeat the call with the new etag.`,
    { precondition: { type: 'ETAG', subject: id, description: 'The etag is not the current one.' } },
  );
}

export function episodeEnded(id: string): RecordaError {
  return new RecordaError(
    'EPISODE_ENDED',
    `Episode ${id} has ended and takes no more steps. Add a new episode, or clear outcome and end_time of this one with UpdateMemory to continue it.`,
    { precondition: { type: 'EPISODE_RUNNING', subject: id, description: 'The episode has an outcome or an end.' } },
  );
}
/** Returns the same error for every call that adds too many steps. `current` is the number of steps that exist, or that the add brings. */
export function tooManySteps(current: number): RecordaError {
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many steps in one episode (current: ${number(current)}, max: ${MAX_STEPS}). End it, and continue in a new one.`,
    { quota: { subject: 'episode/steps', limit: MAX_STEPS, current } },
  );
}

const number = (value: number): string => value.toLocaleString('en-US');

/** `what` is a phrase such as `long_term memories`; numbers are written 10,000. */
export function quotaExceeded(
  subject: string,
  what: string,
  current: number,
  limit: number,
  makeRoom = 'Delete old memories or upgrade the tier.',
): RecordaError {
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many ${what} (current: ${number(current)}, max: ${number(limit)}). ${makeRoom}`,
    { quota: { subject, limit, current } },
  );
}

/** The usage of a quota by bytes: what is used, the limit, and what the refused call adds. */
export type ByteUse = { readonly used: number; readonly limit: number; readonly added: number };

/** Returns a text such as `10,240 B of 10,240 B used; this adds 1,204 B`. */
export function byteUseText({ used, limit, added }: ByteUse): string {
  return `${number(used)} B of ${number(limit)} B used; this adds ${number(added)} B`;
}

/** `what` is a phrase such as `long_term memories`. `makeSmaller` is the advice for an item that is too large even for an empty quota. */
export function byteQuotaExceeded(
  subject: string,
  what: string,
  use: ByteUse,
  makeRoom = 'Delete old memories or upgrade the tier.',
  makeSmaller = 'shorten or split it, or raise the quota.',
): RecordaError {
  const { used, limit, added } = use;
  const advice = added > limit ? `It exceeds the quota by itself: ${makeSmaller}` : makeRoom;
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many bytes of ${what} (${byteUseText(use)}). ${advice}`,
    { quota: { subject, limit, current: used, addedBytes: added } },
  );
}

export function systemPromptNotFound(agentId: string, version: string): RecordaError {
  const which = version === '' ? 'no system prompt' : `no system prompt ${version}`;
  return new RecordaError(
    'SYSTEM_PROMPT_NOT_FOUND',
    `The agent ${agentId} has ${which}. Store one with PutSystemPrompt, which returns its version.`,
    { resource: { type: 'recorda.v1.SystemPrompt', name: `${agentId}/${version}` } },
  );
}

/** `leastTokens` is the smallest limit that would suffice. */
export function contextTooLarge(leastTokens: number, limit: number): RecordaError {
  return new RecordaError(
    'CONTEXT_TOO_LARGE',
    `The system prompt and the new turn alone take ${leastTokens} tokens; the limit is ${limit}. Shorten the turn, or raise max_tokens if it is below the server's own limit.`,
    { quota: { subject: 'context.tokens', limit, current: leastTokens } },
  );
}

/** Returns the error for a limit of the whole server, which no tier lifts. */
export function globalLimitExceeded(
  { subject, what, setting }: { readonly subject: string; readonly what: string; readonly setting: string },
  current: number,
  limit: number,
  addedBytes?: number,
): RecordaError {
  const advice = `Delete some, or ask the operator of the server to raise ${setting}.`;
  if (addedBytes !== undefined) {
    return byteQuotaExceeded(subject, what, { used: current, limit, added: addedBytes }, advice);
  }
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many ${what} (current: ${number(current)}, max: ${number(limit)}). ${advice}`,
    { quota: { subject, limit, current } },
  );
}

/** Returns the error for a resume token that points to alerts which are no longer stored. */
export function alertsGone(): RecordaError {
  return new RecordaError(
    'CHANGES_GONE',
    'The alerts after this resume_token are no longer kept, or the token is from another store. Read them with ListAlerts, then watch again without a token.',
  );
}

/** Returns the error for a damaged object in cold storage. Its name contains no ids of users. */
export function coldObjectDamaged(name: string): RecordaError {
  return new RecordaError(
    'COLD_OBJECT_DAMAGED',
    'The object of this name in cold storage is not what was stored: it was changed, cut short, or its key was destroyed. Restore cold storage, or use an older backup.',
    { resource: { type: 'recorda.v1.ColdObject', name } },
  );
}

/** Returns the error for an object in cold storage that is missing. */
export function coldObjectMissing(name: string): RecordaError {
  return new RecordaError(
    'COLD_OBJECT_DAMAGED',
    'Cold storage has no object of this name: it was deleted there, or another server archived it into its own cold storage. Restore cold storage, or ask that server.',
    { resource: { type: 'recorda.v1.ColdObject', name } },
  );
}

/** Returns the error for a user's key that no master key opens; `id` names the one that does, if it is known. */
export function masterKeyMismatch(id?: string): RecordaError {
  const which = id === undefined ? 'another master key' : `another master key, ${id}`;
  return new RecordaError(
    'MASTER_KEY_MISMATCH',
    `The keys of users were wrapped with ${which}. Give the server that key as well, after the current one: RECORDA_MASTER_KEY, RECORDA_MASTER_KEY_FILE, or master.key in the data folder.`,
    { precondition: { type: 'MASTER_KEY', subject: 'server', description: 'It cannot decrypt the keys of users.' } },
  );
}

/** Returns the error for a master key that cannot be added or retired as things are; `why` says what to do. */
export function masterKeyRefused(why: string): RecordaError {
  return new RecordaError('MASTER_KEY_REFUSED', why, {
    precondition: { type: 'MASTER_KEY', subject: 'server', description: 'The master keys stay as they are.' },
  });
}

export function userKeyMissing(): RecordaError {
  return new RecordaError(
    'USER_KEY_MISSING',
    'The archive or the backups of this user were encrypted with a key that is missing. Put the keys back in the place of RECORDA_USER_KEYS (by default the folder user-keys in the data folder), or set it to the place of the keys; servers that share cold storage need the same keys. If the keys are lost, so is the data: erase the user, or set RECORDA_COLD to new storage.',
    { precondition: { type: 'USER_KEY', subject: 'server', description: 'The key of the user is missing.' } },
  );
}

export function rowKeyMissing(): RecordaError {
  return new RecordaError(
    'USER_KEY_MISSING',
    'Rows of a user in PostgreSQL are sealed with a key that is missing. Put the keys back in the place of RECORDA_USER_KEYS, or set it to the place of the keys: all servers over one database need the same.',
    { precondition: { type: 'USER_KEY', subject: 'server', description: 'The key of the rows of a user is missing.' } },
  );
}

/** Returns the error for calls of a user whose rows cannot be opened, while others are served. */
export function rowKeyOfUserMissing(): RecordaError {
  return new RecordaError(
    'USER_KEY_MISSING',
    'The rows of this user in PostgreSQL are sealed with a key that is missing from the place of RECORDA_USER_KEYS, so nothing of the user is read or written. Put the key back from a backup of that place and restart the server, whose log and `recorda doctor` name the object; or, if the key is lost, erase the user with all types (DeleteUserData).',
    {
      precondition: { type: 'USER_KEY', subject: 'user', description: 'The key of the rows of this user is missing.' },
    },
  );
}

/** Returns the error for a row in PostgreSQL that is not what was written; `name` is its tbl and digest. */
export function rowDamaged(name: string): RecordaError {
  return new RecordaError(
    'STORE_DAMAGED',
    `A row in PostgreSQL was changed, so it cannot be read: ${name}, the columns tbl and digest of recorda.rows. Put it back as a backup of the database has it, or restore that backup.`,
  );
}

/** Returns the error for calls of a user of whom a row is damaged, while others are served. */
export function rowOfUserDamaged(): RecordaError {
  return new RecordaError(
    'STORE_DAMAGED',
    'A row of this user in PostgreSQL is damaged, so nothing of the user is read or written at this server, which serves everybody else. Restart it, since it then reads the rows anew. If that does not help, put the row back, which its log and `recorda doctor` name, as a backup of the database has it, and restart; or erase the user with all types (DeleteUserData).',
    { precondition: { type: 'STORE', subject: 'user', description: 'A row of this user is damaged.' } },
  );
}

export function backupNotFound(id: string): RecordaError {
  return new RecordaError(
    'BACKUP_NOT_FOUND',
    'There is no such backup. ListBackups lists the existing ones; how long a backup is kept depends on its type.',
    { resource: { type: 'recorda.v1.Backup', name: id } },
  );
}
