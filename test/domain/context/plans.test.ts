import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { planReader } from '../../../server/domain/context/plans.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { ROOT } from '../../root.ts';

/** The rows and the similarity limits were chosen with these in view. */
const CHOSEN_ON = [
  'Plan my weekend',
  'Qué cocino hoy',
  'book a table',
  'me recomiendas un vuelo',
  'What should I make for dinner?',
  'Any idea for lunch tomorrow?',
  'I need to book a flight to Madrid',
  '¿Qué como hoy?',
  'Necesito ideas para la cena de esta noche',
  'Reservame un restaurante para mañana',
  '¿Me ayudás a planificar las vacaciones de verano?',
  'Where can we go this Saturday?',
  '¿Qué hacemos el domingo?',
  'Get me something to eat',
  'Arma un plan para el finde largo',
  'Order me lunch',
  'What groceries should I get?',
  '¿Qué compro en el súper?',
  'Organizá una salida para el sábado a la noche',
  'Suggest something for date night',
  'Book us a hotel in Rome for next month',
  '¿Qué vuelo me conviene?',
  "Planning my sister's birthday, any ideas?",
  'Hazme un menú para la semana',
  'Find me a gym routine',
  'Me duele la cabeza, ¿qué tomo?',
  'What should I take for this cough?',
  'I want to throw a party on Friday',
  "Let's order takeout",
  'Vamos a pedir delivery, ¿qué pido?',
  'Necesito un hotel en Bariloche',
  '¿Qué le puedo regalar a mi marido?',
  'Need a gift for my wife',
  'Recommend a lunch spot near me',
  '¿Qué almuerzo?',
  'Planificá mis próximas vacaciones',
  'Prepare a packing list for me',
  'Which painkiller can I buy?',
  "I'm hungry, what should I eat?",
  'Tengo hambre, ¿qué puedo comer?',
  'Buscame un departamento para alquilar',
  'Plan a picnic',
  '¿Dónde cenamos?',
  'Schedule my week',
  'What should we do tonight?',
  'I have guests tomorrow, what do I cook?',
  'Vienen amigos a cenar, ¿qué preparo?',
  'Can you plan a road trip for us?',
  'Propón un menú para la boda',
  'Plan our first evening in Porto',
  'Cook something for mum and me tonight',
];

/** These were written afterwards. */
const HELD_BACK = [
  'What shall we eat tomorrow?',
  'Somewhere nice for brunch on Sunday?',
  'Get me a cheap flight to Berlin',
  'Where could I take the family this Saturday?',
  "I'm planning a barbecue, what should I get?",
  'Any present ideas for my boyfriend?',
  'What stretches suit me?',
  'Something for a sore throat?',
  'Recommend a hotel in Naples for us',
  "I don't know what to make for dinner",
  'What can I do this evening?',
  '¿Qué hago de almuerzo?',
  'Quiero reservar en algún lugar para mañana a la noche',
  'Conseguime un pasaje a Lima',
  '¿Qué hacemos el feriado?',
  '¿Qué le regalo a mi novia?',
  'Dame un plan para ponerme en forma',
  '¿Qué tomo para la tos?',
  'No sé qué preparar para la cena',
  '¿Adónde me voy de vacaciones en enero?',
  'Hagamos una fiesta el viernes, ¿qué compro?',
  '¿Qué cama compro para el cuarto?',
];

describe('what a question plans', () => {
  const encoder = staticEncoder(loadStaticTable());
  const { kindsFor, kindsOf } = planReader((text) => encoder.embed(text));
  const found = (lines: readonly string[]): number =>
    lines.filter((line) => kindsFor(line).length > 0).length / lines.length;

  it('is found in nine of ten questions, in both languages', () => {
    expect(found(CHOSEN_ON)).to.be.at.least(0.9);
    expect(found(HELD_BACK)).to.be.at.least(0.85);
  });

  it('is nothing in greetings, questions about the world and orders: at most 3 of 100 seem to be one', () => {
    const rows = readFileSync(join(ROOT, 'test/bench/context/floor/unconcerned.tsv'), 'utf8').trim().split('\n');
    expect(found(rows.map((row) => row.split('\t')[1]!))).to.be.at.most(0.03);
  });

  it('touches what matters for it, first what matters most', () => {
    expect(kindsFor('¿Qué cocino hoy?')[0]).to.equal('DIET');
    expect(kindsFor('Find me a flight to Rome')[0]).to.equal('TRAVEL');
    expect(kindsFor('Plan my weekend')).to.include.members(['FAMILY', 'DIET', 'HOME']);
    expect(kindsFor('Hello!')).to.deep.equal([]);
  });
  expect(kindsOf('tengo tendinitis en la muñeca izquierda').has('HEALTH')).to.equal(true);

  it('knows facts of each kind by their words, and by their likeness to others', () => {
    expect(kindsOf('I get hives from strawberries').has('DIET')).to.equal(true);
    expect(kindsOf('mi nena Sofía tiene 4 años').has('FAMILY')).to.equal(true);
    expect(kindsOf('tengo pánico a los aviones').has('TRAVEL')).to.equal(true);
    expect(kindsOf('use Postgres for the database').has('DIET')).to.equal(false);
    expect(kindsOf('mi proyecto es una app').has('FAMILY')).to.equal(false);
  });
});
