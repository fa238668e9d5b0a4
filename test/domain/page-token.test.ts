import { expect } from 'chai';
import fc from 'fast-check';
import { RecordaError } from '../../server/domain/errors.ts';
import { decodePageToken, encodePageToken } from '../../server/domain/page-token.ts';

const cursor = fc.record({ createTimeMs: fc.integer({ min: 0, max: 2 ** 42 }), id: fc.string() });
const request = fc.array(fc.string(), { maxLength: 5 });

describe('page tokens', () => {
  it('come back as the place they were made of', () => {
    fc.assert(
      fc.property(cursor, request, (at, asked) => {
        expect(decodePageToken(encodePageToken(at, asked), asked)).to.deep.equal(at);
      }),
    );
  });

  it('are refused when a character of them changed', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ñ';
    fc.assert(
      fc.property(cursor, request, fc.nat(), fc.constantFrom(...alphabet), (at, asked, where, character) => {
        const token = encodePageToken(at, asked);
        const index = where % token.length;
        fc.pre(token[index] !== character);
        const altered = token.slice(0, index) + character + token.slice(index + 1);
        expect(() => decodePageToken(altered, asked))
          .to.throw(RecordaError)
          .with.property('reason', 'PAGE_TOKEN_INVALID');
      }),
      { numRuns: 10_000 },
    );
  });

  it('are refused with another request', () => {
    const token = encodePageToken({ createTimeMs: 1, id: 'lt_1' }, ['ana']);
    expect(() => decodePageToken(token, ['bea'])).to.throw(RecordaError);
  });

  it('are refused if they are validly sealed around something that is not a cursor', () => {
    for (const forged of [{ createTimeMs: 'yesterday', id: 'lt_1' }, { createTimeMs: {}, id: 'lt_1' }, { id: 1 }]) {
      const token = encodePageToken(forged as unknown as Parameters<typeof encodePageToken>[0], []);
      expect(() => decodePageToken(token, []))
        .to.throw(RecordaError)
        .with.property('reason', 'PAGE_TOKEN_INVALID');
    }
  });

  it('start at the beginning when empty', () => expect(decodePageToken('', [])).to.equal(undefined));
});
