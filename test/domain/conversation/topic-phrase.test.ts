import { expect } from 'chai';
import { topicPhrase } from '../../../server/domain/conversation/topic-phrase.ts';
import { factDomainsFor, turnDomain } from '../../../server/domain/conversation/turn-domain.ts';

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
