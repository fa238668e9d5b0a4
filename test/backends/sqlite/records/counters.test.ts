import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { storedTextNow } from '../../../../server/backends/stored-text.ts';
import type { AddReply, StoredAdd } from '../../../../server/backends/sqlite/records/memory-commands.ts';
import type { WireOutcome } from '../../../../server/backends/sqlite/engine/wire-error.ts';
import { openStoreWriter, type StoreWriter } from '../../../../server/backends/sqlite/writes.ts';
import type { AutoPrune } from '../../../../server/domain/intents.ts';
import { jsonText, memoryId, sizeBytes, typeOfId, type Payload, type Scope } from '../../../../server/domain/memory.ts';
import { DAY_MS } from '../../../../server/policy/units.ts';
import { QUOTAS, type Quotas, GLOBAL_LIMITS, type GlobalLimits } from '../../../../server/policy/limits.ts';
import { SHORT_TERM_TTL_MS, CAP_SCOPES, SLEEP_CYCLE, type CapScope } from '../../../../server/policy/lifecycle.ts';
import { patchText, payloadOf } from '../../../conformance/subject.ts';
import { wrongCounters } from '../recount.ts';
import { scaled } from '../../../scale.ts';

type Call = Parameters<StoreWriter['commit']>[0][number];
type WithoutNumber<C> = C extends unknown ? Omit<C, 'number'> : never;

const EMBEDDER = { name: 'test', version: '1', dimensions: 4 };
const SMALL = Object.fromEntries(Object.keys(QUOTAS).map((name) => [name, { count: 5, bytes: 400 }])) as Quotas;
const TYPES = ['SHORT_TERM', 'LONG_TERM', 'PERSONA', 'EPISODIC', 'ENTITY', 'STRUCTURED'] as const;

type Where = { readonly user: number; readonly agent: number; readonly session: number };
type Step =
  | ({ readonly kind: 'add'; readonly type: (typeof TYPES)[number]; readonly text: string } & Where & {
        readonly prune: AutoPrune;
        readonly requestId: number;
      })
  | { readonly kind: 'relate'; readonly from: number; readonly to: number }
  | { readonly kind: 'update' | 'remove'; readonly which: number; readonly text: string }
  | { readonly kind: 'quota'; readonly user: number; readonly count: number }
  | { readonly kind: 'sweep'; readonly laterMs: number };

const where = { user: fc.nat(2), agent: fc.nat(1), session: fc.nat(1) };
const which = fc.nat(30);
// Texts have few letters, so that keys and names collide and adds merge.
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'x'.repeat(40)), minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      type: fc.constantFrom(...TYPES),
      text,
      prune: fc.constantFrom<AutoPrune>('OFF', 'TO_FIT', 'FRACTION'),
      requestId: fc.nat(8),
      ...where,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('relate' as const), from: which, to: which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('update' as const, 'remove' as const), which, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quota' as const), user: fc.nat(2), count: fc.nat(8) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sweep' as const),
      laterMs: fc.constantFrom(0, SHORT_TERM_TTL_MS + 1, DAY_MS),
    }),
  },
);
/** The steps of one transaction, and whether the process crashes after it. */
const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  crash: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

function scopeOf({ user, agent, session }: Where): Scope {
  // Two of the three users have the same id, in two tenants.
  const tenant = user === 2 ? 'other' : 'default';
  const userId = user === 1 ? 'ben' : 'ana';
  return { tenant, userId, agentId: `agent ${agent}`, sessionId: `session ${session}`, namespace: '', taskId: '' };
}

/** Traits have few keys, so that their values replace each other. */
function addedPayload(type: (typeof TYPES)[number], text: string, nowMs: number): Payload {
  if (type === 'PERSONA') return { type, key: text.slice(0, 1), value: text, versions: [] };
  return payloadOf(type, text, nowMs);
}

