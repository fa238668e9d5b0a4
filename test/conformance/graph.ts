/** The obligations of every GraphStore in addition to a MemoryStore's, compared with a graph in plain lists. */
import { expect } from 'chai';
import fc from 'fast-check';
import { deadlineExceeded } from '../../server/domain/abort.ts';
import {
  memoryId,
  type EntityPayload,
  type MemoryRecord,
  type RelationshipPayload,
  type Scope,
} from '../../server/domain/memory.ts';
import { QUOTAS, GLOBAL_LIMITS, type GlobalLimits } from '../../server/policy/limits.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import type { Direction, GraphStore, Outcome, Added, TraverseQuery } from '../../server/ports/stores.ts';
import type { AutoPrune } from '../../server/domain/intents.ts';
import type { PortableMemory } from '../../server/domain/portable.ts';
import { call, failure } from './subject.ts';

export type OpenedGraph = { readonly store: GraphStore; close(): Promise<void> };

const DAY_MS = 86_400_000;
const KINDS = ['knows', 'works_at'] as const;
const TYPES = ['person', 'company'] as const;
const DIRECTIONS: readonly Direction[] = ['OUT', 'IN', 'BOTH'];
const stated = { type: 'ENTITY', attributes: {}, evidence: [], versions: [] } as const;

let users = 0;
let ids = 0;
const newScope = (namespace = ''): Scope => {
  users += 1;
  return { tenant: 't', userId: `user ${users}`, agentId: '', sessionId: '', namespace, taskId: '' };
};

const entity = (name: string, entityType: string): EntityPayload => ({
  ...stated,
  node: 'ENTITY',
  name,
  entityType,
  aliases: [],
});

/** Makes a relationship that is valid from day `from` to day `to`. */
const relationship = (
  fromId: string,
  relationshipType: string,
  toId: string,
  from?: number,
  to?: number,
): RelationshipPayload => ({
  ...stated,
  node: 'RELATIONSHIP',
  fromId,
  toId,
  relationshipType,
  ...(from !== undefined && { validFromMs: from * DAY_MS }),
  ...(to !== undefined && { validToMs: to * DAY_MS }),
});

/** `quota` limits entities, and relationships. */
export type GraphBounds = { readonly quota?: Quota; readonly limits?: GlobalLimits };

