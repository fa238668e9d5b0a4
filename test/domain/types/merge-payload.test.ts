import { expect } from 'chai';
import fc from 'fast-check';
import { asOfMoment } from '../../../server/domain/graph/moment.ts';
import { mergeKey, mergePayload } from '../../../server/domain/types/merge-payload.ts';
import { normalName } from '../../../server/domain/merge/normal-name.ts';
import { sameJson } from '../../../server/domain/merge/same-json.ts';
import type { EntityPayload, MemoryRecord } from '../../../server/domain/memory.ts';
import { MAX_VERSIONS, VERSIONS_VALUES } from '../../../server/policy/limits.ts';

const scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
const few = (...texts: string[]) => fc.uniqueArray(fc.constantFrom(...texts), { maxLength: texts.length });

/** Random payloads of one entity; all names are normalised to the same one. */
const entity = fc
  .record({
    name: fc.constantFrom('Ana', 'ANA', ' Aná '),
    attributes: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(2), { maxKeys: 3 }),
    aliases: few('Anita', 'Annie', 'ANITA', 'ana'),
    evidence: few('lt_1', 'lt_2'),
    from: fc.option(fc.nat(4), { nil: undefined }),
    to: fc.option(fc.integer({ min: 5, max: 9 }), { nil: undefined }),
  })
  .map(({ from, to, ...rest }): EntityPayload => ({
    type: 'ENTITY',
    node: 'ENTITY',
    entityType: 'person',
    versions: [],
    ...rest,
    ...(from !== undefined && { validFromMs: from }),
    ...(to !== undefined && { validToMs: to }),
  }));

const ANA: EntityPayload = {
  type: 'ENTITY',
  node: 'ENTITY',
  name: 'Ana',
  entityType: 'person',
  aliases: [],
  evidence: [],
  attributes: {},
  versions: [],
};

const merge = (existing: EntityPayload, added: EntityPayload, nowMs = 20) =>
  mergePayload(existing, added, 10, nowMs) as EntityPayload;

/** Returns what an entity says, without its history and regardless of order. */
function said({ versions: _, name, aliases, evidence, ...rest }: EntityPayload) {
  return { ...rest, names: [...new Set([name, ...aliases].map(normalName))].toSorted(), evidence: evidence.toSorted() };
}

describe('mergePayload of entities', () => {
  it('lets the oldest versions go where together they hold more JSON than an answer can be encoded of at once', () => {
    const many = (of: number) => ({ of, many: Array.from({ length: VERSIONS_VALUES / 3 }, () => 1) });
    let kept: EntityPayload = { ...ANA, attributes: many(0) };
    for (let of = 1; of <= 5; of += 1) kept = merge(kept, { ...ANA, attributes: many(of) }, 20 + of);
    expect(kept.versions.map(({ attributes }) => attributes['of'])).to.deep.equal([4, 3]);
  });

  it('is idempotent: what was said is not news', () => {
    fc.assert(
      fc.property(entity, entity, (existing, added) => {
        const once = merge(existing, added);
        expect(merge(once, added, 30)).to.equal(once);
        expect(merge(existing, existing)).to.equal(existing);
      }),
    );
  });

  it('is commutative where the two do not contradict each other', () => {
    fc.assert(
      fc.property(entity, entity, (one, drawnOther) => {
        const { validFromMs: _from, validToMs: _to, ...other } = drawnOther;
        const attributes = Object.fromEntries(
          Object.entries(other.attributes).filter(([name]) => !(name in one.attributes)),
        );
        const apart = { ...other, attributes };
        expect(sameJson(said(merge(one, apart)), said(merge(apart, one)))).to.equal(true);
      }),
    );
  });

  it('forgets nothing that the other did not say anew, and keeps the key', () => {
    fc.assert(
      fc.property(entity, entity, (existing, added) => {
        const merged = merge(existing, added);
        expect(merged.attributes).to.deep.equal({ ...existing.attributes, ...added.attributes });
        const names = ({ name, aliases }: EntityPayload) => [name, ...aliases].map(normalName);
        expect(names(merged)).to.include.members([...names(existing), ...names(added)]);
        expect(merged.aliases.slice(0, existing.aliases.length)).to.deep.equal(existing.aliases);
        expect(merged.evidence).to.have.members([...new Set([...existing.evidence, ...added.evidence])]);
        expect(merged.validFromMs).to.equal(added.validFromMs ?? existing.validFromMs);
        expect(mergeKey(merged)).to.deep.equal(mergeKey(existing));
      }),
    );
  });

  it('leaves a history from which every earlier statement can be read, of the last versions', () => {
    fc.assert(
      fc.property(fc.array(entity, { minLength: 1, maxLength: MAX_VERSIONS + 5 }), (told) => {
        const states: EntityPayload[] = [];
        for (const [index, added] of told.entries()) {
          const before = states.at(-1);
          states.push(before === undefined ? added : (mergePayload(before, added, 0, index) as EntityPayload));
        }
        const last = states.at(-1) as EntityPayload;
        expect(last.versions.length).to.be.at.most(MAX_VERSIONS);
        const sizes = { version: 1, sizeBytes: 1, storedBytes: 1, isCompressed: false };
        const record: MemoryRecord = { id: 'en_1', scope, payload: last, createTimeMs: 0, updateTimeMs: 0, ...sizes };
        const oldest = last.versions.at(-1)?.fromMs ?? 0;
        for (const [rank, state] of states.entries()) {
          const then = asOfMoment(record, { knownAtMs: Math.max(rank, oldest) })?.payload as EntityPayload;
          if (rank < oldest) continue;
          expect(then.attributes).to.deep.equal(state.attributes);
          expect([then.validFromMs, then.validToMs]).to.deep.equal([state.validFromMs, state.validToMs]);
        }
        expect(asOfMoment(record, { knownAtMs: -1 })).to.equal(undefined);
      }),
    );
  });
});
