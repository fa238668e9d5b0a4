import { expect } from 'chai';
import fc from 'fast-check';
import { RecordaError } from '../../server/domain/errors.ts';
import { compileSchema, OUT_OF_STEPS } from '../../server/domain/schema/compile-schema.ts';
import type { JsonObject, JsonValue } from '../../server/domain/payloads.ts';

const STEPS = 20_000;

const name = fc.constantFrom('a', 'b', '__proto__', 'x/y', '~', '');
/** Each keyword is rarely faulty, since there are many of them. */
const mostly = <T, F>(usual: readonly T[], faulty: readonly F[]) =>
  fc.oneof({ weight: 200, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...faulty) });

const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      fc
        .record(
          {
            type: mostly(['object', 'array', 'string', 'number', ['null', 'integer']], ['nothing']),
            minimum: mostly([-1, 0, 1.5], ['x']),
            pattern: mostly(['^a+$', '(a|b)*c', '^(a|aa)+$'], ['(', '(?=a)', '(a{100}){100}']),
            enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }),
            required: fc.array(name, { maxLength: 2 }).map((list) => [...new Set(list)]),
            uniqueItems: fc.boolean(),
            properties: fc.dictionary(name, inner, { maxKeys: 3 }),
            patternProperties: fc.dictionary(mostly(['^a', 'b$'], ['[']), inner, { maxKeys: 1 }),
            additionalProperties: inner,
            items: inner,
            not: inner,
            anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
            allOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
            $ref: mostly(['#'], ['#/properties/a', '#/items', '#/anyOf/0', 'https://example.com', '#/nowhere']),
            title: fc.string(),
          },
          { requiredKeys: [] },
        )
        .map((json) => json as JsonValue),
    ),
  };
});

describe('schemas of collections', () => {
  it('are refused as the caller fault that they are, or judge any document within their steps', () => {
    let judged = 0;
    fc.assert(
      fc.property(schema, fc.array(fc.jsonValue(), { maxLength: 5 }), (source, values) => {
        if (typeof source !== 'object' || source === null) return;
        let compiled;
        try {
          compiled = compileSchema(source as JsonObject);
        } catch (error) {
          expect(error).to.be.instanceOf(RecordaError).with.property('reason', 'FIELD_INVALID');
          return;
        }
        judged += 1;
        for (const value of values) {
          const data = { a: value, b: [value] } as JsonObject;
          const steps = { left: STEPS };
          try {
            const fits = compiled.fits(data, steps);
            expect(compiled.faults(data).length === 0).to.equal(fits);
          } catch (error) {
            expect(error).to.equal(OUT_OF_STEPS);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(judged).to.be.greaterThan(10);
  });

  it('say the same whatever was checked before', () => {
    const { fits } = compileSchema({ properties: { a: { type: 'number' } }, required: ['a'] });
    const verdicts = [{ a: 1 }, { a: 'x' }, {}, { a: 2 }].map((data) => fits(data as JsonObject, { left: STEPS }));
    expect(verdicts).to.deep.equal([true, false, false, true]);
  });

  it('spend steps of the one who checks', () => {
    const { fits } = compileSchema({ properties: { list: { items: { type: 'number' } } } });
    const steps = { left: 100 };
    expect(fits({ list: [1, 2, 3] }, steps)).to.equal(true);
    expect(steps.left).to.be.lessThan(100).and.greaterThan(10);
    expect(() => fits({ list: Array.from({ length: 1000 }, () => 1) }, steps)).to.throw(OUT_OF_STEPS.message);
  });
});
