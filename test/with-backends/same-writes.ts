/**
 * Sends random writes to the embedded store and to another backend, which must give the same answers and have the same memories
 * after each.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { RecordaError } from '../../server/domain/errors.ts';
import type { AutoPrune, MemoryPatch } from '../../server/domain/intents.ts';
import { memoryId, type MemoryRecord, type Payload, type Scope } from '../../server/domain/memory.ts';
import { userScope } from '../../server/domain/scope.ts';
import type { PortableMemory } from '../../server/domain/portable.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import type { MemoryStore } from '../../server/ports/stores.ts';
import { ANA, call, patchText, payloadOf, startEmpty, type MovableClock } from '../conformance/subject.ts';
import { scaled } from '../scale.ts';

type Type = 'SHORT_TERM' | 'EPISODIC' | 'ENTITY';

type Step = {
  readonly kind: 'add' | 'relate' | 'update' | 'remove' | 'export' | 'putBack' | 'empty' | 'again';
  readonly one: number;
  readonly other: number;
  readonly length: number;
  readonly prune: AutoPrune;
  /** The expected version; 0 if none. */
  readonly version: number;
  readonly request: number;
  readonly minutes: number;
};

const QUOTA = { count: 6, bytes: 1200 };
/** Quotas of the memories; those of request ids stay as they are. */
export const SMALL = { ...QUOTAS, SHORT_TERM: QUOTA, EPISODIC: QUOTA, ENTITY: QUOTA, RELATIONSHIP: QUOTA };

/** The number of different request ids, some of which are used again. */
const REQUESTS = 40;
const PROTECTED = 8;
const MINUTE_MS = 60_000;

/** The outcomes that must occur in this many histories, since otherwise nothing would be compared. */
const SEEN: Readonly<Record<Type, readonly string[]>> = {
  SHORT_TERM: ['add ADD', 'add ADD_WITH_EVICTION', 'update DONE', 'remove DONE', 'putBack TAKEN', 'again ADD'],
  EPISODIC: ['add ADD', 'add ADD_WITH_PRUNE', 'update DONE', 'empty DONE', 'putBack TAKEN'],
  ENTITY: ['add ADD', 'add ADD_WITH_PRUNE', 'add MERGED', 'relate ADD', 'empty DONE', 'putBack TAKEN'],
};

const kinds = (type: Type): fc.Arbitrary<Step['kind']> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant('add' as const) },
    { weight: type === 'ENTITY' ? 6 : 0, arbitrary: fc.constant('relate' as const) },
    { weight: 6, arbitrary: fc.constantFrom('update' as const, 'remove' as const) },
    { weight: 1, arbitrary: fc.constant('export' as const) },
    { weight: 4, arbitrary: fc.constantFrom('putBack' as const, 'empty' as const) },
    { weight: 1, arbitrary: fc.constant('again' as const) },
  );

const stepOf = (type: Type): fc.Arbitrary<Step> =>
  fc.record({
    kind: kinds(type),
    one: fc.nat({ max: 12 }),
    other: fc.nat({ max: 12 }),
    length: fc.integer({ min: 0, max: 450 }),
    prune: fc.constantFrom('OFF' as const, 'OFF' as const, 'TO_FIT' as const, 'FRACTION' as const),
    version: fc.constantFrom(0, 0, 0, 1, 2, 3),
    request: fc.nat({ max: REQUESTS }),
    minutes: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 20, 61),
  });

/** An answer in JSON form. */
type Answer = {
  readonly answer?: {
    readonly operation?: string;
    readonly reason?: string;
    readonly taken?: number;
    readonly removedRelationships?: number;
  };
  readonly records: readonly unknown[];
};

type Call = (nowMs: number) => Promise<unknown>;

/** What one of the stores has of the history. */
type Side = {
  readonly store: MemoryStore;
  readonly ids: Set<string>;
  /** Calls of requests that are protected against repeats. */
  readonly calls: Call[];
  exported: readonly PortableMemory[];
};

