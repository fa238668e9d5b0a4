/**
 * Tests that an update changes what its mask names and nothing else: every path of every type, with all other fields sent
 * as well.
 */
import { expect } from 'chai';
import type { Memory } from '../../proto/gen/recorda/v1/resources.ts';
import type { MemoryType } from '../../server/domain/memory.ts';
import { TYPE_FORMS } from '../../server/validation/payloads.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

type Payload = NonNullable<Memory['payload']>;
type Case = Payload['$case'];

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

/** The payload that is added, and the values to which an update changes each of its fields. */
const SAID: { readonly [C in Case]: readonly [before: object, after: object] } = {
  working: [{ key: 'city', value: 'Paris' }, { value: { name: 'Lyon' } }],
  message: [
    { content: 'Hi', role: 'ROLE_USER', time: at(1) },
    { content: 'Hello', role: 'ROLE_TOOL', time: at(2) },
  ],
  text: [
    { content: 'likes tea', speaker: 'Ana', eventTime: at(1), turn: 1 },
    { content: 'likes coffee', speaker: 'Ben', eventTime: at(2), turn: 2 },
  ],
  trait: [{ key: 'tone', value: 'formal' }, { value: ['warm'] }],
  episode: [
    {
      task: 'Book',
      steps: [{ action: 'look' }],
      outcome: 'EPISODE_OUTCOME_PARTIAL',
      outcomeNote: 'half',
      startTime: at(1),
      endTime: at(2),
    },
    { task: 'Pay', outcome: 'EPISODE_OUTCOME_SUCCESS', outcomeNote: 'whole', endTime: at(3) },
  ],
  entity: [
    {
      name: 'Ana',
      type: 'person',
      attributes: { age: 30 },
      aliases: ['Anita'],
      validFrom: at(1),
      validTo: at(9),
      evidence: ['lt_1'],
    },
    { name: 'Bea', attributes: { age: 31 }, aliases: ['B'], validFrom: at(2), validTo: at(8), evidence: ['lt_2'] },
  ],
  relationship: [
    { type: 'knows', attributes: { since: 1 }, validFrom: at(1), validTo: at(9), evidence: ['lt_1'] },
    { attributes: { since: 2 }, validFrom: at(2), validTo: at(8), evidence: ['lt_2'] },
  ],
  document: [{ collection: 'shop', key: 'lamp', data: { price: 1, gone: true } }, { data: { price: 2 } }],
};

/** Fields that are derived: what is stored, and when. */
const FOLLOWING = ['etag', 'updateTime', 'sizeBytes', 'storedBytes', 'isCompressed'] as const;

describeDoors('Every path of an update mask', (door) => {
  const paths = Object.entries(TYPE_FORMS).flatMap(([type, { updatable }]) =>
    updatable.map((path) => [type as MemoryType, path]),
  );
  for (const [type, path] of paths as [MemoryType, string][]) {
    for (const named of casesOf(type, path)) {
      it(`${named === path.split('.')[0] ? '' : `of a ${named}, `}${path} alone is changed`, async () => {
        const { scope, memory: before } = await add(door(), named);
        const after = { ...SAID[named][1] } as Record<string, unknown>;
        const { memory } = await door().recorda.memory.updateMemory({
          memory: {
            id: before.id,
            etag: before.etag,
            scope,
            payload: { $case: named, value: after } as never,
            metadata: { changed: true },
            importance: 0.9,
            pinned: true,
            source: 'SOURCE_WEB',
            createTime: at(20),
          },
          updateMask: [path],
        });
        const expected = { ...before, payload: { $case: named, value: { ...before.payload!.value } } } as Memory;
        if (path === 'metadata') expected.metadata = { changed: true };
        else if (path === 'importance') expected.importance = 0.9;
        else if (path === 'pinned') expected.pinned = true;
        else {
          const field = path.split('.')[1]!.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
          Object.assign(expected.payload!.value, { [field]: after[field] });
        }
        // Earlier values are kept, and are not a field of the mask.
        for (const kept of [expected, memory!])
          if ('versions' in kept.payload!.value) kept.payload!.value.versions = [];
        const follow = Object.fromEntries(FOLLOWING.map((field) => [field, memory![field]]));
        expect(memory).to.deep.equal({ ...expected, ...follow });
        expect(memory?.etag).not.to.equal(before.etag);
        const stale = {
          memory: { id: before.id, etag: before.etag, scope, importance: 0 },
          updateMask: ['importance'],
        };
        expect((await errorOf(door().recorda.memory.updateMemory(stale))).reason).to.equal('ETAG_MISMATCH');
      });
    }
  }
});

function casesOf(type: MemoryType, path: string): readonly Case[] {
  const [first] = path.split('.') as [Case];
  if (first in SAID) return [first];
  const cases: Readonly<Record<MemoryType, readonly Case[]>> = {
    WORKING: ['working'],
    SHORT_TERM: ['message'],
    PERSONA: ['trait'],
    STRUCTURED: ['document'],
    LONG_TERM: ['text'],
    EPISODIC: ['episode'],
    ENTITY: ['entity', 'relationship'],
  };
  return cases[type];
}

async function add({ recorda, newUser }: Door, named: Case) {
  const scope = { userId: newUser(), agentId: 'a', sessionId: 's', namespace: 'n', taskId: '' };
  const put = async (payload: unknown): Promise<Memory> => {
    const memory = {
      scope,
      payload: payload as never,
      metadata: { changed: false },
      importance: 0.1,
      source: 'SOURCE_USER' as const,
    };
    return (await recorda.memory.addMemory({ memory })).memory!;
  };
  const value = { ...SAID[named][0] } as Record<string, unknown>;
  if (named === 'relationship') {
    for (const end of ['fromId', 'toId'])
      value[end] = (await put({ $case: 'entity', value: { name: end, type: 't' } })).id;
  }
  return { scope, memory: await put({ $case: named, value }) };
}
