import { expect } from 'chai';

import { askedCues, CUE, textCues } from '../../../server/domain/text/cues.ts';
import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';

const asked = (question: string, language: Language): number => askedCues(fold(question), language);

describe('cues', () => {
  it('tell what kind of answer a question wants', () => {
    expect(asked('When did she move?', 'en')).to.equal(CUE.when);
    expect(asked('Which city did he visit?', 'en')).to.equal(CUE.where);
    expect(asked('What book is she reading?', 'en')).to.equal(CUE.title);
    expect(asked('Why did he leave?', 'en')).to.equal(0);
    expect(asked('¿Cuándo se mudó?', 'es')).to.equal(CUE.when);
    expect(asked('¿Dónde vive?', 'es')).to.equal(CUE.where);
    expect(asked('¿Qué libro está leyendo?', 'es')).to.equal(CUE.title);
    expect(asked('¿Por qué se fue?', 'es')).to.equal(0);
  });

  it('tell what kinds of answers a text has', () => {
    expect(textCues('I saw him last week', 'en') & CUE.when).to.equal(CUE.when);
    expect(textCues('we flew to Lisbon', 'en') & CUE.where).to.equal(CUE.where);
    expect(textCues('she loved "Dune"', 'en') & CUE.title).to.equal(CUE.title);
    expect(textCues('nothing much', 'en')).to.equal(0);
    expect(textCues('I never eat late', 'en') & CUE.limit).to.equal(CUE.limit);
    expect(textCues('nunca ceno tarde', 'es') & CUE.limit).to.equal(CUE.limit);
    expect(textCues('lo vi la semana pasada', 'es') & CUE.when).to.equal(CUE.when);
    expect(textCues('volamos a Lisboa', 'es') & CUE.where).to.equal(CUE.where);
    expect(textCues('le gustó «Dune»', 'es') & CUE.title).to.equal(CUE.title);
    expect(textCues('nada en particular', 'es')).to.equal(0);
  });

  it('are read quickly in a long text', () => {
    textCues('A '.repeat(500_000), 'en');
  }).timeout(60_000);
});
