import { expect } from 'chai';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { ENCODINGS } from '../../server/domain/context/tokens.ts';
import { makeTokenTable } from '../../server/tokens/encodings.ts';
import { tokenCounter } from '../../server/tokens/token-counter.ts';
import { text, TEXT_KINDS } from '../bench/loop/texts.ts';
import { seededRandom } from '../load/sentences.ts';
import { ALSO_TORTURE, scaled } from '../scale.ts';

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFabcdef0123456789',
  ' \n\t \r ',
  'áéíóúñü\u0301',
  '的一是不了人我在有他',
  '한국어ไทยहिन्दी',
  '😀😁🎉👩‍👩‍👧',
  '!?.,;:\'"()[]{}<>/-_=+',
].map((letters) => [...letters]);
/** Half of a surrogate pair: its bytes are those of U+FFFD. */
const LONE_SURROGATE = '\ud800';

const MB = 2 ** 20;
/** The CPU time allowed for a megabyte; the library's own merging takes several times that for Chinese without punctuation. */
const MOST_MS = 1500;

describe('counting tokens', () => {
  const tokens = tokenCounter(makeTokenTable);
  before(async () => {
    await Promise.all(ENCODINGS.map((encoding) => tokens.load(encoding)));
  });

  it(`says what the library says of any text without a long run${ALSO_TORTURE}`, () => {
    const random = seededRandom(1);
    const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const count = { o200k_base: countO200k, cl100k_base: countCl100k };
    for (let round = 0; round < scaled(100, 100_000); round += 1) {
      const alphabet = among(ALPHABETS);
      let said = '';
      for (let units = Math.floor(random() * 60); units >= 0; units -= 1)
        said += random() < 0.01 ? LONE_SURROGATE : among(random() < 0.8 ? alphabet : among(ALPHABETS));
      for (const encoding of ENCODINGS)
        expect(tokens.count(said, encoding), JSON.stringify(said)).to.deep.equal({
          tokens: count[encoding](said, { disallowedSpecial: new Set<string>() }),
          isExact: true,
        });
    }
  });

  it('counts a run of a thousand characters exactly, and a longer one not too low', () => {
    const run = text('Chinese without a mark', 3000);
    expect(run.length).to.equal(1000);
    expect(tokens.count(run, 'o200k_base')).to.deep.equal({ tokens: countO200k(run), isExact: true });
    const longer = text('Chinese without a mark', 6000);
    const { tokens: most, isExact } = tokens.count(longer, 'o200k_base');
    expect(isExact).to.equal(false);
    expect(most).to.be.at.least(countO200k(longer));
  }).timeout(60_000);

  for (const kind of TEXT_KINDS)
    it(`takes time by a text's length alone: ${kind}`, () => {
      const said = text(kind, MB);
      const from = process.cpuUsage();
      tokens.count(said, 'o200k_base');
      const { user, system } = process.cpuUsage(from);
      expect((user + system) / 1000).to.be.below(MOST_MS);
    });
});
