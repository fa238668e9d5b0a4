/** Spanish: what no reader may take for the user's own. */
import type { VetoRow } from '../fact-pack.ts';
import { IDIOMS } from './idioms.ts';

export const VETOES: readonly VetoRow[] = [
  {
    id: 'es.denied',
    when: String.raw`no (?:me llamo|(?:vivo|vivimos|trabajo|trabajamos|estudio|estudiamos) (?:en|para|como|con|de))\b(?!.*\bmas\b)`,
    yes: ['No trabajo en fintech', 'no vivo en Madrid', 'no me llamo Jorge'],
    no: ['No como carne', 'ya no vivo en Madrid', 'no trabajo más en Globant', 'no trabajo los viernes'],
  },
  {
    id: 'es.forget',
    when: String.raw`{cortes}(?:olvida(?:te|lo|la)?|borra(?:me|lo|la)?|elimina(?:me|lo|la)?|descarta(?:lo|la)?)\b`,
    yes: ['Olvidá que vivo en Rosario', 'borrá mi dirección'],
    no: ['Olvido los nombres'],
  },
  {
    id: 'es.another-did',
    when: String.raw`(?!(?:[Nn]aci|[Mm]uri|[Ff]alleci)ó)\p{L}{3,}ó(?!\p{L})`,
    isAsWritten: true,
    yes: ['Trabajó en IBM toda la vida', 'cambió la versión'],
    no: ['Nació mi hija Lucía', 'Trabajo en IBM', 'Me cambió la vida'],
  },
  {
    id: 'es.idiom',
    when: String.raw`.*?(?<!\p{L})(?:${IDIOMS.join('|')})(?!\p{L})`,
    yes: ['Me muero de risa', 'Ya estoy curado de espanto'],
    no: ['Crío ovejas', 'Trabajo en un horno'],
  },
];
