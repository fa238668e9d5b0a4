import { expect } from 'chai';
import { topicPhrase, recognisedTopic } from '../../../server/domain/conversation/topic-phrase.ts';
import { factDomainsFor, turnDomain } from '../../../server/domain/conversation/turn-domain.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { FACT_READER } from '../../fact-reader.ts';

describe('topic phrases', () => {
  it('of the source fire, with their rule and place', () => {
    const turn = 'Bueno, cambiando de tema, ¿qué ceno?';
    const phrase = topicPhrase(turn);
    expect(phrase).to.include({ kind: 'SHIFT', rule: 'es.changing-subject' });
    expect(turn.slice(phrase?.from, phrase?.to)).to.equal('cambiando de tema');
    for (const text of [
      'otra cosa, ¿viste a Ana?',
      'te quería preguntar sobre el viaje',
      'Dejando eso de lado, sigamos',
    ])
      expect(topicPhrase(text)?.kind, text).to.equal('SHIFT');
    expect(topicPhrase('Cambiemos de tema')?.kind).to.equal('FLUSH');
  });

  it('flush before they shift', () => {
    expect(topicPhrase('Otra cosa: hablemos de algo distinto')?.kind).to.equal('FLUSH');
  });

  it('do not fire inside quotations or other constructions', () => {
    for (const text of [
      'Me dijo "cambiemos de tema" y se fue',
      'cambiá el tema del editor a oscuro',
      "don't change the subject",
      'The subject of the mail is wrong',
      'Translate: on another note, hi',
    ])
      expect(topicPhrase(text), text).to.equal(undefined);
  });
});

describe('turns to another topic that no rule knows', () => {
  const told = (turn: string) => recognisedTopic(readTurn(turn), FACT_READER);

  it('are recognised by the reader, with their sentence; they never flush', () => {
    for (const [turn, sentence] of [
      ['Thanks. Switching hats for a moment: how much sleep does a toddler need?', 'Switching hats for a moment'],
      ['Cambio de chip: ¿cuánto duerme un nene de dos años?', 'Cambio de chip'],
    ] as const) {
      const phrase = told(turn);
      expect(topicPhrase(turn), turn).to.equal(undefined);
      expect(phrase, turn).to.include({ kind: 'SHIFT', rule: FACT_READER.identity });
      expect(turn.slice(phrase!.from, phrase!.to)).to.include(sentence);
    }
  });

  it('are not what chats are made of, nor anything that is quoted or pasted', () => {
    for (const turn of [
      '',
      "I'm doing well, thanks for asking. Anything exciting happening on your end?",
      'Oh wow! Have you ever visited Italy? Where are you from?',
      '¡Qué bueno! A mí también me encanta el mar. ¿Fuiste en verano?',
      'She told me "switching hats for a moment" and left',
      'Translate: Cambio de chip: ¿cuánto duerme un nene?',
    ])
      expect(told(turn), turn).to.equal(undefined);
  });
});

describe('the domain of a turn', () => {
  it('is told by its words, or by none', () => {
    expect(turnDomain('La query de Postgres tira un error en el backend')).to.equal('CODE');
    expect(turnDomain('¿Qué receta puedo hacer con pollo y arroz?')).to.equal('FOOD');
    expect(turnDomain('Book a flight and a hotel near the beach')).to.equal('TRAVEL');
    expect(turnDomain('hola')).to.equal(undefined);
  });

  it('says which facts a query may need, preferences always', () => {
    expect(factDomainsFor('¿Cómo quedó lo que decidimos sobre el deployment?')).to.include.members([
      'DECISIONS',
      'PREFERENCES',
    ]);
    expect(factDomainsFor('¿Qué ceno?')).to.have.lengthOf(5);
  });
});