/** Tests whether a graph of one backend fulfils the port. */
export function describeGraphStore(name: string, open: (bounds?: GraphBounds) => Promise<OpenedGraph>): void {
  describe(`GraphStore: ${name}`, () => {
    let opened: OpenedGraph;
    before(async () => {
      opened = await open();
    });
    after(() => opened.close());

    const tryAdd = async (
      scope: Scope,
      payload: EntityPayload | RelationshipPayload,
      nowMs = 0,
      { store, autoPrune = 'OFF' }: { readonly store: GraphStore; readonly autoPrune?: AutoPrune } = opened,
    ): Promise<Outcome<Added>> => {
      const id = memoryId(payload.node, String((ids += 1)).padStart(32, '0'));
      const [outcome] = await store.add([{ id, scope, payload, nowMs, autoPrune }], call());
      return outcome!;
    };
    const add = async (...of: Parameters<typeof tryAdd>): Promise<Added> => {
      const outcome = await tryAdd(...of);
      if (!outcome.ok) throw outcome.error;
      return outcome.value;
    };
    const idOf = async (...of: Parameters<typeof add>): Promise<string> => (await add(...of)).record.id;
    const all = async (scope: Scope, { store } = opened): Promise<readonly MemoryRecord[]> =>
      (await store.list({ scope, pageSize: 1000, descending: false, nowMs: 0 }, call())).records;
    const walk = (scope: Scope, startIds: readonly string[], more: Partial<TraverseQuery> = {}) =>
      opened.store.traverse(
        {
          scope,
          starts: startIds.map((id) => ({ id })),
          direction: 'BOTH',
          maxHops: 1,
          relationshipTypes: [],
          entityTypes: [],
          limit: 100,
          asOfMs: 0,
          withinMs: 30_000,
          ...more,
        },
        call(),
      );

    it('refuses a relationship unless both its ends are in its namespace, and names the missing one', async () => {
      const scope = newScope();
      const here = await idOf(scope, entity('Ana', 'person'));
      const elsewhere = await idOf({ ...scope, namespace: 'n' }, entity('Ben', 'person'));
      const others = await idOf(newScope(), entity('Eve', 'person'));
      for (const missing of [elsewhere, others, `en_${'f'.repeat(32)}`]) {
        for (const [payload, field] of [
          [relationship(missing, 'knows', here), 'from_id'],
          [relationship(here, 'knows', missing), 'to_id'],
        ] as const) {
          const outcome = await tryAdd(scope, payload);
          expect(outcome.ok ? undefined : outcome.error.detail.fields?.[0]?.field).to.equal(
            `memory.relationship.${field}`,
          );
        }
      }
      expect(await all({ ...scope, namespace: '' })).to.have.length(2);
    });

    it('removes the relationships of an entity with it, and returns their number', async () => {
      const scope = newScope();
      const [ana, ben, eve] = [
        await idOf(scope, entity('Ana', 'person')),
        await idOf(scope, entity('Ben', 'person')),
        await idOf(scope, entity('Eve', 'person')),
      ];
      await add(scope, relationship(ana, 'knows', ben));
      await add(scope, relationship(ben, 'knows', ana));
      await add(scope, relationship(ana, 'knows', ana));
      const kept = await idOf(scope, relationship(ben, 'knows', eve));
      const removed = await opened.store.remove({ scope, id: ana, nowMs: 0 }, call());
      expect(removed.removedRelationships).to.equal(3);
      expect((await all(scope)).map(({ id }) => id)).to.have.members([ben, eve, kept]);
      expect((await walk(scope, [ben])).entities.map(({ record }) => record.id)).to.deep.equal([ben, eve]);
    });

    it('removes the relationships of a pruned entity, and no longer counts them', async () => {
      const small = await open({ quota: { count: 3, bytes: 10_000 } });
      try {
        const scope = newScope();
        const idAt = async (name: string, nowMs: number): Promise<string> =>
          (await add(scope, entity(name, 'person'), nowMs, small)).record.id;
        const [ana, ben, eve] = [await idAt('Ana', 1), await idAt('Ben', 2), await idAt('Eve', 3)];
        await add(scope, relationship(ana, 'knows', ben), 4, small);
        await add(scope, relationship(eve, 'knows', ana), 4, small);
        const { record: kept } = await add(scope, relationship(ben, 'knows', eve), 4, small);
        const pruning = { store: small.store, autoPrune: 'TO_FIT' } as const;
        const { record: fay, ...answer } = await add(scope, entity('Fay', 'person'), 5, pruning);
        expect(answer).to.deep.include({ operation: 'ADD_WITH_PRUNE', prunedCount: 1, removedIds: [ana] });
        expect((await all(scope, small)).map(({ id }) => id)).to.have.members([ben, eve, fay.id, kept.id]);
        expectWhole(await all(scope, small));
        expect((await add(scope, relationship(fay.id, 'knows', ben), 6, small)).remaining.count).to.equal(1);
      } finally {
        await small.close();
      }
    });

    const exported = async (scope: Scope): Promise<readonly PortableMemory[]> => {
      const memories: PortableMemory[] = [];
      for (let page = await opened.store.ofUser.page(scope, undefined, call()); ;) {
        memories.push(...page.memories);
        if (page.next === undefined) return memories;
        page = await opened.store.ofUser.page(scope, page.next, call());
      }
    };

    it('neither adds nor restores anything beyond the limits of the server', async () => {
      const scope = newScope();
      const [ana, ben] = [await idOf(scope, entity('Ana', 'person')), await idOf(scope, entity('Ben', 'person'))];
      await add(scope, relationship(ana, 'knows', ben));
      const memories = await exported(scope);
      await opened.store.ofUser.erase(scope, call());
      for (const limits of [
        { ...GLOBAL_LIMITS, graphNodes: 0 },
        { ...GLOBAL_LIMITS, graphEdges: 0 },
      ]) {
        const full = await open({ limits });
        try {
          expect((await failure(full.store.ofUser.putBack(scope, memories, call()))).reason).to.equal('QUOTA_EXCEEDED');
          expect(await full.store.ofUser.count(scope, call())).to.equal(0);
        } finally {
          await full.close();
        }
      }
      const full = await open({ limits: { ...GLOBAL_LIMITS, graphNodes: 0 } });
      try {
        const outcome = await tryAdd(scope, entity('Eve', 'person'), 0, full);
        expect(outcome.ok ? undefined : outcome.error.reason).to.equal('QUOTA_EXCEEDED');
      } finally {
        await full.close();
      }
    });

    it('restores no relationship without both its ends', async () => {
      const scope = newScope();
      const [ana, ben] = [await idOf(scope, entity('Ana', 'person')), await idOf(scope, entity('Ben', 'person'))];
      const knows = await idOf(scope, relationship(ana, 'knows', ben));
      const memories = await exported(scope);
      const putBack = async (...wanted: readonly string[]) =>
        opened.store.ofUser.putBack(
          scope,
          memories.filter(({ id }) => wanted.includes(id)),
          call(),
        );
      await opened.store.ofUser.erase(scope, call());
      expect(await putBack(knows)).to.deep.equal({ taken: 0, skipped: 1 });
      expect(await putBack(ana)).to.deep.equal({ taken: 1, skipped: 0 });
      expect(await putBack(knows)).to.deep.equal({ taken: 0, skipped: 1 });
      expect(await putBack(ana, ben, knows)).to.deep.equal({ taken: 2, skipped: 1 });
      expect((await all(scope)).map(({ id }) => id)).to.have.members([ana, ben, knows]);
    });

    it('rejects a traversal from an unknown entity, and an aborted one', async () => {
      const scope = newScope();
      const ana = await idOf(scope, entity('Ana', 'person'));
      expect((await failure(walk(newScope(), [ana]))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await failure(walk({ ...scope, namespace: 'n' }, [ana]))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await failure(walk(scope, [ana], { withinMs: -1 }))).reason).to.equal('DEADLINE_EXCEEDED');
      const query = { scope, starts: [{ id: ana }], direction: 'BOTH', maxHops: 1, limit: 1, asOfMs: 0 } as const;
      const signal = AbortSignal.abort(deadlineExceeded());
      const given = { ...query, relationshipTypes: [], entityTypes: [], withinMs: 1000 };
      expect((await failure(opened.store.traverse(given, { signal }))).reason).to.equal('DEADLINE_EXCEEDED');
    });

    const place = fc.nat(6);
    const day = fc.option(fc.nat(5), { nil: undefined });
    const history = fc.record({
      types: fc.array(fc.nat(1), { minLength: 7, maxLength: 7 }),
      edges: fc.array(fc.record({ from: place, to: place, kind: fc.nat(1), since: day, days: fc.nat(3) }), {
        maxLength: 14,
      }),
      removed: fc.array(place, { maxLength: 2 }),
      walks: fc.array(
        fc.record({
          starts: fc.array(place, { minLength: 1, maxLength: 2 }),
          direction: fc.constantFrom(...DIRECTIONS),
          maxHops: fc.integer({ min: 1, max: 4 }),
          kinds: fc.subarray([...KINDS]),
          types: fc.subarray([...TYPES]),
          day: fc.nat(6),
        }),
        { minLength: 4, maxLength: 8 },
      ),
    });

    it('traverses like a plain model of entities and relationships, and counts its storage exactly', async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ types, edges, removed, walks }) => {
          const scope = newScope();
          const entities: string[] = [];
          const typeOf = new Map<string, string>();
          for (const [number, type] of types.entries()) {
            const id = await idOf(scope, entity(`entity ${number}`, TYPES[type]!), number);
            entities.push(id);
            typeOf.set(id, TYPES[type]!);
          }
          for (const { from, to, kind, since, days } of edges) {
            const until = since === undefined ? undefined : since + days + 1;
            // One of two that overlap may be refused; the store must then be unchanged.
            await tryAdd(scope, relationship(entities[from]!, KINDS[kind]!, entities[to]!, since, until));
          }
          for (const number of new Set(removed)) {
            await opened.store.remove({ scope, id: entities[number]!, nowMs: 9 }, call());
          }
          const kept = await all(scope);
          expectWhole(kept);
          for (const { starts, direction, maxHops, kinds, types: wanted, day: at } of walks) {
            const from = starts.map((number) => entities[number]!).filter((id) => kept.some((one) => one.id === id));
            if (from.length === 0) continue;
            const more = { direction, maxHops, relationshipTypes: kinds, entityTypes: wanted, asOfMs: at * DAY_MS };
            const found = await walk(scope, from, more);
            const expected = distances(kept, new Set(from), more, typeOf);
            expect(new Map(found.entities.map(({ record, distance }) => [record.id, distance]))).to.deep.equal(
              expected,
            );
            const order = found.entities.map(({ record, distance }) => [distance, record.createTimeMs, record.id]);
            expect(order).to.deep.equal(order.toSorted(inOrder));
          }
          const { remaining } = await add(scope, entity('one more', 'person'), 10);
          const [count, bytes] = [kept.filter(isEntity).length + 1, 0];
          expect(remaining.count).to.equal(QUOTAS.ENTITY.count - count);
          const after = (await all(scope)).filter(isEntity);
          const used = after.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes);
          expect(remaining.bytes).to.equal(QUOTAS.ENTITY.bytes - used);
          const loop = await add(scope, relationship(after[0]!.id, 'a new kind', after[0]!.id), 10);
          const others = kept.filter((record) => !isEntity(record));
          const usedByOthers = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, loop.record.sizeBytes);
          expect(loop.remaining).to.deep.equal({
            count: QUOTAS.RELATIONSHIP.count - others.length - 1,
            bytes: QUOTAS.RELATIONSHIP.bytes - usedByOthers,
          });
        }),
        { numRuns: 40 },
      );
    }).timeout(180_000);
  });
}

