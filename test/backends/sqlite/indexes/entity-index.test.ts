import { expect } from 'chai';
import fc from 'fast-check';
import {
  memoryId,
  type EntityPayload,
  type RelationshipPayload,
  type Scope,
} from '../../../../server/domain/memory.ts';
import type { AddIntent, GraphStore } from '../../../../server/ports/stores.ts';
import { call } from '../../../conformance/subject.ts';
import { closeAndDelete, movableClock, openTemporary, type TemporaryStore } from '../temporary-store.ts';
import { scaled } from '../../../scale.ts';

const scopeOf = (user: number): Scope => ({
  tenant: 't',
  userId: `user-${user}`,
  agentId: '',
  sessionId: '',
  namespace: '',
  taskId: '',
});
const NAMES = ['Ana', 'Ben', 'Acme', 'Rosario', 'Zeppelin Club'];
const KINDS = ['works_at', 'lives_in', 'knows'];
const QUERIES = ['who works at Acme?', 'Ana', 'quién vive en Rosario', 'Zeppelin', 'a friend of Ben'];
const HOUR_MS = 3_600_000;
/** The number of runs of five histories each. */
const RUNS = scaled(1, 25);
const USERS = 5;

type Step =
  | { readonly kind: 'entity'; readonly name: number; readonly job: number }
  | { readonly kind: 'relate'; readonly from: number; readonly to: number; readonly as: number; readonly hours: number }
  | { readonly kind: 'rename'; readonly of: number; readonly name: number }
  | { readonly kind: 'end'; readonly of: number; readonly hours: number }
  | { readonly kind: 'remove'; readonly of: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'ask' };

const small = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('entity' as const), name: small, job: small }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('relate' as const),
      from: small,
      to: small,
      as: small,
      hours: fc.integer({ min: -3, max: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('rename' as const), of: small, name: small }),
  fc.record({ kind: fc.constant('end' as const), of: small, hours: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('remove' as const), of: small }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('ask' as const) }),
);

const stated = { type: 'ENTITY', attributes: {}, evidence: [], versions: [] } as const;
const entity = (name: string, job: number): EntityPayload => ({
  ...stated,
  node: 'ENTITY',
  name,
  entityType: 'thing',
  aliases: [],
  attributes: { job: `job ${job}` },
});

/** One store holds the histories of many users, because opening it takes longer than a history. */
const histories = fc.array(fc.array(step, { minLength: 5, maxLength: 30 }), { minLength: USERS, maxLength: USERS });

describe('The index of entities', () => {
  it('finds after any history what one that is built anew finds @torture', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (ofUsers) => {
        let opened = await openTemporary();
        try {
          let number = 0;
          const newUuid = (): string => String((number += 1)).padStart(32, '0');
          const found: { readonly nowMs: number; readonly expected: unknown }[] = [];
          for (const [user, steps] of ofUsers.entries()) {
            const scope = scopeOf(user);
            await live(opened, scope, newUuid, steps);
            const nowMs = opened.clock.now();
            found.push({ nowMs, expected: await answers(opened.stores.ENTITY, scope, nowMs) });
          }
          const { dataDir } = opened;
          await opened.close();
          const clock = movableClock(0);
          opened = await openTemporary({ dataDir, clock });
          for (const [user, { nowMs, expected }] of found.entries()) {
            clock.advance(nowMs - clock.now());
            expect(await answers(opened.stores.ENTITY, scopeOf(user), nowMs)).to.deep.equal(expected);
          }
        } finally {
          await closeAndDelete(opened);
        }
      }),
      // Shrinking a failure would take too long.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

/** Applies the steps; those that are refused or concern missing entities change nothing. */
async function live(
  { stores: { ENTITY: store }, clock }: TemporaryStore,
  scope: Scope,
  newUuid: () => string,
  steps: readonly Step[],
): Promise<void> {
  const add = async (payload: EntityPayload | RelationshipPayload): Promise<void> => {
    const id = memoryId(payload.node, newUuid());
    const intent: AddIntent = { id, scope, payload, nowMs: clock.now(), autoPrune: 'OFF' };
    await store.add([intent], call());
  };
  const all = async (prefix: 'en_' | 're_'): Promise<readonly string[]> => {
    const page = await store.list({ scope, pageSize: 1000, descending: false, nowMs: clock.now() }, call());
    return page.records.map(({ id }) => id).filter((id) => id.startsWith(prefix));
  };
  const one = (ids: readonly string[], index: number): string => ids[index % Math.max(1, ids.length)] ?? '';
  const tried = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

  for (const each of steps) {
    clock.advance(1);
    const nowMs = clock.now();
    const entities = await all('en_');
    const relationships = await all('re_');
    switch (each.kind) {
      case 'entity':
        await add(entity(one(NAMES, each.name), each.job));
        break;
      case 'relate': {
        const [fromId, toId] = [one(entities, each.from), one(entities, each.to)];
        const validFromMs = nowMs + each.hours * HOUR_MS;
        await add({
          ...stated,
          node: 'RELATIONSHIP',
          fromId,
          toId,
          relationshipType: one(KINDS, each.as),
          validFromMs,
        });
        break;
      }
      case 'rename':
        await tried(
          store.update({ scope, id: one(entities, each.of), patch: { name: one(NAMES, each.name) }, nowMs }, call()),
        );
        break;
      case 'end': {
        const patch = { validToMs: nowMs + each.hours * HOUR_MS };
        await tried(store.update({ scope, id: one(relationships, each.of), patch, nowMs }, call()));
        break;
      }
      case 'remove':
        await tried(store.remove({ scope, id: one([...entities, ...relationships], each.of), nowMs }, call()));
        break;
      case 'wait':
        clock.advance(each.hours * HOUR_MS);
        break;
      case 'ask':
        await answers(store, scope, nowMs);
    }
  }
}

async function answers(store: GraphStore, scope: Scope, nowMs: number): Promise<unknown> {
  const found = QUERIES.map(async (text) => {
    const hits = await store.retrieve({ scope, text, topK: 10, explain: false, nowMs }, call());
    return Object.fromEntries(hits.map(({ record, score }) => [record.id, Math.round(score * 1000)]));
  });
  return Promise.all(found);
}
