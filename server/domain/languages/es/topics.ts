/** Spanish phrases by which a turn changes the topic. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicPack } from '../topic-pack.ts';
import { ANNOUNCEMENTS } from './topic-announcements.ts';
import { ASIDES } from './topic-asides.ts';
import { LEAVING } from './topic-leaving.ts';
import { MOVES } from './topic-moves.ts';

export const TOPICS: TopicPack = {
  openings: rawLines`
    che|ah+|eh+|oh+|um+|hm+|ja(?:ja)+|bueno|listo|ok|oka|okey|vale|dale|perfecto|genial|barbaro|joya|gracias|entendido|claro|
    igual|pues|oye|oi|mira|hola|ahora|ahora bien|ahora si|y|e|pero|entonces|asi que|por cierto|a proposito|en realidad|de hecho|
    la verdad|en fin|ya|perdon(?: que)?|disculpa|en fin|antes de (?:seguir|continuar|empezar)|por favor|porfa|mejor|por ahora
  `,
  tables: [MOVES, ASIDES, ANNOUNCEMENTS, LEAVING],
  goesOn: { phrase: 'cosa', words: 'tambien|tampoco' },
  denials: 'no',
  others: String.raw`(?:\p{L}+ )?\p{L}+ó(?!\p{L})`,
};
