/** Spanish ways to ask that something known about the user be forgotten. */
import { rawLines } from '../../text/raw-lines.ts';
import type { ForgetPack } from '../forget-pack.ts';

export const FORGETTING: ForgetPack = {
  parts: {
    politely: '(?:(?:por favor|porfa|mejor|ahora|podes|puedes|podrias|quiero que|necesito que)[ ,]+)*',
    what: rawLines`
      (?:(?:lo que (?:te )?(?:dije|conte|comente)|lo(?! (?:ultimo|anterior)(?!\p{L}))|el dato|la info(?:rmacion)?|todo lo que (?:sabes|sepas)|lo que (?:sabes|sepas))(?: (?:de|sobre|
      del|acerca de))? |que |(?=(?:mi|mis|nuestr\p{L}+|el hecho|donde|quien(?:es)?|como|cuando|cuant\p{L}+|(?:a|con|de|en|
      para) (?:que|quien|donde)) ))
    `,
  },
  rows: [
    {
      id: 'es.forget-what',
      when: rawLines`
        {politely}(?:(?:olvida(?:te|r|rte)?|olvides|olvide|borra(?:r|me)?|borres|elimina(?:r)?|elimines|saca|quita(?:r)?|
        descarta|(?:ya )?no (?:recuerdes|guardes|tengas en cuenta)(?: mas)?|deja de recordar|dejes de recordar)(?: de)?(?: (?:tu|
        la) memoria)?) {what}(?<target>[^,;]+)
      `,
      yes: [
        ['Borrá mi dirección vieja, no la quiero por ahí', 'mi dirección vieja'],
        ['Borra todo lo que sepas de mi operación', 'mi operación'],
        ['Olvidá que vivo en Rosario', 'vivo en Rosario'],
        ['¿Podés borrar lo que te dije sobre el deployment?', 'el deployment'],
        ['Olvida dónde vivo', 'dónde vivo'],
      ],
      no: ['No te olvides de que vivo en Rosario', 'Me olvidé de mi perro'],
    },
    {
      id: 'es.forget-that',
      when: rawLines`
        {politely}(?:olvida(?:te|r|rte)?|olvides|borra|elimina|no (?:recuerdes|guardes|tengas en cuenta)|
        descarta) ?(?:de )?(?:eso|ese(?! \p{L})|esto|ese dato|ese ultimo|lo ultimo|lo anterior|lo que (?:te )?(?:acabo de (?:decir|
        contar)(?:te)?|dije(?: recien)?))(?![\p{L}])(?! (?:ahora|tema|de (?:lado|tu (?!memoria))))
      `,
      yes: [['Olvidate de eso'], ['borrá lo último'], ['no guardes ese dato']],
      no: ['olvidalo', 'olvidate de ese tema'],
    },
  ],
};
