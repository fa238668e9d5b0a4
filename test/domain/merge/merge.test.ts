import { expect } from 'chai';
import fc from 'fast-check';
import { mergeKey, mergePayload, mergesInto } from '../../../server/domain/types/merge-payload.ts';
import type { JsonObject, JsonPayload, JsonValue } from '../../../server/domain/payloads.ts';

const NOW_MS = 1_700_000_000_000;

const value = fc.jsonValue().map((json) => json as JsonValue);
const object = fc.dictionary(fc.string({ maxLength: 5 }), value, { maxKeys: 4 }).map((json) => json as JsonObject);
const names = fc
  .array(fc.constantFrom('Ana', 'ANA', 'Anita', 'Ána'), { maxLength: 3 })
  .map((list) => [...new Set(list)]);
const time = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined });

/** Random statements about something; absent times are absent keys. */
const stated = fc.record({ attributes: object, from: time, length: time, evidence: names }).map((said) => ({
  type: 'ENTITY' as const,
  attributes: said.attributes,
  ...(said.from !== undefined && { validFromMs: said.from }),
  ...(said.length !== undefined && { validToMs: (said.from ?? 0) + said.length + 1 }),
  evidence: said.evidence,
  versions: [],
}));

const trait = value.map((said): JsonPayload => ({ type: 'PERSONA', key: 'tone', value: said, versions: [] }));
const document = object.map((data): JsonPayload => ({ type: 'STRUCTURED', collection: 'c', key: 'k', data }));
const entity = fc
  .tuple(stated, fc.constantFrom('Ana', ' ANA', 'Ána'), names)
  .map(([said, name, aliases]): JsonPayload => ({ ...said, node: 'ENTITY', name, entityType: 'person', aliases }));
const relationship = stated.map((said): JsonPayload => ({
  ...said,
  node: 'RELATIONSHIP',
  fromId: 'en_1',
  toId: 'en_2',
  relationshipType: 'knows',
}));

describe('merging', () => {
  for (const [name, payload] of Object.entries({ trait, document, entity, relationship })) {
    it(`the same ${name} twice is as good as once`, () => {
      fc.assert(
        fc.property(payload, payload, fc.nat(1000), (before, added, laterMs) => {
          fc.pre(mergesInto(before, added));
          const once = mergePayload(before, added, NOW_MS, NOW_MS + 1);
          // The same object is returned, so nothing is written.
          expect(mergePayload(once, added, NOW_MS, NOW_MS + 2 + laterMs)).to.equal(once);
        }),
      );
    });

    it(`a ${name} keeps its key, so that the next one finds it`, () => {
      fc.assert(
        fc.property(payload, payload, (before, added) => {
          fc.pre(mergesInto(before, added));
          expect(mergeKey(mergePayload(before, added, NOW_MS, NOW_MS + 1))).to.deep.equal(mergeKey(before));
          expect(mergeKey(added)).to.deep.equal(mergeKey(before));
        }),
      );
    });
  }

  it('a trait keeps every value that it had, newest first', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), (values) => {
        const [first, ...later] = values.map((said): JsonPayload => ({
          type: 'PERSONA',
          key: 'k',
          value: said,
          versions: [],
        }));
        const merged = later.reduce((before, added, n) => mergePayload(before, added, NOW_MS, NOW_MS + n + 1), first!);
        const told = values.filter((said, n) => said !== values[n - 1]);
        if (merged.type !== 'PERSONA') throw new Error('a trait stays one');
        expect([...merged.versions.map((version) => version.value).toReversed(), merged.value]).to.deep.equal(told);
      }),
    );
  });
});
