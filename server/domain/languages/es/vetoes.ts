/** Spanish statements that are never taken for the user's own, whatever the reader says. */
import { rawLines } from '../../text/raw-lines.ts';
import type { VetoRow } from '../fact-pack.ts';
import { IDIOMS } from './idioms.ts';

export const VETOES: readonly VetoRow[] = [
  {
    id: 'es.booking',
    // The number of people for a table or a room belongs to the task at hand.
    when: String.raw`(?:somos|seremos|vamos a ser) (?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce) para (?:el|la|las|hoy|manana|este|esta)\b`,
    yes: ['somos cinco para el sábado a las nueve'],
    no: ['somos cinco en casa'],
  },
  {
    id: 'es.no-preference',
    when: String.raw`(?:no (?:tengo|tenemos) (?:ninguna )?preferencia|(?:me|nos) da (?:igual|lo mismo))\b`,
    yes: ['no tengo preferencia', 'me da igual cuál'],
    no: ['tengo preferencia por los trenes'],
  },
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
    id: 'es.hyperbole',
    // Figures of speech: nobody is allergic to a weekday or sleeps at the office. Allergies that exist, such as to exercise, are not
    // in the list.
    when: rawLines`
      (?:(?:soy|somos) alergic[oa]s? (?:a|al) (?:(?:el|la|los|las) )?(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|madrugar|madrugones|trabajo|
      trabajar|laburo|reunion(?:es)?|rutina|estupid\p{L}+|idiotas?|mentiras?|mentiros[oa]s?|hipocresia|hipocritas?|drama|compromiso|matematicas?|burocracia|
      papeleo|gente|impuestos|aburrimiento)|(?:vivo|vivimos) (?:practicamente |metid[oa]s? |pegad[oa]s? )?(?:en|al) (?:(?:el|la|los|las|mi) )?(?:gimnasio|gym|oficina|
      laburo|trabajo|avion(?:es)?|aeropuertos?|telefono|celular|movil|redes(?: sociales)?|internet|instagram|youtube|excel|slack|zoom|reunion(?:es)?|pasado|futuro|
      biblioteca))(?=\s*(?:[.,;!]|$))
    `,
    yes: ['Soy alérgica a los martes', 'Vivo en la oficina'],
    no: [
      'Soy alérgica al ejercicio',
      'Soy alérgica a los gatos',
      'Vivo en una oficina reformada',
      'Vivo en el trabajo de mi padre',
    ],
  },
  {
    id: 'es.idiom',
    when: String.raw`.*?(?<!\p{L})(?:${IDIOMS.join('|')})(?!\p{L})`,
    yes: ['Me muero de risa', 'Ya estoy curado de espanto'],
    no: ['Crío ovejas', 'Trabajo en un horno'],
  },
];
