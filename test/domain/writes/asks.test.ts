/** Tests which records writes ask for, in advance and when they run, and that late answers change nothing. */
import { expect } from 'chai';
import { NO_USAGE } from '../../../server/domain/decide/quota.ts';
import type { RemoveIntent, UpdateIntent } from '../../../server/domain/intents.ts';
import { memoryId, type MemoryRecord, type MemoryType, type Payload } from '../../../server/domain/memory.ts';
import { userScope } from '../../../server/domain/scope.ts';
import type { Account, AskKind, AwaitedTransaction, Transaction } from '../../../server/domain/writes/asks.ts';
import {
  readsOfAdd,
  readsOfAll,
  readsOfChange,
  readsOfEvict,
  readsOfPutBack,
  type ReadSet,
} from '../../../server/domain/writes/read-set.ts';
import {
  newRecord,
  toRestored,
  toSized,
  type RestoredRecord,
  type SizedIntent,
} from '../../../server/domain/writes/records.ts';
import { awaitedWrites, writesNow, type WritesNow } from '../../../server/domain/writes/run.ts';
import { QUOTAS } from '../../../server/policy/limits.ts';
import { payloadOf } from '../../conformance/subject.ts';

type Kinds = {
  readonly user: unknown;
  readonly account: Account;
  readonly add: SizedIntent;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: RestoredRecord;
  readonly stored: MemoryRecord;
};

type Asked = { readonly kind: AskKind; readonly args: readonly unknown[] };

const NOW_MS = 1_000_000;
const SCOPE = { ...userScope({ tenant: 't', userId: 'ana' }), agentId: 'guide', sessionId: 's', taskId: 'trip' };
const requestId = { id: 'r', bodyHash: 'h' };
const idOf = (type: MemoryType | 'RELATIONSHIP', n: number): string => memoryId(type, String(n).padStart(32, '0'));

const adding = (payload: Payload, id = idOf(payload.type, 1)): SizedIntent =>
  toSized({ id, scope: SCOPE, payload, nowMs: NOW_MS, autoPrune: 'OFF', requestId });
const ANA = newRecord(adding(payloadOf('ENTITY', 'Ana', 1), idOf('ENTITY', 2)));
const BEN = newRecord(adding(payloadOf('ENTITY', 'Ben', 1), idOf('ENTITY', 3)));
const KNOWS: Payload = {
  type: 'ENTITY',
  node: 'RELATIONSHIP',
  fromId: ANA.id,
  toId: BEN.id,
  relationshipType: 'knows',
  attributes: {},
  evidence: [],
  versions: [],
};
const TYPES = ['WORKING', 'SHORT_TERM', 'LONG_TERM', 'PERSONA', 'STRUCTURED', 'EPISODIC', 'ENTITY'] as const;
const PAYLOADS: readonly Payload[] = [...TYPES.map((type) => payloadOf(type, 'text', 1)), KNOWS];

/** Returns a transaction that holds these records and notes what it is asked for. */
function holding(...records: readonly MemoryRecord[]) {
  const asked: Asked[] = [];
  const nothing = (): undefined => undefined;
  const answers: Transaction<Kinds> = {
    user: nothing,
    repeatedAdd: nothing,
    repeatedUpdate: nothing,
    repeatedRemove: nothing,
    refuseBacklog: nothing,
    applyRemoteVersion: nothing,
    refuseUnfit: nothing,
    openAccount: () => ({ usage: NO_USAGE }),
    account: () => ({ usage: { count: records.length, bytes: 1000 } }),
    quota: () => QUOTAS.LONG_TERM,
    refuseOverLimit: nothing,
    find: (_, id) => records.find((record) => record.id === id),
    holderOf: nothing,
    ofKey: () => [],
    firstToGo: () => [],
    relationshipsAt: () => [],
    ofOwner: () => records,
    metadataOf: nothing,
    insert: (_, write) => newRecord(write),
    restore: nothing,
    replace: (_, __, after) => after,
    remove: nothing,
    settle: nothing,
    log: nothing,
    isArchiving: () => true,
    archive: nothing,
    rememberAdd: nothing,
    rememberUpdate: nothing,
    rememberRemove: nothing,
  };
  const noting = Object.entries<(...args: never[]) => unknown>(answers).map(([kind, answer]) => [
    kind,
    (...args: never[]) => {
      asked.push({ kind: kind as AskKind, args });
      return answer(...args);
    },
  ]);
  return { asked, transaction: Object.fromEntries(noting) as Transaction<Kinds> };
}

function argsOf(asked: readonly Asked[], ...kinds: readonly AskKind[]): readonly (readonly unknown[])[] {
  return asked.filter(({ kind }) => kinds.includes(kind)).map(({ args }) => args);
}

