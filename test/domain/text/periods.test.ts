import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';
import { periodsIn } from '../../../server/domain/text/periods.ts';

/** A Saturday. */
const NOW = Date.UTC(2026, 10, 21, 23, 15);

function read(question: string, language: Language): string[] {
  const range = (): { firstYear: number; lastYear: number } => ({ firstYear: 2023, lastYear: 2024 });
  const day = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
  return periodsIn(fold(question), language, NOW, range).map(({ fromMs, toMs }) => `${day(fromMs)} to ${day(toMs)}`);
}

const CASES: Readonly<Record<Language, readonly (readonly [string, ...string[]])[]>> = {
  en: [
    ['What did we do on 8 May, 2023?', '2023-05-08 to 2023-05-09'],
    ['What happened on May 8th?', '2023-05-08 to 2023-05-09', '2024-05-08 to 2024-05-09'],
    ['What did I buy on the 14th?', '2026-11-14 to 2026-11-15', '2026-12-14 to 2026-12-15'],
    ['What is due by the 31st?', '2026-10-31 to 2026-11-01', '2026-12-31 to 2027-01-01'],
    ['What did we do on the 8th of May, 2023?', '2023-05-08 to 2023-05-09'],
    ['What did they ask on the 2nd interview?'],
    ['Who came on the 5th with Ana?', '2026-11-05 to 2026-11-06', '2026-12-05 to 2026-12-06'],
    ['What is planned for 2026-12-24?', '2026-12-24 to 2026-12-25'],
    ['Who called in May?', '2023-05-01 to 2023-06-01', '2024-05-01 to 2024-06-01'],
    ['Who called in May 2024?', '2024-05-01 to 2024-06-01'],
    ['What did we do last May?', '2026-05-01 to 2026-06-01'],
    ['What did we do last December?', '2025-12-01 to 2026-01-01'],
    ['Where was I two weeks ago?', '2026-11-04 to 2026-11-11'],
    ['What did she say 3 days ago?', '2026-11-18 to 2026-11-19'],
    ['What changed over the last two months?', '2026-09-22 to 2026-11-21'],
    ['Where did we go last summer?', '2026-06-01 to 2026-09-01'],
    ['Who came last weekend?', '2026-11-14 to 2026-11-16'],
    ['What did I promise on Monday?', '2026-11-16 to 2026-11-17'],
    ['What is due next Friday?', '2026-11-27 to 2026-11-28'],
    ['What did I read this year?', '2026-01-01 to 2027-01-01'],
    ['What did I read in 2023?', '2023-01-01 to 2024-01-01'],
    ['What did I do yesterday?', '2026-11-20 to 2026-11-21'],
    ['May I go?'],
    ['Who led the march?'],
    ['How many books fit in 2.5 boxes?'],
  ],
  es: [
    ['¿Qué hicimos el 8 de mayo de 2023?', '2023-05-08 to 2023-05-09'],
    ['¿Quién llamó en mayo?', '2023-05-01 to 2023-06-01', '2024-05-01 to 2024-06-01'],
    ['¿Qué pasó en marzo del 2023?', '2023-03-01 to 2023-04-01'],
    ['¿Dónde estuve hace dos semanas?', '2026-11-04 to 2026-11-11'],
    ['¿Adónde fuimos el verano pasado?', '2026-06-01 to 2026-09-01'],
    ['¿Qué hicimos el mes pasado?', '2026-10-01 to 2026-11-01'],
    ['¿Qué prometí el lunes?', '2026-11-16 to 2026-11-17'],
    ['¿Quién vino el fin de semana pasado?', '2026-11-14 to 2026-11-16'],
    ['¿Qué compré el día 14?', '2026-11-14 to 2026-11-15', '2026-12-14 to 2026-12-15'],
    ['¿Qué hicimos el día 8 de mayo de 2023?', '2023-05-08 to 2023-05-09'],
    ['¿Qué hice ayer por la mañana?', '2026-11-20 to 2026-11-21'],
    ['¿Qué tengo esta noche?', '2026-11-21 to 2026-11-22'],
    ['¿Con quién quedé anteayer?', '2026-11-19 to 2026-11-20'],
    ['¿Qué tengo mañana?', '2026-11-22 to 2026-11-23'],
    ['¿Qué cambió en los últimos dos meses?', '2026-09-22 to 2026-11-21'],
    ['¿Qué vence la semana que viene?', '2026-11-23 to 2026-11-30'],
    ['¿Cuánto cuesta el viaje?'],
  ],
};

describe('the dates of a question', () => {
  for (const language of ['en', 'es'] as const) {
    for (const [question, ...periods] of CASES[language]) {
      it(`${question} names ${periods.join(' and ') || 'no time'}`, () => {
        expect(read(question, language)).to.deep.equal(periods);
      });
    }
  }

  it('are no days that the calendar does not have', () => {
    expect(read('What happened on February 30, 2024?', 'en')).to.deep.equal([]);
  });
});
