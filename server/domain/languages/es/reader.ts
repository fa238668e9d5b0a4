/** Spanish words, of Spain and of Latin America, by which the trained reader recognises persons, times and references. */
import type { ReaderPack } from '../reader-pack.ts';

const words = (list: string): readonly string[] => list.split(' ');

export const READER: ReaderPack = {
  self: words('mi mis yo me nos nuestro nuestra nuestros nuestras mio mia conmigo'),
  addressee: words('tu te vos usted tus contigo'),
  others: words('ella ellos ellas su sus'),
  pointing: words('eso esa ese esos esas esto ello ahi aqui aca alli'),
  pointingAtEnd: words('eso esa ese tambien'),
  now: words('hoy ahora ayer anoche manana recien'),
  recent: words('ayer anoche hoy manana semana finde recien acabo ultimamente luego tarde noche'),
  lasting: words('siempre nunca suelo cada desde favorito favorita normalmente casi todos todas anos'),
  past: words(
    'fui fue hice hizo tuve tuvo estuve estuvo vi vio compre comi era estaba dijo dije puse salio quede quedo',
  ),
  pastEndings: words('aron ieron aste iste'),
  definite: words('el la los las lo'),
  unsure: words('si quiza quizas capaz ojala supongamos'),
  openers: words('y pero bueno pues che si ah eh hola mira'),
};
