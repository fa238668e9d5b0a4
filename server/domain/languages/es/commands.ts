/** Spanish ways to ask that something be kept. */
import { rawLines } from '../../text/raw-lines.ts';
import type { CommandRow } from '../fact-pack.ts';

export const COMMANDS: readonly CommandRow[] = [
  {
    id: 'es.remember',
    asks: 'REMEMBER',
    when: String.raw`{cortes}(?:recorda(?:te)?|recuerda(?:te)?|recuerde|recuerden|recordar|acordate|acuerdate|acuerdese|memoriza(?:te|r)?|memorice)(?:{que}|\s+q\s+|\s+(?:de\s+)?(?={propio}))`,
    unless: String.raw`(?:te|tu|tus|que|nada|lo que|(?:vos |tu |me |te )*\p{L}+(?:iste|aste)s?)\b`,
    yes: [
      ['Che, recordá que soy celíaco', 'soy celíaco'],
      ['acordate de que los viernes no deployamos', 'los viernes no deployamos'],
      ['recorda q soy vegano', 'soy vegano'],
    ],
    no: ['recordame comprar pan', 'recuerda cuando vivíamos en Lima', 'acordate de llamar a Ana'],
  },
  {
    id: 'es.note',
    asks: 'REMEMBER',
    when: String.raw`{cortes}(?:anota(?:te|me|r)?|apunta(?:te|me|r)?|guarda(?:te|me|r)?|registra(?:r)?|toma nota|tomes nota|agrega a (?:tu|la) memoria|grabate){que}`,
    yes: [
      ['Anotá que mi hija se llama Lucía', 'mi hija se llama Lucía'],
      ['apunta: mi talla es la 42', 'mi talla es la 42'],
    ],
    no: ['anotá los cambios', 'guarda el archivo'],
  },
  {
    id: 'es.keep-in-mind',
    asks: 'REMEMBER',
    when: rawLines`
      {cortes}(?:(?:ten(?:e|er|ga|gas)?|toma) (?:siempre )?(?:muy |bien )?(?:en cuenta|presente|en mente)|(?:no (?:te )?)?
      olvides|que no se te olvide|considera|que sepas|(?:quiero|necesito|me gustaria) que (?:sepas|recuerdes|te acuerdes|
      tengas (?:en cuenta|presente)))(?:{que}|\s+(?:de )?(?=(?:mi|mis|nuestr\p{L}+)\s))
    `,
    yes: [
      ['ten en cuenta que soy celiaca', 'soy celiaca'],
      ['no te olvides de que trabajo de noche', 'trabajo de noche'],
    ],
    no: ['ten cuidado', 'no te olvides de comprar'],
  },
  {
    id: 'es.for-the-record',
    asks: 'REMEMBER',
    when: String.raw`(?:para que (?:lo )?(?:sepas|recuerdes|anotes)|como regla(?: general)?|regla)\s*[:,]\s*(?={propio})|(?:que|para que) conste(?: en acta)?\s*[:,]?\s*(?:que )?`,
    yes: [
      ['Como regla general: nunca los domingos', 'nunca los domingos'],
      ['que conste que no fumo', 'no fumo'],
    ],
    no: ['regla de tres'],
  },
  {
    id: 'es.from-now-on',
    asks: 'INSTRUCTION',
    when: String.raw`{cortes}{futuro}(?!\s+(?:al?|hasta)\b)[\s,:]+(?:que\s+|yo\s+)?`,
    yes: [
      ['de ahora en más respondé en inglés', 'respondé en inglés'],
      ['a partir de hoy, tratame de vos', 'tratame de vos'],
    ],
    no: ['desde ahora hasta el lunes no estoy'],
  },
  {
    id: 'es.decided',
    asks: 'DECISION',
    when: String.raw`(?:ya |finalmente |al final |por fin )*(?:(?:he|hemos) decidido|decidi|decidimos|resolvimos|optamos por|acordamos)(?: ya| finalmente)?\s+(?=\p{L}+(?:ar|er|ir)(?:nos|me|lo|la)?\b)`,
    yes: [
      ['Decidí usar Kimi K2.5', 'usar Kimi K2.5'],
      ['al final decidimos migrar a Kubernetes', 'migrar a Kubernetes'],
    ],
    no: ['decidí que sí', 'decidimos con Marta'],
  },
];
