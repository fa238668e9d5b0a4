/** A SearchIndex under test, and short functions for what tests do with it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryId, type MemoryRecord, type Scope } from '../../server/domain/memory.ts';
import type { Outcome } from '../../server/ports/stores.ts';
import type { SearchDocument, SearchIndex, SearchMark, SearchWrite } from '../../server/ports/search.ts';
import { call } from './subject.ts';

export const EMBEDDER = JSON.stringify(['test', '1', 4]);
export const START_MS = Date.UTC(2026, 0, 1);

export type SearchSubject = ReturnType<typeof searchSubject>;

let users = 0;

/** Returns short functions for an index; each test has a user of its own. */
export function searchSubject(index: SearchIndex) {
  users += 1;
  const scope: Scope = {
    tenant: `test ${randomUUID()}`,
    userId: `user ${users}`,
    agentId: '',
    sessionId: '',
    namespace: '',
    taskId: '',
  };
  let made = 0;

  function record(content: string, more: Partial<MemoryRecord> = {}): MemoryRecord {
    made += 1;
    return {
      id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
      scope,
      payload: { type: 'LONG_TERM', content, speaker: '' },
      createTimeMs: START_MS + made,
      updateTimeMs: START_MS + made,
      version: 1,
      sizeBytes: Buffer.byteLength(content),
      storedBytes: Buffer.byteLength(content),
      isCompressed: false,
      ...more,
    };
  }

  function document(content: string, more: Partial<SearchDocument> = {}): SearchDocument {
    return { record: record(content), revision: 1, vector: Float32Array.of(1, 0, 0, 0), embedder: EMBEDDER, ...more };
  }

  const markOf = ({ record: { scope: of, id }, revision }: SearchDocument, isRemoved = false): SearchMark => ({
    scope: of,
    id,
    revision,
    isRemoved,
  });

  async function shown(marks: readonly SearchMark[]): Promise<void> {
    while ((await index.shows(marks, call())).includes(false)) await sleep(20);
  }

  return {
    index,
    scope,
    record,
    document,
    /** Puts documents, and waits until searches show them. */
    async put(...documents: readonly SearchDocument[]): Promise<readonly SearchWrite[]> {
      const writes = (await index.put(documents, call())).map(valueOf);
      await shown(documents.filter((_, index) => writes[index] === 'WRITTEN').map((one) => markOf(one)));
      return writes;
    },
    async remove(removed: SearchDocument, revision: number): Promise<SearchWrite> {
      const mark = { ...markOf(removed, true), revision };
      const write = valueOf((await index.remove([mark], call()))[0]);
      if (write === 'WRITTEN') await shown([mark]);
      return write;
    },
    get: (id: string, of = scope) => index.get({ scope: of, id }, START_MS, call()),
    async texts(more: Partial<Parameters<SearchIndex['list']>[0]> = {}): Promise<readonly string[]> {
      const { found } = await index.list(
        { scope, pageSize: 1000, descending: false, nowMs: START_MS, ...more },
        call(),
      );
      return found.map((one) => contentOf(one.record));
    },
  };
}

export function contentOf({ payload }: MemoryRecord): string {
  return payload.type === 'LONG_TERM' ? payload.content : '';
}

function valueOf<T>(outcome: Outcome<T> | undefined): T {
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
  return outcome.value;
}
