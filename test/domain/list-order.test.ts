import { expect } from 'chai';
import fc from 'fast-check';
import type { Filterable } from '../../server/domain/filter.ts';
import { byOrder, parseOrder, cursorOf } from '../../server/domain/list-order.ts';
import type { JsonObject } from '../../server/domain/payloads.ts';
import { SORTED_TEXT } from '../../server/policy/limits.ts';

const value = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('', 'a', 'B', 'á', 'a\ud800', 'x'.repeat(SORTED_TEXT), 'x'.repeat(SORTED_TEXT + 1)),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom([], [1], {}, { b: 1 }),
);
const data = fc
  .record({ a: value, b: fc.oneof(value, fc.record({ c: value })) }, { requiredKeys: [] })
  .map((json) => json as JsonObject);
const memories = fc
  .array(fc.record({ data, createTimeMs: fc.nat(3) }), { maxLength: 12 })
  .map((list) =>
    list.map((one, n): Filterable => ({ ...NOTHING, ...one, id: `sd_${n}`, payload: { data: one.data } })),
  );
const order = fc
  .array(
    fc.tuple(fc.constantFrom('data.a', 'data.b', 'data.b.c', 'create_time'), fc.constantFrom('', ' desc', ' asc')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.map((part) => part.join('')).join(' , '));

const NOTHING = {
  scope: { tenant: '', userId: '', agentId: '', sessionId: '', namespace: '', taskId: '' },
  updateTimeMs: 0,
  version: 1,
  sizeBytes: 0,
  storedBytes: 0,
  isCompressed: false,
};

describe('the order of a listing', () => {
  it('is a total order: whichever way it is asked, and through any number of pages', () => {
    fc.assert(
      fc.property(memories, order, fc.integer({ min: 1, max: 5 }), (list, orderBy, pageSize) => {
        const fields = parseOrder(orderBy)!;
        const compare = byOrder(fields);
        // Cursors pass through JSON, as in a page token.
        const places = list.map(
          (memory) => JSON.parse(JSON.stringify(cursorOf(fields, memory))) as ReturnType<typeof cursorOf>,
        );
        for (const one of places) {
          for (const other of places) {
            expect(Math.sign(compare(one, other))).to.equal(0 - Math.sign(compare(other, one)));
            expect(compare(one, other) === 0).to.equal(one.id === other.id);
          }
        }
        const whole = places.toSorted(compare);
        const paged: typeof places = [];
        for (let after = paged.at(-1); paged.length < places.length; after = paged.at(-1)) {
          const rest = places.filter((cursor) => after === undefined || compare(cursor, after) > 0);
          paged.push(...rest.toSorted(compare).slice(0, pageSize));
        }
        expect(paged).to.deep.equal(whole);
      }),
    );
  });

  it('puts numbers first and what is absent last, either way', () => {
    const values = [null, undefined, 'text', 2, [1], true, -1, false];
    const list = values.map((a, n): Filterable => ({
      ...NOTHING,
      id: `${n}`,
      createTimeMs: n,
      payload: { data: a === undefined ? {} : { a } },
    }));
    const sorted = (orderBy: string) => {
      const fields = parseOrder(orderBy)!;
      return list
        .map((memory) => cursorOf(fields, memory))
        .toSorted(byOrder(fields))
        .map(({ createTimeMs }) => values[createTimeMs]);
    };
    expect(sorted('data.a')).to.deep.equal([-1, 2, 'text', false, true, [1], null, undefined]);
    expect(sorted('data.a desc')).to.deep.equal([[1], true, false, 'text', 2, -1, null, undefined]);
  });

  it('is refused where it names what cannot be ordered by', () => {
    for (const orderBy of ['', 'data', 'data.', 'data..a', 'price', 'data.a up', 'data.a desc desc', ',', 'data.a,'])
      expect(parseOrder(orderBy), orderBy).to.equal(undefined);
    expect(parseOrder(Array.from({ length: 5 }, () => 'data.a').join(','))).to.equal(undefined);
  });
});
