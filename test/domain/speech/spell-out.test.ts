import { expect } from 'chai';
import { extractFacts } from '../../../server/domain/facts/extract-facts.ts';
import { foldInPlace } from '../../../server/domain/speech/read-turn.ts';
import { GRAMMAR } from '../../../server/domain/languages/grammar.ts';
import { spellOut } from '../../../server/domain/speech/spell-out.ts';
import { FACT_READER } from '../../fact-reader.ts';

const inFull = (typed: string): string => spellOut(typed, foldInPlace(typed), GRAMMAR.speech).text;

describe('what people type in haste', () => {
  it('is spelled out: chat spellings, letters drawn out, slips, two that speak as one', () => {
    expect(inFull('im vegan, tmb qiero q me hables de tu')).to.equal("i'm vegan, también quiero que me hables de tu");
    expect(inFull('I looove it soooo much')).to.equal('I love it so much');
    expect(inFull("I'm alergic and a vegeterian")).to.equal("I'm allergic and a vegetarian");
    expect(inFull('my wife and I moved')).to.equal('we moved');
    expect(inFull('toy viviendo en Lima')).to.equal('estoy viviendo en Lima');
  });

  it('puts the compound past of Spain as the simple one, but for what lasts', () => {
    expect(inFull('Nos hemos mudado y he empezado yoga')).to.equal('Nos mudamos y empecé yoga');
    expect(inFull('me han despedido, he buscado otro')).to.equal('me despidieron, busqué otro');
    expect(inFull('siempre he sido zurdo y he vivido solo')).to.equal('siempre he sido zurdo y he vivido solo');
  });

  it('leaves other words, names and code alone', () => {
    for (const text of ['remembers', 'a toy car', 'estoy cansado', 'git.im', 'im_port', '200k', 'reading www.x.com'])
      expect(inFull(text)).to.equal(text);
  });

  it('keeps the words and the places of a fact as they were typed', () => {
    const typed = 'hola! nos hemos mudado a Sevilla, y im alergic to nuts';
    for (const { text, from, to } of extractFacts(typed, FACT_READER)) {
      expect(typed.slice(from, to)).to.include(text);
      expect(text).to.be.oneOf(['nos hemos mudado a Sevilla', 'im alergic to nuts']);
    }
    expect(extractFacts(typed, FACT_READER)).to.have.length(2);
  });
});
