import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';
import { periodsIn, type KnownTimes } from '../../../server/domain/dates/periods.ts';

/** This is a Saturday. */
const NOW = Date.UTC(2026, 10, 21, 23, 15);

/** Memories of 2023 and 2024 that show no other hints. */
const KNOWN: KnownTimes = {
  span: () => [Date.UTC(2023, 0, 10), Date.UTC(2024, 10, 30)],
  dateOrder: () => undefined,
  isSouthern: () => false,
};

function read(question: string, language: Language, known: Partial<KnownTimes> = {}): string[] {
  const day = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
  const asked = { text: question, folded: fold(question), language, nowMs: NOW };
  return periodsIn(asked, { ...KNOWN, ...known }).map(({ fromMs, toMs }) => `${day(fromMs)} to ${day(toMs)}`);
}

const CASES: Readonly<Record<Language, readonly (readonly [string, ...string[]])[]>> = {
  en: [
    ['What did we do on 8 May, 2023?', '2023-05-08 to 2023-05-09'],
    ['What happened on May 8th?', '2024-05-08 to 2024-05-09'],
    ['What did I buy on the 14th?', '2026-11-14 to 2026-11-15', '2026-12-14 to 2026-12-15'],
    ['What is due by the 31st?', '2026-10-31 to 2026-11-01', '2026-12-31 to 2027-01-01'],
    ['What did we do on the 8th of May, 2023?', '2023-05-08 to 2023-05-09'],
    ['What did they ask on the 2nd interview?'],
    ['Who came on the 5th with Ana?', '2026-11-05 to 2026-11-06', '2026-12-05 to 2026-12-06'],
    ['What is planned for 2026-12-24?', '2026-12-24 to 2026-12-25'],
    ['Who called in May?', '2024-05-01 to 2024-06-01'],
    ['Who called in December?', '2023-12-01 to 2024-01-01'],
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
    ['What did we buy between March and June 2024?', '2024-03-01 to 2024-07-01'],
    ['What did we buy from March to June?', '2024-03-01 to 2024-07-01'],
    ['Where did I live from November 2023 to February?', '2023-11-01 to 2024-03-01'],
    ['Where was I November to February 2024?', '2023-11-01 to 2024-03-01'],
    ['Where did I live between 2019 and 2021?', '2019-01-01 to 2022-01-01'],
    ['Where did I live 2019-2021?', '2019-01-01 to 2022-01-01'],
    ['What did we do from May 3 to June 10, 2024?', '2024-05-03 to 2024-06-11'],
    ['What did we do from the 3rd to the 10th of May 2023?', '2023-05-03 to 2023-05-11'],
    ['What did we do May 3-10?', '2024-05-03 to 2024-05-11'],
    ['What has changed since March 2024?', '2024-03-01 to 2026-11-21'],
    ['What did we sell in Q2 2024?', '2024-04-01 to 2024-07-01'],
    ['What did we sell in the third quarter of 2023?', '2023-07-01 to 2023-10-01'],
    ['What did we sell last quarter?', '2026-07-01 to 2026-10-01'],
    ['What did we sell in the first half of 2024?', '2024-01-01 to 2024-07-01'],
    ['What happened on 10.01.2024?', '2024-01-10 to 2024-01-11'],
    ['What happened on 13/5/2024?', '2024-05-13 to 2024-05-14'],
    ['What happened on 5/13/24?', '2024-05-13 to 2024-05-14'],
    ['What happened on 5/1/2024?', '2024-01-05 to 2024-01-06', '2024-05-01 to 2024-05-02'],
    ['What happened on 4/4?', '2024-04-04 to 2024-04-05'],
    ['What happened in 05/2024?', '2024-05-01 to 2024-06-01'],
    ['What happened in 2024-05?', '2024-05-01 to 2024-06-01'],
    ['What happened on 2024/05/09?', '2024-05-09 to 2024-05-10'],
    ['Where was I at Christmas 2023?', '2023-12-24 to 2023-12-27'],
    ['What did we plan for April?', '2024-04-01 to 2024-05-01'],
    ['What did she get for Christmas?', '2023-12-24 to 2023-12-27'],
    ['What did she get last Christmas?', '2025-12-24 to 2025-12-27'],
    ['Who came for Thanksgiving 2024?', '2024-11-28 to 2024-11-29'],
    ['Where were we at Easter 2024?', '2024-03-29 to 2024-04-02'],
    ['What broke in Spring Boot?'],
    ['Which bug did we find in spring boot 3?'],
    ['What does June like to eat?'],
    ['How is 1/2 cup measured?'],
    ['Which version is 10.2.1?'],
    ['Which version of node is 20.11.15?'],
    ['Who scored in the first quarter of the game?'],
    ['What did we sell in the first quarter of the year?', '2024-01-01 to 2024-04-01'],
    ['What did we sell in Q3?', '2024-07-01 to 2024-10-01'],
    ['May I go?'],
    ['Who led the march?'],
    ['How many books fit in 2.5 boxes?'],
  ],
  es: [
    ['¿Qué hicimos el 8 de mayo de 2023?', '2023-05-08 to 2023-05-09'],
    ['¿Quién llamó en mayo?', '2024-05-01 to 2024-06-01'],
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
    ['¿Qué compramos entre marzo y junio de 2024?', '2024-03-01 to 2024-07-01'],
    ['¿Qué compramos de marzo a junio?', '2024-03-01 to 2024-07-01'],
    ['¿Qué compramos de mayo a julio?', '2024-05-01 to 2024-08-01'],
    ['¿Qué compramos en Abril de 2024?', '2024-04-01 to 2024-05-01'],
    ['¿Dónde viví de 2019 a 2021?', '2019-01-01 to 2022-01-01'],
    ['¿Qué hicimos del 3 al 10 de mayo de 2023?', '2023-05-03 to 2023-05-11'],
    ['¿Qué cambió desde marzo de 2024?', '2024-03-01 to 2026-11-21'],
    ['¿Qué vendimos en el segundo trimestre de 2024?', '2024-04-01 to 2024-07-01'],
    ['¿Cómo le fue en el segundo trimestre del embarazo?'],
    ['¿Qué serie tiene T2?'],
    ['¿Qué vendimos en el T2 de 2024?', '2024-04-01 to 2024-07-01'],
    ['¿Qué vendimos el trimestre pasado?', '2026-07-01 to 2026-10-01'],
    ['¿Qué vendimos en el primer semestre de 2024?', '2024-01-01 to 2024-07-01'],
    ['¿Qué pasó el 10.01.2024?', '2024-01-10 to 2024-01-11'],
    ['¿Qué pasó el 5/1/2024?', '2024-01-05 to 2024-01-06'],
    ['¿Qué pasó el 5/13/2024?', '2024-05-13 to 2024-05-14'],
    ['¿Qué pasó el 5/1?', '2024-01-05 to 2024-01-06'],
    ['¿Dónde pasé la Navidad de 2023?', '2023-12-24 to 2023-12-27'],
    ['¿Qué me regalaron en Navidad?', '2023-12-24 to 2023-12-27'],
    ['¿Dónde pasamos la Semana Santa de 2024?', '2024-03-24 to 2024-04-01'],
    ['¿Qué hicimos la navidad pasada?', '2025-12-24 to 2025-12-27'],
    ['¿Qué le gusta a mi sobrina Abril?'],
    ['¿Qué le gusta a abril?'],
    ['¿Cuándo llega Julio?'],
    ['¿Qué versión de Spring Boot usamos?'],
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

  it('are read as the dates of the memories are written, where they show it', () => {
    const asked = 'What happened on 5/1/2024?';
    expect(read(asked, 'en', { dateOrder: () => 'DAY_FIRST' })).to.deep.equal(['2024-01-05 to 2024-01-06']);
    expect(read(asked, 'en', { dateOrder: () => 'MONTH_FIRST' })).to.deep.equal(['2024-05-01 to 2024-05-02']);
  });

  it('are seasons of the half of the Earth that a place is in', () => {
    const isSouthern = (): boolean => true;
    expect(read('What did we do in the summer of 2024?', 'en')).to.deep.equal(['2024-06-01 to 2024-09-01']);
    const inSouth = ['2023-12-01 to 2024-03-01'];
    expect(read('What did we do in Argentina in summer 2024?', 'en')).to.deep.equal(inSouth);
    expect(read('¿Qué hicimos en el verano de 2024?', 'es', { isSouthern })).to.deep.equal(inSouth);
    expect(read('¿Qué hicimos en Madrid en el verano de 2024?', 'es', { isSouthern })).to.deep.equal([
      '2024-06-01 to 2024-09-01',
    ]);
    expect(read('What did we do in winter 2024?', 'en', { isSouthern })).to.deep.equal(['2024-06-01 to 2024-09-01']);
    expect(read('What did we do in spring 2024?', 'en', { isSouthern })).to.deep.equal(['2024-09-01 to 2024-12-01']);
  });

  it('lie ahead where the memories reach as far', () => {
    const span = (): readonly [number, number] => [Date.UTC(2024, 0), Date.UTC(2027, 5)];
    expect(read('What is planned for Thanksgiving?', 'en', { span })).to.deep.equal([
      '2025-11-27 to 2025-11-28',
      '2026-11-26 to 2026-11-27',
    ]);
    expect(read('What is planned in May?', 'en', { span })).to.deep.equal([
      '2026-05-01 to 2026-06-01',
      '2027-05-01 to 2027-06-01',
    ]);
  });

  it('are no days that the calendar does not have', () => {
    expect(read('What happened on February 30, 2024?', 'en')).to.deep.equal([]);
  });
});
