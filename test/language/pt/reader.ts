/** Portuguese: words by which the trained reader recognises persons, times and references to something else. */
import type { ReaderPack } from '../../../server/domain/languages/reader-pack.ts';

const words = (list: string): readonly string[] => list.split(' ');

export const READER: ReaderPack = {
  self: words('meu minha meus minhas mim comigo nosso nossa nossos nossas'),
  addressee: words('voce voces teu tua teus tuas'),
  others: words('ela eles elas dele dela deles delas seu seus sua suas'),
  pointing: words('isso isto aquilo disso disto nisso essa esses essas'),
  pointingAtEnd: words('isso isto aquilo disso disto'),
  now: words('hoje agora ontem amanha'),
  recent: words('ontem hoje amanha noite acabei recentemente'),
  lasting: words('sempre costumo normalmente'),
  past: words('fiz tive comprei passei cheguei estava disse saiu ficou'),
  pastEndings: words('aram iram'),
  definite: words('ao aos'),
  unsure: words('talvez oxala gostaria acho'),
  openers: words('ola oi entao bem olha pois'),
};
