import fc from 'fast-check';

const LAST_CODE_POINT = 0x10ffff;

/** Texts of any code points, lone surrogates too. What fast-check has for them lists all million of them first, which takes seconds. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: LAST_CODE_POINT }), { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
}
