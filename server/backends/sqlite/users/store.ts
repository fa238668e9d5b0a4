/** Implements the ports for all data of one user in the file, over the threads. */
import { orAbort, type StopSignal } from '../../../domain/abort.ts';
import type { UserKey } from '../../../domain/accounts.ts';
import type { Origin } from '../../../domain/audit.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { jsonText, sizeBytes, type MemoryType } from '../../../domain/memory.ts';
import { floatsOf, type PortableMemory } from '../../../domain/portable.ts';
import { ERASING } from '../../../policy/lifecycle.ts';
import type { ErasureTarget, TargetCount, PutBack, UserImports, UserMemories, UserRows } from '../../../ports/users.ts';
import type { EmbeddedUsers } from '../../../ports/embedded-store.ts';
import { inTurns } from '../../../ports/in-turns.ts';
import type { Clock } from '../../../ports/stores.ts';
import { storedText } from '../../stored-text.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { OverwriteGaps } from '../engine/page-passes.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { StoredType } from '../records/stored-types.ts';
import type { ImportPart } from './staged-imports.ts';
import type { StoredPutBack } from '../records/memory-commands.ts';
import type { IdReads } from './taken-ids.ts';
import type { MemoryWrites } from '../memories/writes.ts';
import type { RowReads } from './export-rows.ts';
import type { UserReads } from './export-memories.ts';
import type { UserWrites } from './writes.ts';
import type { WriterControls } from '../engine/writer.ts';

type SqliteUserWrites = UserWrites & Pick<MemoryWrites, 'putBack'> & Pick<WriterControls, 'scrub'>;

type SqliteUserReads = UserReads & RowReads & IdReads & { forgetUser(whose: UserKey): void };

export type SqliteUserOptions = {
  readonly writer: Remote<SqliteUserWrites>;
  readonly readers: ReaderPool<SqliteUserReads>;
  readonly clock: Clock;
  /** Writes buffered counts. */
  readonly flush: () => Promise<unknown>;
  /** Drops this thread's cached data of a user. */
  readonly forget: (whose: UserKey) => void;
  readonly newId: () => string;
  /** Overwrites the traces of deleted rows in the pages of the file. */
  readonly overwriteGaps: OverwriteGaps;
};

/** All data of a user in the file. */
export type SqliteUsers = EmbeddedUsers & { ofType(type: StoredType): UserMemories };

export function sqliteUsers(options: SqliteUserOptions): SqliteUsers {
  const { writer, readers, clock, flush, forget, newId } = options;
  const count: ErasureTarget['count'] = (whose, types, { signal }) =>
    readers.of(whose).countUser({ whose: scopeOf(whose), types }, signal);

  async function erase(
    whose: UserKey,
    types: readonly MemoryType[] | undefined,
    erasureId: string,
    origin: Origin | undefined,
  ): Promise<readonly TargetCount[]> {
    // Buffered writes of the user would otherwise come after the erasure.
    await flush();
    const command = { whose: scopeOf(whose), types, erasureId, nowMs: clock.now() };
    const counts = await writer.detachUser(command, undefined, origin);
    forget(whose);
    await Promise.all(readers.all().map(({ calls }) => calls.forgetUser(scopeOf(whose))));
    await deleteRest(options);
    await options.overwriteGaps();
    return counts;
  }

  return {
    name: 'sqlite',
    count,
    // An erasure that has begun is completed, even if the caller has given up.
    erase: (whose, types, erasureId, { signal, origin }) => orAbort(erase(whose, types, erasureId, origin), signal),
    async finish() {
      if ((await deleteRest(options)) > 0) await options.overwriteGaps();
    },
    seen: () => readers.of({ tenant: '', userId: '' }).seenErasures({}),
    entries: (ids) => readers.of({ tenant: '', userId: '' }).erasureEntries({ ids }),

    begin: ({ id, whose, types, entry }) => writer.beginErasure({ id, whose: scopeOf(whose), types, entry }),
    async end(id) {
      await writer.endErasure({ id });
      // The log still names the user. If readers hold it, the next sweep empties it.
      await writer.scrub({});
    },
    begun: () => readers.of({ tenant: '', userId: '' }).begunErasures({}),
    oldest: (whose, types) => readers.of(whose).oldestOfUser({ whose: scopeOf(whose), types }),
    noteErased: (erasures) => writer.noteErased({ erasures, nowMs: clock.now() }),
    replaceEntries: (entries) => writer.replaceErasureEntries({ entries }),

    async *everybody() {
      const reader = readers.of({ tenant: '', userId: '' });
      let after: UserKey | undefined = { tenant: '', userId: '' };
      while (after !== undefined) {
        const found: readonly UserKey[] = await reader.everybody({ after, limit: ERASING.usersAtOnce });
        yield* found;
        after = found.at(-1);
      }
    },

    rows: userRows(options),
    imports: userImports(options),

    ofType: (type) => ({
      count: async (whose, call) => sum(await count(whose, [type], call)),

      erase: async (whose, { signal, origin }) => sum(await orAbort(erase(whose, [type], newId(), origin), signal)),

      async page(whose, after, { signal }) {
        if (after === undefined) await flush();
        const asked = { type, whose: scopeOf(whose), after, nowMs: clock.now() };
        return readers.of(whose).exportMemories(asked, signal);
      },

      importedBy: 'TRANSACTION',

      async putBack(whose, memories, { signal, origin, importId }) {
        const nowMs = clock.now();
        const commands = await orAbort(
          Promise.all(await inTurns(memories, signal, (memory) => toCommand(memory, whose, nowMs))),
          signal,
        );
        if (importId !== undefined) return stage(options, importId, { commands }, signal);
        const taken = (await writer.putBack(commands, signal, origin)).filter(Boolean).length;
        return { taken, skipped: memories.length - taken };
      },
    }),
  };
}

