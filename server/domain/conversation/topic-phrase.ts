/**
 * Whether a turn says of the conversation itself that it goes elsewhere. Such a phrase opens the turn or a clause; the same words
 * inside another construction, denied, quoted, or said of an editor's theme or a mail's subject do not count.
 */
import { TURNS_AWAY } from '../../policy/context.ts';
import { rawLines } from '../text/raw-lines.ts';
import { readTurn, type ReadTurn } from '../speech/read-turn.ts';
import { byBeginning } from '../text/beginnings.ts';
import { ENGLISH_ANNOUNCEMENTS } from './english-announcements.ts';
import { ENGLISH_ASIDES } from './english-asides.ts';
import { ENGLISH_TOPICS } from './english-topics.ts';
import { SPANISH_ANNOUNCEMENTS } from './spanish-announcements.ts';
import { SPANISH_ASIDES } from './spanish-asides.ts';
import { SPANISH_TOPICS } from './spanish-topics.ts';
import { TURNING_AWAY } from './turning-away.ts';

/** Words before the phrase that belong to nothing. */
const TOPIC_OPENING = new RegExp(
  rawLines`
      ^[\s\u00a1\p{S}]*(?:(?:che|ah+|eh+|oh+|um+|hm+|ja(?:ja)+|ha(?:ha)+|lol|bueno|listo|ok|oka|okey|okay|vale|dale|perfecto|
      genial|barbaro|joya|gracias|entendido|claro|igual|pues|oye|oi|mira|hola|ahora|ahora bien|ahora si|y|e|pero|entonces|
      asi que|por cierto|a proposito|en realidad|de hecho|la verdad|en fin|ya|perdon(?: que)?|disculpa|en fin|well|so|hey|hi|
      alright|all right|right|great|cool|thanks|thank you|got it|perfect|and|but|also|now|then|sorry|before (?:we|
      i) (?:continue|go on|move on|start)|antes de (?:seguir|continuar|empezar)|quick|anyway|anyways|btw|by the way|actually|
      yeah|please|por favor|porfa|mejor|for now|por ahora|also just|just)(?![\p{L}'])[\s,.!\u2014-]*)
    `,
  'u',
);

const topicRulesFor = byBeginning([
  ...SPANISH_TOPICS,
  ...ENGLISH_TOPICS,
  ...SPANISH_ASIDES,
  ...ENGLISH_ASIDES,
  ...SPANISH_ANNOUNCEMENTS,
  ...ENGLISH_ANNOUNCEMENTS,
  ...TURNING_AWAY,
]);

export type TopicPhrase = {
  /** FLUSH asks for another subject altogether: the window is summarised and begins anew. SHIFT closes the segment. */
  readonly kind: 'SHIFT' | 'FLUSH';
  readonly rule: string;
  /** Where it stands, in UTF-16 units of the turn in NFC. */
  readonly from: number;
  readonly to: number;
};

/** A port to a trained reader of a turn's sentences: the domain knows no model. */
export type TopicReader = {
  /** The model's identity, in the place of a rule's id. */
  readonly identity: string;
  /** The sentence of the turn's first ones that most likely turns to another topic, in UTF-16 units; calibrated, 0 to 1. */
  readonly turnsAway: (turn: string) => TurningSentence;
};

export type TurningSentence = { readonly probability: number; readonly from: number; readonly to: number };

/** A phrase that a rule knows, or else a sentence that the reader is sure of: that shifts, it never flushes. */
export function topicTold(read: ReadTurn, reader: TopicReader): TopicPhrase | undefined {
  const phrase = topicPhrase(read);
  if (phrase !== undefined || read.text.trim() === '') return phrase;
  const { probability, from, to } = reader.turnsAway(read.text);
  if (probability < TURNS_AWAY || isForeign(read, from, to)) return undefined;
  return { kind: 'SHIFT', rule: reader.identity, from, to };
}

/** Whether nothing of it is the speaker's own: a quotation, code, a text to be translated. */
function isForeign({ at, clauses }: ReadTurn, from: number, to: number): boolean {
  return !clauses.some(
    (clause) => at(clause.from) < to && at(clause.to) > from && clause.mood !== 'TEXT' && clause.mood !== 'REPORTED',
  );
}

/** The first such phrase; one that flushes before one that does not. */
export function topicPhrase(turn: string | ReadTurn): TopicPhrase | undefined {
  const read = typeof turn === 'string' ? readTurn(turn) : turn;
  let shift: TopicPhrase | undefined;
  for (const { start, mood } of read.clauses) {
    if (mood === 'TEXT' || mood === 'REPORTED') continue;
    const end = read.folded.indexOf('\n', start);
    const said = read.folded.slice(start, end < 0 ? undefined : end);
    for (const at of openings(said)) {
      const phrase = phraseAt(said, read, start, at);
      if (phrase?.kind === 'FLUSH') return phrase;
      shift ??= phrase;
    }
  }
  return shift;
}

/** Where the phrase itself may begin: after none, some or all of the words that belong to nothing. */
function openings(said: string): readonly number[] {
  const places = [0];
  for (let at = 0; ;) {
    const length = TOPIC_OPENING.exec(said.slice(at))?.[0].length ?? 0;
    if (length === 0) return places;
    places.push((at += length));
  }
}

const GOES_ON = /(?<!\p{L})(?:tambien|too|as well|tampoco|either)(?!\p{L})/u;

const DENIED = /(?<!\p{L})(?:no|not|nope|nah)(?!\p{L})/u;

function phraseAt(said: string, read: ReadTurn, start: number, opening: number): TopicPhrase | undefined {
  const rest = said.slice(opening);
  for (const { kind, rule, pattern } of topicRulesFor(rest)) {
    const found = pattern.exec(rest);
    // He went on (pasó) is as I go on (paso).
    if (found !== null && !/^(?:\p{L}+ )?\p{L}+ó(?!\p{L})/iu.test(read.plain.slice(start + opening))) {
      const from = start + opening;
      // And another thing, it fails too.
      if (/(?:thing|cosa)[\s,:]*$/.test(found[0]) && GOES_ON.test(rest)) continue;
      // No, not that: another thing.
      if (
        rule.endsWith('.another-thing') &&
        found[0].trimEnd().length === rest.trimEnd().length &&
        DENIED.test(said.slice(0, opening) || read.folded.slice(0, start))
      )
        continue;
      return { kind, rule, from: read.at(from), to: read.at(from + found[0].trimEnd().length) };
    }
  }
  return undefined;
}
