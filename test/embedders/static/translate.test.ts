import { expect } from 'chai';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { translatorOf } from '../../../server/embedders/static/translate.ts';

describe('the lexicon as a translator', () => {
  const translate = translatorOf(loadStaticTable());

  it('has the first English word of a Spanish form', () => {
    for (const [spanish, english] of [
      ['coche', 'car'],
      ['cajon', 'drawer'],
      ['llamo', 'call'],
      ['vivia', 'lived'],
      ['cilantro', 'coriander'],
    ] as const)
      expect(translate(spanish), spanish).to.equal(english);
  });

  it('says nothing of words that it has not', () => {
    for (const word of ['toyota', 'zzz', '']) expect(translate(word), word).to.equal(undefined);
  });
});
