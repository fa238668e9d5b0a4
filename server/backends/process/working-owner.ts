/** The entries of one owner of working memory: a user and agent of a tenant. */
import { NOTHING_REPORTED, type ReportedLevels } from '../../domain/decide/alerts.ts';
import type { Sized, Usage } from '../../domain/decide/quota.ts';
import type { MemoryRecord, Scope, WorkingPayload } from '../../domain/memory.ts';

/** An entry; its `payload` is always one of working memory. */
export type WorkingRecord = MemoryRecord & { readonly payload: WorkingPayload };

/** The owner of entries: an agent of a tenant's user. */
export type OwnerScope = Pick<Scope, 'tenant' | 'userId' | 'agentId'>;

export interface WorkingOwner {
  readonly of: OwnerScope;
  /** The alert levels of its quota that were reported. */
  reported: ReportedLevels;
  readonly usage: Usage;
  get(id: string): WorkingRecord | undefined;
  /** Returns the entry with this record's key, task and namespace. */
  sameKey(record: Pick<WorkingRecord, 'payload' | 'scope'>): WorkingRecord | undefined;
  /** Returns entries, the least recently used first. */
  leastRecentlyUsed(except: string | undefined): Iterable<Sized>;
  /** Returns entries in no particular order. */
  all(): Iterable<WorkingRecord>;
  /** Adds an entry or replaces the one with its id; it is the most recently used then. */
  set(record: WorkingRecord): void;
  /** Counts a read or hit of an entry, which is the most recently used then. */
  touch(id: string, nowMs: number): void;
  delete(id: string): void;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/**
 * The fields are copied one by one: each hit of a search is a use, and a spread takes several times as long. Entries never expire, and
 * none is pinned.
 */
function usedAgain(record: WorkingRecord, nowMs: number): WorkingRecord {
  const { source, metadata, importance } = record;
  const used: Mutable<WorkingRecord> = {
    id: record.id,
    scope: record.scope,
    payload: record.payload,
    accessCount: (record.accessCount ?? 0) + 1,
    lastAccessTimeMs: nowMs,
    createTimeMs: record.createTimeMs,
    updateTimeMs: record.updateTimeMs,
    version: record.version,
    sizeBytes: record.sizeBytes,
    storedBytes: record.storedBytes,
    isCompressed: record.isCompressed,
  };
  if (source !== undefined) used.source = source;
  if (metadata !== undefined) used.metadata = metadata;
  if (importance !== undefined) used.importance = importance;
  return used;
}

export function workingOwner(of: OwnerScope): WorkingOwner {
  const byId = new Map<string, WorkingRecord>();
  const idByKey = new Map<string, string>();
  /** The number of each entry's last use. Entries are sorted by it only to make room, since uses are many, and room is seldom short. */
  const lastUse = new Map<string, number>();
  let uses = 0;
  let bytes = 0;

  const use = (id: string): void => {
    uses += 1;
    lastUse.set(id, uses);
  };
  const byUse = (a: Sized, b: Sized): number => (lastUse.get(a.id) ?? 0) - (lastUse.get(b.id) ?? 0);

  const keyOf = ({ payload, scope }: Pick<WorkingRecord, 'payload' | 'scope'>): string =>
    JSON.stringify([scope.namespace, scope.taskId, payload.key]);

  const owner: WorkingOwner = {
    of,
    reported: NOTHING_REPORTED,
    get usage() {
      return { count: byId.size, bytes };
    },
    get: (id) => byId.get(id),
    sameKey: (record) => byId.get(idByKey.get(keyOf(record)) ?? ''),
    *leastRecentlyUsed(except) {
      for (const record of [...byId.values()].toSorted(byUse)) if (record.id !== except) yield record;
    },
    all: () => byId.values(),
    set(record) {
      const before = byId.get(record.id);
      if (before !== undefined) {
        bytes -= before.sizeBytes;
        idByKey.delete(keyOf(before));
      }
      byId.set(record.id, record);
      idByKey.set(keyOf(record), record.id);
      bytes += record.sizeBytes;
      use(record.id);
    },
    touch(id, nowMs) {
      const record = byId.get(id);
      if (record === undefined) return;
      byId.set(id, usedAgain(record, nowMs));
      use(id);
    },
    delete(id) {
      const record = byId.get(id);
      if (record === undefined) return;
      byId.delete(id);
      lastUse.delete(id);
      idByKey.delete(keyOf(record));
      bytes -= record.sizeBytes;
    },
  };
  return owner;
}
