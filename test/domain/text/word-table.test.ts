import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import { buildWordTable, EMPTY_HASH, findHashed, findWord, hashUnit } from '../../../server/domain/text/word-table.ts';
import { foldedWords } from '../../../server/domain/text/words.ts';

describe('a word table', () => {
  const words = Array.from({ length: 5000 }, (_, index) => `w${index}`);
  const table = buildWordTable(['', ...words]);

  it('finds every word by its index and no other', () => {
    for (const [index, word] of words.entries()) expect(findWord(table, word)).to.equal(index + 1);
    for (const word of ['', 'w', 'w5000', 'W1', 'w1 ']) expect(findWord(table, word)).to.equal(-1);
  });

  it('finds a word within a text', () => {
    let hash = EMPTY_HASH;
    for (const letter of 'w42') hash = hashUnit(hash, letter.charCodeAt(0));
    expect(findHashed(table, hash, 'so w42 it is', 3, 6)).to.equal(43);
  });

  it('is shared memory', () => {
    for (const array of Object.values(table)) expect(array.buffer).to.be.instanceOf(SharedArrayBuffer);
  });
});

describe('words', () => {
  it('are folded, without marks, apart at signs', () => {
    expect(foldedWords(fold("Mañana no iré: it's “Ünder-way” (2024)"))).to.deep.equal([
      'manana',
      'no',
      'ire',
      'it',
      's',
      'under',
      'way',
      '2024',
    ]);
  });

  it('are single where a script does not part them', () => {
    expect(foldedWords('東京 is')).to.deep.equal(['東', '京', 'is']);
  });

  it('are as many as asked for at most', () => {
    expect(foldedWords('a b c d', 2)).to.deep.equal(['a', 'b']);
  });
});