function inOrder(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  for (const [at, value] of one.entries()) {
    if (value !== other[at]) return value < other[at]! ? -1 : 1;
  }
  return 0;
}

function isEntity({ payload }: MemoryRecord): boolean {
  return payload.type === 'ENTITY' && payload.node === 'ENTITY';
}

/** Checks that both ends of each relationship exist, and that no two of the same type and ends overlap. */
function expectWhole(kept: readonly MemoryRecord[]): void {
  const entities = new Set(kept.filter(isEntity).map(({ id }) => id));
  const edges = kept.map(({ payload }) => payload).filter((payload) => 'fromId' in payload);
  for (const [number, one] of edges.entries()) {
    expect(entities.has(one.fromId) && entities.has(one.toId)).to.equal(true);
    for (const other of edges.slice(number + 1)) {
      if (one.fromId !== other.fromId || one.toId !== other.toId || one.relationshipType !== other.relationshipType) {
        continue;
      }
      const overlap =
        (one.validFromMs ?? -Infinity) < (other.validToMs ?? Infinity) &&
        (other.validFromMs ?? -Infinity) < (one.validToMs ?? Infinity);
      expect(overlap).to.equal(false);
    }
  }
}

type Walk = Pick<TraverseQuery, 'direction' | 'maxHops' | 'relationshipTypes' | 'entityTypes' | 'asOfMs'>;