export async function expectSameWrites(type: Type, clock: MovableClock, stores: readonly MemoryStore[]): Promise<void> {
  const seen = new Set<string>();
  const history = fc.array(stepOf(type), { minLength: 25, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      startEmpty();
      const sides = stores.map((store): Side => ({ store, ids: new Set(), calls: [], exported: [] }));
      for (const [index, step] of steps.entries()) {
        clock.advance(1 + step.minutes * MINUTE_MS);
        const nowMs = clock.now();
        const [own, theirs] = await Promise.all(sides.map((side) => answerOf(side, type, step, index, nowMs)));
        expect(theirs, `${index}: ${JSON.stringify(step)}`).to.deep.equal(own);
        seen.add(`${step.kind} ${kindOf(own!)}`);
      }
    }),
    { numRuns: scaled(type === 'SHORT_TERM' ? 40 : 10, 1000), endOnFailure: true },
  );
  for (const kind of SEEN[type]) expect([...seen], 'what the histories came to').to.include(kind);
}

/** Names the outcome of a step. */
function kindOf({ answer }: Answer): string {
  const { operation, reason, taken = 0, removedRelationships = 0 } = answer ?? {};
  if (taken > 0) return 'TAKEN';
  return operation ?? reason ?? (removedRelationships > 0 ? 'WITH_RELATIONSHIPS' : 'DONE');
}

/** Returns a store's answer to a step, including errors, and its content after it. */
async function answerOf(side: Side, type: Type, step: Step, index: number, nowMs: number): Promise<Answer> {
  const answer = await play(side, type, step, index, nowMs).catch((error: unknown) => {
    if (!(error instanceof RecordaError)) throw error;
    return { reason: error.reason, message: error.message, detail: error.detail };
  });
  const scopes = type === 'ENTITY' ? [ANA] : [scopeOf(0), scopeOf(1)];
  const query = { pageSize: 100, descending: false, nowMs };
  const lists = await Promise.all(scopes.map((scope) => side.store.list({ ...query, scope }, call())));
  return JSON.parse(JSON.stringify({ answer, records: lists.map(({ records }) => records.map(comparable)) })) as Answer;
}

async function play(side: Side, type: Type, step: Step, index: number, nowMs: number): Promise<unknown> {
  const { store, calls } = side;
  if (step.kind === 'export') {
    side.exported = await exported(store);
    return side.exported;
  }
  if (step.kind === 'putBack') return store.ofUser.putBack(ANA, side.exported, call());
  if (step.kind === 'empty') return emptied(side, nowMs);
  if (step.kind === 'again') return calls[step.one % calls.length]?.(nowMs);
  const write = step.kind === 'add' || step.kind === 'relate' ? adding : changing;
  const isProtected = step.request < PROTECTED;
  const made = write(side, type, step, index, nowMs, isProtected ? `r${step.request}` : undefined);
  if (isProtected) calls.push(made);
  return made(nowMs);
}

/** Exports everything, then deletes it. */
async function emptied(side: Side, nowMs: number): Promise<unknown> {
  side.exported = await exported(side.store);
  const removed: unknown[] = [];
  for (const { id } of side.exported) {
    removed.push(
      await side.store.remove({ scope: anywhere(), id, nowMs }, call()).catch(({ reason }: RecordaError) => reason),
    );
  }
  return removed;
}