/** Opens a writer without its thread, over real files. */
async function openHistory(
  limits: GlobalLimits = GLOBAL_LIMITS,
  quotas = SMALL,
  capScope: CapScope = SLEEP_CYCLE.capScope,
) {
  const folders: string[] = [];
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-counters-'));
    folders.push(folder);
    return folder;
  };
  let dataDir = await newFolder();
  const open = (): StoreWriter => openStoreWriter({ dataDir, embedder: EMBEDDER, quotas, limits, capScope });
  let writer = open();
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  let number = 0;
  const alive = new Map<string, Scope>();

  const order = (payload: Payload, scope: Scope, more: Partial<StoredAdd> = {}): StoredAdd => {
    if (payload.type === 'WORKING') throw new Error('Not kept here.');
    number += 1;
    const name = payload.type === 'ENTITY' ? payload.node : payload.type;
    return {
      id: memoryId(name, number.toString(16).padStart(32, '0')),
      scope,
      payload: 'content' in payload ? { ...payload, content: '' } : payload,
      text: storedTextNow('content' in payload ? payload.content : jsonText(payload)),
      metadataJson: undefined,
      sizeBytes: sizeBytes(payload, undefined),
      nowMs,
      autoPrune: 'OFF',
      ...(payload.type === 'LONG_TERM' && { vector: new Float32Array(4) }),
      ...more,
    };
  };
  const added = (order: StoredAdd): WithoutNumber<Call> => ({ method: 'add', argument: [order] });
  const toCall = (one: Step): WithoutNumber<Call> | undefined => {
    nowMs += 1;
    const ids = [...alive.keys()];
    switch (one.kind) {
      case 'add': {
        const scope = scopeOf(one);
        const requestId = { id: `request ${one.requestId}`, bodyHash: one.text };
        const more = { autoPrune: one.prune, ...(one.requestId > 3 && { requestId }) };
        return added(order(addedPayload(one.type, one.text, nowMs), scope, more));
      }
      case 'relate': {
        const entities = ids.filter((id) => id.startsWith('en_'));
        const [fromId, toId] = [entities[one.from % entities.length], entities[one.to % entities.length]];
        const scope = alive.get(fromId ?? '');
        if (fromId === undefined || toId === undefined || scope === undefined) return undefined;
        const related = { fromId, toId, relationshipType: 'knows', attributes: {}, evidence: [], versions: [] };
        return added(order({ type: 'ENTITY', node: 'RELATIONSHIP', ...related }, scope));
      }
      case 'update':
      case 'remove': {
        const id = ids[one.which % ids.length];
        const scope = alive.get(id ?? '');
        const type = typeOfId(id ?? '');
        if (id === undefined || scope === undefined || type === undefined || type === 'WORKING') return undefined;
        if (one.kind === 'remove') return { method: 'remove', argument: { id, scope, type, nowMs } };
        const content = type === 'LONG_TERM' || type === 'SHORT_TERM' ? storedTextNow(one.text) : undefined;
        if (id.startsWith('re_')) return undefined;
        const patch = patchText(type, one.text);
        return { method: 'update', argument: { id, scope, type, nowMs, patch, text: content } };
      }
      case 'quota': {
        const { tenant, userId } = scopeOf({ user: one.user, agent: 0, session: 0 });
        const quotas = [{ name: 'LONG_TERM' as const, count: one.count }];
        return { method: 'setPlan', argument: { change: { tenant, userId, quotas }, nowMs } };
      }
      case 'sweep':
        nowMs += one.laterMs;
        return { method: 'sweep', argument: { nowMs, oldestTurnMs: 0 } };
    }
  };

  return {
    order,
    /** Applies the calls in one transaction; returns the outcomes of the adds. */
    commit(calls: readonly WithoutNumber<Call>[]): readonly WireOutcome<AddReply>[] {
      const replies = writer.commit(calls.map((one, index) => ({ ...one, number: index + 1 })));
      return calls.flatMap((call, index) => {
        const reply = replies[index];
        if (reply === undefined) throw new Error('A call was not answered.');
        if ('error' in reply && 'fault' in reply.error) throw new Error(`${call.method}: ${reply.error.stack}`);
        if (call.method !== 'add') return [];
        const outcomes = 'result' in reply ? (reply.result as WireOutcome<AddReply>[]) : [];
        for (const outcome of outcomes) {
          if (!outcome.ok && 'fault' in outcome.error) throw new Error(outcome.error.stack);
        }
        return outcomes;
      });
    },

    play(steps: readonly Step[]): void {
      const calls = steps.map(toCall).filter((call) => call !== undefined);
      const outcomes = this.commit(calls);
      const orders = calls.flatMap((call) => (call.method === 'add' ? (call.argument as StoredAdd[]) : []));
      outcomes.forEach((outcome, index) => {
        if (outcome.ok) alive.set(outcome.value.id, orders[index]!.scope);
      });
    },

    /** Copies the files to another folder as they are, which is what a kill between two transactions leaves. */
    async crash(): Promise<void> {
      const copy = await newFolder();
      for (const suffix of ['', '-wal']) {
        const file = join(dataDir, STORE_FILE + suffix);
        if (existsSync(file)) await copyFile(file, join(copy, STORE_FILE + suffix));
      }
      writer.controls.close();
      dataDir = copy;
      writer = open();
    },

    wrong(): readonly unknown[] {
      const db = openForReading(join(dataDir, STORE_FILE));
      try {
        return wrongCounters(db);
      } finally {
        db.close();
      }
    },

    query<T>(sql: string): T[] {
      const db = openForReading(join(dataDir, STORE_FILE));
      try {
        return db.prepare(sql).all() as T[];
      } finally {
        db.close();
      }
    },

    async close(): Promise<void> {
      writer.controls.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
}

describe('the counters of a store', () => {
  const runs = scaled(25, 2000);

  it(`equal a recount after each transaction of ${runs} random histories of all types`, async () => {
    const kinds = new Set<string>();
    const histories = fc.array(transaction, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(...CAP_SCOPES), async (transactions, capScope) => {
        const history = await openHistory(GLOBAL_LIMITS, SMALL, capScope);
        try {
          for (const { steps, crash } of transactions) {
            history.play(steps);
            expect(history.wrong().join('; ')).to.equal('');
            if (crash) await history.crash();
          }
          expect(history.wrong()).to.deep.equal([]);
          for (const { operation } of history.query<{ operation: string }>('SELECT DISTINCT operation FROM changes')) {
            kinds.add(operation);
          }
          for (const { type } of history.query<{ type: string }>('SELECT DISTINCT type FROM changes')) kinds.add(type);
        } finally {
          await history.close();
        }
      }),
      { numRuns: runs },
    );
    // If nothing happened in these histories, they would prove nothing.
    expect([...kinds]).to.include.members(['ADD', 'UPDATE', 'REMOVE', 'RELATIONSHIP', ...TYPES]);
  }).timeout(600_000);

  it('of a pool outlast the one of its users who leaves it as another enters', async () => {
    const history = await openHistory(GLOBAL_LIMITS, SMALL, 'agent');
    try {
      const add = (user: number) =>
        ({
          kind: 'add',
          type: 'LONG_TERM',
          text: 'a',
          prune: 'OFF',
          requestId: 0,
          user,
          agent: 1,
          session: 0,
        }) as const;
      history.play([add(0)]);
      history.play([{ kind: 'remove', which: 0, text: '' }, add(1)]);
      expect(history.wrong()).to.deep.equal([]);
      expect(history.query('SELECT count FROM pools')).to.deep.equal([{ count: 1 }]);
    } finally {
      await history.close();
    }
  });

  it('hold the limits of the server exactly, over users and tenants, also where a transaction is full of refusals', async () => {
    const limits = { ...GLOBAL_LIMITS, longTermBytes: 100, graphNodes: 3, graphEdges: 1 };
    const history = await openHistory(limits, QUOTAS);
    try {
      const users = [0, 1, 2].map((user) => scopeOf({ user, agent: 0, session: 0 }));
      const textOf = (size: number): Payload => ({ type: 'LONG_TERM', content: 'x'.repeat(size), speaker: '' });
      const add = (payload: Payload, scope: Scope) =>
        ({ method: 'add', argument: [history.order(payload, scope)] }) as const;
      const outcomes = history.commit([40, 40, 40, 20, 1].map((size, index) => add(textOf(size), users[index % 3]!)));
      expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true, true, false, true, false]);
      const refused = outcomes[2]!;
      if (refused.ok) throw new Error('It was not refused.');
      expect(refused.error).to.include({ reason: 'QUOTA_EXCEEDED' });
      expect(JSON.stringify(refused.error)).to.contain('"subject":"server/long_term.bytes","limit":100,"current":80');
      expect(JSON.stringify(refused.error)).to.contain('RECORDA_LIMIT_LONG_TERM_BYTES');
      const nodes = ['a', 'b', 'c', 'd'].map((name, index) => add(payloadOf('ENTITY', name, 0), users[index % 3]!));
      expect(history.commit(nodes).map(({ ok }) => ok)).to.deep.equal([true, true, true, false]);
      expect(history.wrong()).to.deep.equal([]);
      await history.crash();
      expect(history.commit([add(textOf(1), users[0]!)]).map(({ ok }) => ok)).to.deep.equal([false]);
      expect(history.wrong()).to.deep.equal([]);
    } finally {
      await history.close();
    }
  });
});
