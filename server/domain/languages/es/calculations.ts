/** Spanish questions that a calculator or a table of units answers. */
import { rawLines } from '../../text/raw-lines.ts';
import { B } from '../../text/word-edges.ts';
import type { Calculations } from '../question-pack.ts';

/** `144 dividido entre 12`, `el 21% de 1300`. */
const SUM = rawLines`
  (?:el )?\d[\d.,]* ?(?:(?:por|mas|menos|dividido(?: por| entre)?|entre|multiplicado por|x|\*|\/|\+|-) ?\d[\d.,]*|(?:%|
  por ?ciento) de \d[\d.,]*)
`;

export const CALCULATIONS: Calculations = {
  unit: rawLines`
    kilometros?|millas?|metros?|pies?|pulgadas?|yardas?|centimetros?|kilos?|kilogramos?|libras?|onzas?|gramos?|litros?|galones|
    galon|tazas?|segundos?|minutos?|horas?|dias?|semanas?|hectareas?|toneladas?
  `,
  measure: rawLines`
    kilometr\p{L}*|millas?|metros?|pies|pulgadas?|yardas?|centimet\p{L}*|milimet\p{L}*|kilos?|kilogram\p{L}*|libras?|onzas?|
    gramos?|litros?|galon(?:es)?|tazas?|cucharad\p{L}*|mililitros?|grados|segundos|minutos|horas|dias|semanas|hectareas?|
    toneladas?
  `,
  number: 'un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|media',
  numeral: 'un|una|media|dos|tres',
  making: 'hago|necesito|pongo|uso|cocino|como',
  tables: [
    {
      rule: 'conversion',
      when: [
        rawLines`
          ^cuant[oa]s {unit} (?:(?:hay |son |tienen? )(?:que )?)?(?:en )?{number} {unit}(?: (?:tiene|tienen|son|hay))?$
        `,
        String.raw`^{number} ?{unit} (?:en|a) {unit}$`,
        rawLines`
          ^(?:(?:cuanto (?:es|vale)|que es|converti|convierte|pasa) )?(?:0x[\da-f]+|0b[01]+|\d+) (?:en|a) (?:decimal|binario|
          hex(?:adecimal)?|octal|numeros romanos)$
        `,
      ],
    },
    {
      rule: 'arithmetic',
      when: [
        String.raw`^(?:la )?raiz (?:cuadrada|cubica) de \d[\d.,]*$`,
        String.raw`^\d+\/\d+ de \d[\d.,]*$`,
        String.raw`^(?:cuanto (?:es|da|son) )?(?:el )?\d[\d.,]* ?(?:%|por ?ciento) de \d[\d.,]*$`,
        String.raw`^(?:cuanto (?:es|da) )?\d[\d.,]* elevado (?:a la|al?) ?\d+$`,
        String.raw`^${SUM}(?:,? (?:cuanto (?:da|es|son)|=))?$`,
      ],
    },
  ],
  others: [
    {
      rule: 'conversion',
      when: [
        rawLines`
          ^(?!.*{making})(?:(?:cuant[oa]s?|a cuant[oa]s?|converti|convertime|convierte|pasa|pasame|cuanto es|cuanto son|
          a que)${B}.{0,40}?){numeral}{measure}${B}.{0,30}?(?: (?:a|en|son|hay en|tiene[n]?|equivalen?|por)${B}).{1,40}$
        `,
      ],
    },
    {
      rule: 'arithmetic',
      when: [
        rawLines`
          ^(?:cuanto (?:es|da|son)|cual es|calcula(?:me)?|el resultado de|resolve)\s+(?:el |la )?(?:(?:la )?(?:\d+\/\d+|mitad|
          un tercio|un cuarto|el doble|doble|triple) (?:de )?\d[\d.,]*|[\d(][\d.,()\s+*/x^÷×%-]*[\d)%]|\d[\d.,]* ?(?:%|
          por ?ciento) de \d[\d.,]*|raiz (?:cuadrada )?de \d[\d.,]*|\d[\d.,]* (?:por|mas|menos|dividido(?: por| entre)?|entre|
          elevado a(?:l)?|al cuadrado|mod) ?(?:\d[\d.,]*|cubo|cuadrado)?)$
        `,
      ],
    },
  ],
};