function userRows(options: SqliteUserOptions): UserRows {
  const { writer, readers, clock, flush } = options;
  return {
    async page(whose, after, { signal }) {
      if (after === undefined) await flush();
      return readers.of(whose).exportRows({ whose: scopeOf(whose), after }, signal);
    },
    async takenIds(whose, ids, { signal }) {
      return readers.of(whose).takenIds({ whose: scopeOf(whose), ids }, signal);
    },
    async putBack(whose, rows, { signal, origin, importId }, withinQuotas = false) {
      const command = { whose: scopeOf(whose), rows, nowMs: clock.now(), withinQuotas };
      if (importId !== undefined) return stage(options, importId, command, signal);
      const taken = (await writer.putRowsBack(command, signal, origin)).filter(Boolean).length;
      return { taken, skipped: rows.length - taken };
    },
  };
}

function userImports({ writer, clock, newId }: SqliteUserOptions): UserImports {
  return {
    async together(whose, gather, call) {
      const importId = newId();
      try {
        await gather({ ...call, importId });
        const command = { importId, whose: scopeOf(whose), nowMs: clock.now() };
        const { offered, taken } = await writer.applyImport(command, call.signal, call.origin);
        return { taken, skipped: offered - taken };
      } finally {
        // A store that is closed by now has dropped the import anyway.
        writer.dropImport({ importId }).catch(() => undefined);
      }
    },
  };
}

const scopeOf = ({ tenant, userId }: UserKey) => ({ tenant, userId });

/**
 * Deletes what is left of erased users and empties the log, which holds deleted data until then; a reader may delay that. Returns the
 * number of rows.
 */
async function deleteRest({ writer, clock }: SqliteUserOptions): Promise<number> {
  let rows = 0;
  for (let deleted = 1; deleted > 0; rows += deleted) deleted = await writer.eraseStep({ nowMs: clock.now() });
  for (let attempt = 0; attempt < ERASING.scrubAttempts; attempt += 1) {
    if (await writer.scrub({})) return rows;
    await new Promise((resolve) => setTimeout(resolve, ERASING.scrubRetryMs));
  }
  throw new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The user is erased, but the text is still in the log of the store, because readers were using it. Repeat the erasure.',
    { retryAfterMs: ERASING.scrubRetryMs },
  );
}

/** Parts are audited when the import is applied. */
async function stage(
  { writer }: SqliteUserOptions,
  importId: string,
  part: ImportPart,
  signal: StopSignal,
): Promise<PutBack> {
  await writer.stageImport({ importId, part }, signal);
  return { taken: 0, skipped: 0 };
}

function sum(counts: readonly TargetCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

async function toCommand(memory: PortableMemory, { tenant, userId }: UserKey, nowMs: number): Promise<StoredPutBack> {
  const { agentId, sessionId, namespace, taskId, payload, metadata, vector, ...rest } = memory;
  if (payload.type === 'WORKING') throw new Error('Working memory is not stored in SQLite.');
  return {
    ...rest,
    scope: { tenant, userId, agentId, sessionId, namespace, taskId },
    nowMs,
    autoPrune: 'OFF',
    payload: 'content' in payload ? { ...payload, content: '' } : payload,
    metadataJson: metadata && JSON.stringify(metadata),
    text: await storedText('content' in payload ? payload.content : jsonText(payload)),
    sizeBytes: sizeBytes(payload, metadata),
    ...(vector !== undefined && { vector: floatsOf(vector), embedder: vector.embedder }),
  };
}