/** Relaxes every relationship repeatedly. */
function distances(
  kept: readonly MemoryRecord[],
  starts: ReadonlySet<string>,
  { direction, maxHops, relationshipTypes, entityTypes, asOfMs }: Walk,
  typeOf: ReadonlyMap<string, string>,
): Map<string, number> {
  const found = new Map([...starts].map((id) => [id, 0]));
  const edges = kept
    .map(({ payload }) => payload)
    .filter((payload) => 'fromId' in payload)
    .filter(
      ({ relationshipType, validFromMs = -Infinity, validToMs = Infinity }) =>
        (relationshipTypes.length === 0 || relationshipTypes.includes(relationshipType)) &&
        validFromMs <= asOfMs &&
        asOfMs < validToMs,
    )
    .flatMap(({ fromId, toId }) => [
      ...(direction === 'IN' ? [] : [[fromId, toId] as const]),
      ...(direction === 'OUT' ? [] : [[toId, fromId] as const]),
    ]);
  for (let hop = 1; hop <= maxHops; hop += 1) {
    for (const [from, to] of edges) {
      const isWanted = entityTypes.length === 0 || entityTypes.includes(typeOf.get(to) ?? '');
      if (found.get(from) === hop - 1 && !found.has(to) && isWanted) found.set(to, hop);
    }
  }
  return found;
}
