import fc from 'fast-check';

const LAST_CODE_POINT = 0x10ffff;

/** Makes texts of any code points, also lone surrogates. fast-check's own lists all million of them first, which takes seconds. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: LAST_CODE_POINT }), { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
}
