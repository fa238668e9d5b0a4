import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import { stemOf } from '../../../server/domain/text/stems.ts';

const same = (language: 'en' | 'es', ...words: readonly string[]): void => {
  expect(new Set(words.map((word) => stemOf(fold(word), language))).size, words.join(', ')).to.equal(1);
};

describe('stems', () => {
  it('bring the forms of an English word together, irregular ones too', () => {
    same('en', 'skiing', 'skis', 'skied');
    same('en', 'go', 'went', 'gone', 'going');
    same('en', 'child', 'children', 'kids');
  });

  it('bring the forms of a Spanish word together, irregular ones too', () => {
    same('es', 'gato', 'gatos', 'gata');
    same('es', 'tener', 'tuvo', 'tienen', 'tenés');
    same('es', 'dormir', 'duermo', 'durmieron');
  });

  it('do not need the accents that people leave out', () => {
    same('es', 'canción', 'cancion');
    same('es', 'educación', 'educacion');
  });

  it('keep different words apart', () => {
    expect(stemOf('skiing', 'en')).not.to.equal(stemOf('skipping', 'en'));
    expect(stemOf('casa', 'es')).not.to.equal(stemOf('caza', 'es'));
  });
});