function expectReadSet(asked: readonly Asked[], reads: ReadSet): void {
  const requests = argsOf(asked, 'repeatedAdd', 'repeatedUpdate', 'repeatedRemove').map(([write]) => {
    const { scope, requestId: id } = write as SizedIntent;
    return { scope, requestId: id };
  });
  const accounts = argsOf(asked, 'openAccount').map(([, memory]) => {
    const { scope, payload } = memory as SizedIntent;
    return { scope, name: payload.type === 'ENTITY' ? payload.node : payload.type };
  });
  const refs = (kind: AskKind) => argsOf(asked, kind).map(([scope, id]) => ({ scope, id }));
  const keys = argsOf(asked, 'ofKey').map(([, memory]) => {
    const { scope, payload } = memory as SizedIntent;
    return { scope, payload };
  });
  expect(reads).to.deep.equal({ requests, accounts, memories: refs('find'), holders: refs('holderOf'), keys });
}

describe('What a write asks for', () => {
  for (const payload of PAYLOADS) {
    const name = payload.type === 'ENTITY' ? payload.node : payload.type;

    it(`is the read set of ${name}, to add it and to put it back`, () => {
      const adds = holding(ANA, BEN);
      writesNow(adds.transaction).add(adding(payload));
      expectReadSet(adds.asked, readsOfAdd(adding(payload)));
      const puts = holding(ANA, BEN);
      const expireTimeMs = payload.type === 'SHORT_TERM' ? NOW_MS + 1 : undefined;
      const memory = toRestored({ ...newRecord(adding(payload)), expireTimeMs }, NOW_MS);
      expect(writesNow(puts.transaction).putBack(memory)).to.equal(true);
      expectReadSet(puts.asked, readsOfPutBack(memory));
    });
  }

  it('is the read set of a change, a removal and an eviction, and of several writes together', () => {
    const { asked, transaction } = holding(ANA, BEN);
    const writes = writesNow(transaction);
    const update = { scope: SCOPE, id: ANA.id, nowMs: NOW_MS, requestId, patch: { attributes: { a: 1 } } };
    const remove = { scope: SCOPE, id: BEN.id, nowMs: NOW_MS };
    const evictions = [ANA, BEN].map(({ id, version }, line) => ({
      id,
      version,
      line,
      reason: 'RETENTION' as const,
      mergedInto: undefined,
    }));
    const evict = { object: 'o', scope: SCOPE, evictions, nowMs: NOW_MS };
    writes.update(update);
    writes.remove(remove);
    expect(writes.evict(evict)).to.deep.equal([ANA.id, BEN.id]);
    expectReadSet(asked, readsOfAll([readsOfChange(update), readsOfChange(remove), readsOfEvict(evict)]));
  });

  it('is answered later as it is at once: the same asks in the same order, and the same outcome', async () => {
    const works: ((writes: WritesNow<Kinds>) => unknown)[] = [
      ...PAYLOADS.map((payload) => (writes: WritesNow<Kinds>) => writes.add(adding(payload))),
      (writes) => writes.update({ scope: SCOPE, id: ANA.id, nowMs: NOW_MS, patch: { name: 'Anna' } }),
      (writes) => writes.remove({ scope: SCOPE, id: ANA.id, nowMs: NOW_MS }),
      (writes) => writes.remove({ scope: SCOPE, id: ANA.id, nowMs: NOW_MS, version: 7 }),
      (writes) => writes.putBack(toRestored(newRecord(adding(KNOWS)), NOW_MS)),
      (writes) => writes.clear({ scope: SCOPE, nowMs: NOW_MS, goes: ({ id }) => id === ANA.id }),
    ];
    for (const work of works) {
      const [now, later] = [holding(ANA, BEN), holding(ANA, BEN)];
      const outcome = await outcomeOf(() => work(writesNow(now.transaction)));
      const awaited = awaitedWrites(delayed(later.transaction)) as unknown as WritesNow<Kinds>;
      expect(await outcomeOf(() => work(awaited))).to.deep.equal(outcome);
      expect(later.asked).to.deep.equal(now.asked);
      expect(now.asked.length).to.be.above(1);
    }
  });

  it('is refused later where a transaction is to answer at once', () => {
    const { transaction } = holding();
    const later = delayed(transaction) as unknown as Transaction<Kinds>;
    expect(() => writesNow(later).add(adding(KNOWS))).to.throw('answers at once');
  });
});

/** Delays each answer to a later turn of the event loop. */
function delayed(transaction: Transaction<Kinds>): AwaitedTransaction<Kinds> {
  const later = Object.entries<(...args: never[]) => unknown>(transaction).map(([kind, answer]) => [
    kind,
    async (...args: never[]) => {
      await new Promise((resolve) => setImmediate(resolve));
      return answer(...args);
    },
  ]);
  return Object.fromEntries(later) as AwaitedTransaction<Kinds>;
}

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return (error as Error).message;
  }
}