function adding({ store, ids }: Side, type: Type, step: Step, index: number, nowMs: number, request?: string): Call {
  const name = step.kind === 'relate' ? 'RELATIONSHIP' : type;
  const scope = type === 'ENTITY' ? { ...ANA, namespace: step.version === 3 ? 'n' : '' } : scopeOf(step.other % 2);
  const payload = step.kind === 'relate' ? relationshipOf(step, [...ids]) : payloadFor(type, step, index, nowMs);
  const intent = { id: memoryId(name, newId(index)), scope, payload, autoPrune: step.prune };
  const requestId = request === undefined ? undefined : { id: request, bodyHash: JSON.stringify([payload, scope]) };
  return async (atMs) => {
    const [outcome] = await store.add([{ ...intent, nowMs: atMs, requestId }], call());
    if (outcome === undefined || !outcome.ok) throw outcome?.error ?? new Error('no outcome');
    ids.add(outcome.value.record.id);
    return { ...outcome.value, record: comparable(outcome.value.record) };
  };
}

function changing({ store, ids }: Side, type: Type, step: Step, _: number, __: number, request?: string): Call {
  const id = [...ids][step.one % Math.max(1, ids.size)] ?? memoryId(type, '0'.repeat(32));
  const version = step.version === 0 ? undefined : step.version;
  const patch = patchOf(type, step, id);
  const bodyHash = JSON.stringify([step.kind, id, version, patch]);
  const ref = {
    scope: anywhere(),
    id,
    version,
    requestId: request === undefined ? undefined : { id: request, bodyHash },
  };
  if (step.kind === 'remove') return (nowMs) => store.remove({ ...ref, nowMs }, call());
  return async (nowMs) => {
    const updated = await store.update({ ...ref, nowMs, patch }, call());
    return { ...updated, record: comparable(updated.record) };
  };
}

/** Returns an id that no other history has, since users share their ids. */
function newId(index: number): string {
  return ANA.tenant.replaceAll(/\D/g, '').padStart(16, '0') + String(index).padStart(16, '0');
}

/** Returns a scope that includes every agent and session. */
function anywhere(): Scope {
  return userScope(ANA);
}

function scopeOf(index: number): Scope {
  return { ...ANA, agentId: `agent ${index}`, sessionId: `session ${index}` };
}

function payloadFor(type: Type, { one, length }: Step, index: number, nowMs: number): Payload {
  const text = 'x'.repeat(length);
  const payload = payloadOf(type, type === 'ENTITY' ? `name ${one % 8}` : `${index} ${text}`, nowMs);
  return payload.type === 'ENTITY' ? { ...payload, attributes: length % 3 === 0 ? {} : { text } } : payload;
}

/** Some have times, whose days may overlap. */
function relationshipOf({ one, other, length, version }: Step, ids: readonly string[]): Payload {
  const idAt = (at: number): string => ids[at % Math.max(1, ids.length)] ?? memoryId('ENTITY', 'f'.repeat(32));
  const fromMs = version * 1000;
  return {
    type: 'ENTITY',
    node: 'RELATIONSHIP',
    fromId: idAt(one),
    toId: idAt(other),
    relationshipType: 'knows',
    attributes: length % 2 === 0 ? {} : { length },
    evidence: [],
    versions: [],
    ...(version > 0 && { validFromMs: fromMs, validToMs: fromMs + 500 + length * 5 }),
  };
}

function patchOf(type: Type, { other, length, version }: Step, id: string): MemoryPatch {
  if (length % 4 === 0) return { metadata: { length } };
  if (type !== 'ENTITY') return patchText(type, 'y'.repeat(length));
  if (id.startsWith('re_')) return { validFromMs: version * 700, attributes: { length } };
  return length % 2 === 0 ? { name: `name ${other % 8}` } : { attributes: { text: 'y'.repeat(length) } };
}

async function exported(store: MemoryStore): Promise<readonly PortableMemory[]> {
  const memories: PortableMemory[] = [];
  for (let after: string | undefined; ;) {
    const page = await store.ofUser.page(ANA, after, call());
    memories.push(...page.memories);
    if (page.next === undefined) break;
    after = page.next;
  }
  // Entities come before relationships, which need them; within each kind every store has an order of its own.
  return memories.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The stored form of content differs between stores. */
function comparable({ storedBytes: _, isCompressed: __, ...record }: MemoryRecord): object {
  return record;
}
