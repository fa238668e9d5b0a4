import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { memoryId } from '../../../../server/domain/memory.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';
import { call, payloadOf } from '../../../conformance/subject.ts';
import { contentOf, openMirrored } from '../copying/mirrored-store.ts';
import { openTemporary } from '../temporary-store.ts';

const TYPES = ['PERSONA', 'SHORT_TERM', 'ENTITY'] as const;
const SESSIONS = ['s2', 's1'];
/** Each owner has more memories than one step deletes. */
const COUNT = SQLITE.sweepChunkRows + 5;

type Added = { readonly id: string; readonly type: string; readonly owner: string; readonly nowMs: number };

describe('removals by an erasure of some types', () => {
  it('are logged by owner and time, whether a few at a time or at once, however the rows came in', async () => {
    const quota = { count: 1000, bytes: 1_000_000 };
    const plain = await openTemporary({ quota });
    const mirrored = await openMirrored({ quota, clock: plain.clock });
    const whose = { tenant: 't', userId: 'u' };
    const added: Added[] = [];
    for (let at = 0; at < COUNT; at += 1) {
      for (const type of TYPES) {
        for (const sessionId of SESSIONS) {
          const id = memoryId(type, randomUUID().replaceAll('-', ''));
          // Later rows have earlier times, and some have the same.
          const nowMs = plain.clock.now() - Math.floor(at / 3);
          const scope = { ...whose, agentId: '', sessionId, namespace: '', taskId: '' };
          const intent = {
            id,
            scope,
            payload: payloadOf(type, `text ${added.length}`, nowMs),
            metadata: undefined,
            nowMs,
          };
          for (const { stores } of [plain, mirrored]) {
            const outcomes = await stores[type].add([{ ...intent, autoPrune: 'OFF', vector: undefined }], call());
            expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true]);
          }
          added.push({ id, type, owner: `${type} ${type === 'SHORT_TERM' ? sessionId : ''}`, nowMs });
        }
      }
    }
    for (const { users } of [plain, mirrored]) {
      await users.erase(whose, TYPES, 'erasure', call());
      await users.finish();
    }
    await plain.close();
    const content = contentOf(plain.dataDir);
    await rm(plain.dataDir, { recursive: true, force: true });

    const inOrder = added.toSorted(
      (one, other) => compare(one.owner, other.owner) || compare(one.nowMs, other.nowMs) || compare(one.id, other.id),
    );
    const logged = (content['changes'] ?? []).map((row) => JSON.parse(String(row)) as readonly unknown[]);
    expect(logged.filter((row) => row.includes('REMOVE')).map((row) => [row[3], row[5]])).to.deep.equal(
      inOrder.map(({ type, id }) => [type, id]),
    );
    await mirrored.compareAndDelete(content);
  });
});

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
