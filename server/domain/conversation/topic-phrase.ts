/**
 * Recognises a turn's announcement that the conversation changes its topic. Such a phrase opens the turn or a clause; the same words
 * do not count inside another construction, denied, quoted, or about an editor's theme or the subject of a mail.
 */
import { TURNS_AWAY } from '../../policy/context.ts';
import { readTurn, type ReadTurn } from '../speech/read-turn.ts';
import type { TopicRules } from '../languages/rules/topic-rules.ts';

export type TopicPhrase = {
  /** FLUSH asks for another topic altogether: the window is summarised and starts again. SHIFT only closes the segment. */
  readonly kind: 'SHIFT' | 'FLUSH';
  readonly rule: string;
  /** The range of the phrase, in UTF-16 units of the turn in NFC. */
  readonly from: number;
  readonly to: number;
};

/** The port to a trained reader of a turn's sentences: the domain does not depend on a model. */
export type TopicReader = {
  /** The model's identity, used in place of a rule's id. */
  readonly identity: string;
  /**
   * Returns the sentence, among the first of the turn, that most probably changes the topic, in UTF-16 units; its probability is
   * calibrated, 0 to 1.
   */
  readonly turnsAway: (turn: string) => TurningSentence;
};

export type TurningSentence = { readonly probability: number; readonly from: number; readonly to: number };

/** Returns a phrase that a rule recognises, or else a sentence that the reader is certain of, which shifts but never flushes. */
export function recognisedTopic(read: ReadTurn, reader: TopicReader): TopicPhrase | undefined {
  const phrase = topicPhrase(read);
  if (phrase !== undefined || read.text.trim() === '') return phrase;
  const { probability, from, to } = reader.turnsAway(read.text);
  if (probability < TURNS_AWAY || isForeign(read, from, to)) return undefined;
  return { kind: 'SHIFT', rule: reader.identity, from, to };
}

/** Tells whether none of the words are the speaker's own: a quotation, code, a text to be translated. */
function isForeign({ at, clauses }: ReadTurn, from: number, to: number): boolean {
  return !clauses.some(
    (clause) => at(clause.from) < to && at(clause.to) > from && clause.mood !== 'TEXT' && clause.mood !== 'REPORTED',
  );
}

/** Returns the first such phrase, but one that flushes before one that does not. */
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

/** Returns the positions at which the phrase itself may begin: after none, some or all of the opening words. */
function openings(said: string, { opening }: TopicRules): readonly number[] {
  const starts = [0];
  for (let at = 0; ;) {
    const length = opening.exec(said.slice(at))?.[0].length ?? 0;
    if (length === 0) return starts;
    starts.push((at += length));
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
