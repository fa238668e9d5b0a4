import { expect } from 'chai';
import { anyOf } from '../../../server/domain/text/any-of.ts';

describe('many patterns in one', () => {
  it('are found where any of them is', () => {
    const patterns = [
      /^(one|two)\b|\bthree(?= men)/,
      /\b(?<word>fo+ur)\b|[|(]five/,
      /a \(six|(?<!not )seven|x\|y/,
      /\b(e(igh)t|nine)\b/,
    ];
    const all = anyOf(patterns);
    const words = 'one two three men four foour |five (five a (six not seven x|y eight et nine ninety a \\ |'.split(
      ' ',
    );
    for (const first of words) {
      for (const second of words) {
        const text = `${first} ${second}`;
        expect(all.test(text), text).to.equal(patterns.some((pattern) => pattern.test(text)));
      }
    }
  });

  it('are found in nothing where there are none at the beginning of a word or text', () => {
    expect(anyOf([/three/, /four/]).test('two')).to.equal(false);
  });
});
