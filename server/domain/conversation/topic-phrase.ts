/**
 * Whether a turn says of the conversation itself that it goes elsewhere. Such a phrase opens the turn or a clause; the same words
 * inside another construction, denied, quoted, or said of an editor's theme or a mail's subject do not count.
 */
import { TURNS_AWAY } from '../../policy/context.ts';
import { readTurn, type ReadTurn } from '../speech/read-turn.ts';
import type { TopicRules } from './topic-rules.ts';

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
    for (const at of openings(said, read.grammar.topics)) {
      const phrase = phraseAt(said, read, start, at);
      if (phrase?.kind === 'FLUSH') return phrase;
      shift ??= phrase;
    }
  }
  return shift;
}

/** Where the phrase itself may begin: after none, some or all of the words that belong to nothing. */
function openings(said: string, { opening }: TopicRules): readonly number[] {
  const places = [0];
  for (let at = 0; ;) {
    const length = opening.exec(said.slice(at))?.[0].length ?? 0;
    if (length === 0) return places;
    places.push((at += length));
  }
}

function phraseAt(said: string, read: ReadTurn, start: number, opening: number): TopicPhrase | undefined {
  const { beginningLike, denial, goesOn, others } = read.grammar.topics;
  const rest = said.slice(opening);
  const from = start + opening;
  for (const { kind, id, pattern, notAfterDenial } of beginningLike(rest)) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined || others.test(read.plain.slice(from))) continue;
    if (goesOn.phrase.test(found) && goesOn.words.test(rest)) continue;
    const endsTurn = found.trimEnd().length === rest.trimEnd().length;
    if (notAfterDenial && endsTurn && denial.test(said.slice(0, opening) || read.folded.slice(0, start))) continue;
    return { kind, rule: id, from: read.at(from), to: read.at(from + found.trimEnd().length) };
  }
  return undefined;
}
