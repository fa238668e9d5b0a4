/** English phrases by which a turn changes the topic. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicPack } from '../topic-pack.ts';
import { ANNOUNCEMENTS } from './topic-announcements.ts';
import { ASIDES } from './topic-asides.ts';
import { LEAVING } from './topic-leaving.ts';
import { MOVES } from './topic-moves.ts';

export const TOPICS: TopicPack = {
  openings: rawLines`
    ah+|oh+|um+|hm+|ha(?:ha)+|lol|ok|okay|well|so|hey|hi|alright|all right|right|great|cool|thanks|thank you|got it|perfect|and|
    but|also|now|then|sorry|before (?:we|i) (?:continue|go on|move on|start)|quick|anyway|anyways|btw|by the way|actually|yeah|
    please|for now|also just|just
  `,
  tables: [MOVES, ASIDES, ANNOUNCEMENTS, LEAVING],
  goesOn: { phrase: 'thing', words: 'too|as well|either' },
  denials: 'no|not|nope|nah',
};
