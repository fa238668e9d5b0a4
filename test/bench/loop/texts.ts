/** Texts that are hard, or easy, for tokenizers and readers, of about a given number of bytes. */
import { seededRandom, sentence } from '../../load/sentences.ts';

type Random = () => number;

const KEPT = 20_000;

function repeated(piece: (random: Random) => string, bytes: number): string {
  const random = seededRandom(1);
  let pieces = '';
  while (pieces.length < KEPT) pieces += piece(random);
  const unit = Buffer.from(pieces);
  const text = pieces.repeat(Math.ceil(bytes / unit.length));
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}

const among = (random: Random, from: number, count: number): string =>
  String.fromCodePoint(from + Math.floor(random() * count));

const PIECES = {
  sentences: (random: Random) => `${sentence(random)}. `,
  'one sentence without an end': (random: Random) => `${sentence(random)} `,
  'Chinese without a mark': (random: Random) => among(random, 0x4e00, 20_000),
  'one letter': () => 'a',
  blanks: () => ' ',
  'line ends': () => '\n',
  base64: (random: Random) => Buffer.from(String(random())).toString('base64url'),
  emoji: (random: Random) => among(random, 0x1f300, 500),
  digits: (random: Random) => String(Math.floor(random() * 10)),
  marks: (random: Random) => among(random, 0x21, 15),
  'one-letter words': (random: Random) => `${among(random, 0x61, 26)} `,
  'questions and topics': () => 'Bueno, cambiemos de tema: ¿me gusta el café? I like tea. ',
} satisfies Readonly<Record<string, (random: Random) => string>>;

export const TEXT_KINDS = Object.keys(PIECES) as readonly (keyof typeof PIECES)[];
export type TextKind = keyof typeof PIECES;

const kept = new Map<string, string>();

export function text(kind: TextKind, bytes: number): string {
  const key = `${kind} ${bytes}`;
  const made = kept.get(key) ?? repeated(PIECES[kind], bytes);
  kept.set(key, made);
  return made;
}
