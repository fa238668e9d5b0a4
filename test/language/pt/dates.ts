/** Portuguese: a few expressions of time. */
import {
  calendar,
  counted,
  feast,
  offset,
  relative,
  type DatePack,
} from '../../../server/domain/languages/date-pack.ts';

export const DATES: DatePack = {
  months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  weekdays: 'domingo segunda terca quarta quinta sexta sabado'.split(' '),
  seasons: 'primavera verao outono inverno'.split(' '),
  notAfterSeason: 'quente',
  namesOfPeople: 'abril',
  beforePeople: 'com|dona|chamada|sobrinha|prima|minha',
  monthOf: 'de',
  lowerCaseMonths: true,
  units: {
    dia: 'day',
    dias: 'day',
    semana: 'week',
    semanas: 'week',
    mes: 'month',
    meses: 'month',
    ano: 'year',
    anos: 'year',
  },
  numbers: { ...counted('um dois tres quatro cinco'), uma: 1, duas: 2 },
  ordinals: { primeiro: 1, segundo: 2 },
  feasts: { natal: feast('12-24', 3), pascoa: { fromEaster: -2, days: 4 } },
  slashedDate: 'DAY_FIRST',
  rules: [
    ...calendar('day', '{day} de {month}(?: de {year})?'),
    offset(-1, 'ontem'),
    ...calendar('ago', 'ha {n} {unit}'),
    ...relative(-1, '{unit} passad[oa]', '{season} passad[oa]'),
    ...calendar('month', '{month} de {year}', 'em {month}'),
    ...calendar('feast', 'no {feast}'),
    ...calendar('year', '{year}'),
  ],
};
