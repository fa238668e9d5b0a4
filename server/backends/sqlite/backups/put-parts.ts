/** Puts parts of users, as lines of JSON, into a store: synchronously, with the writer's functions. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { jsonText, sizeBytes } from '../../../domain/memory.ts';
import { floatsOf, type PortableMemory } from '../../../domain/portable.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { BackupPart } from '../../../policy/lifecycle.ts';
import { storedTextNow } from '../../stored-text.ts';
import { putArchived } from '../lifecycle/put-archived.ts';
import type { StoredPutBack } from '../records/memory-commands.ts';
import type { MemoryWrites } from '../memories/writes.ts';

/** The functions that put parts. */
export type PartWrites = {
  readonly writes: Pick<MemoryWrites, 'putBack'>;
  readonly putRowBack: (whose: UserKey, row: PortableRow, nowMs: number) => boolean;
  readonly settled: (holds: boolean) => void;
  readonly beforeCommit: () => void;
};

export function putParts(db: Database, subjects: PartWrites) {
  const findUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const insertUser = db.prepare('INSERT INTO users (tenant, user_id, revision) VALUES (@tenant, @userId, 0)');
  const archived = putArchived(db);
  const userOf = ({ tenant, userId }: UserKey): number =>
    findUser.get({ tenant, userId }) ?? Number(insertUser.run({ tenant, userId }).lastInsertRowid);
  const put = (whose: UserKey, part: BackupPart, lines: readonly string[]): void => {
    if (part === 'archive') archived(userOf(whose), lines);
    else if (part === 'rows') {
      for (const line of lines) subjects.putRowBack(whose, JSON.parse(line) as PortableRow, 0);
    } else {
      subjects.writes.putBack(lines.map((line) => toCommand(JSON.parse(line) as PortableMemory, whose)));
    }
    subjects.settled(true);
    subjects.beforeCommit();
  };
  return (whose: UserKey, part: BackupPart, lines: readonly string[]): void =>
    db.transaction(() => put(whose, part, lines)).immediate();
}

function toCommand(memory: PortableMemory, { tenant, userId }: UserKey): StoredPutBack {
  const { agentId, sessionId, namespace, taskId, payload, metadata, vector, ...rest } = memory;
  if (payload.type === 'WORKING') throw new Error('Working memory is not stored in SQLite.');
  return {
    ...rest,
    scope: { tenant, userId, agentId, sessionId, namespace, taskId },
    nowMs: 0,
    autoPrune: 'OFF',
    payload: 'content' in payload ? { ...payload, content: '' } : payload,
    metadataJson: metadata && JSON.stringify(metadata),
    text: storedTextNow('content' in payload ? payload.content : jsonText(payload)),
    sizeBytes: sizeBytes(payload, metadata),
    ...(vector !== undefined && { vector: floatsOf(vector), embedder: vector.embedder }),
  };
}
