/** Finds facts that the user's later words contradict: in a recalled turn, in the window, or in the new turn. */
import { LATER_TURNS } from '../../policy/facts.ts';
import type { Fact } from '../facts/fact.ts';
import {
  comparedFact,
  laterWords,
  saysAgain,
  saysOtherwise,
  type ComparedFact,
  type LaterWords,
} from '../facts/said-otherwise.ts';
import type { SessionView } from './intents.ts';
import type { Turn } from './turn.ts';

export type Heard = Pick<SessionView, 'window' | 'recalled'> & {
  readonly sessionId: string;
  /** The text of the new turn; '' for none. */
  readonly newTurn: string;
};

type HeardTurn = {
  readonly words: LaterWords;
  readonly sessionId: string;
  readonly turn: number;
  readonly appendedMs: number;
};

/** Later words of turns, read once for as long as the store returns the same turn object. */
const wordsOfTurns = new WeakMap<object, LaterWords>();

function wordsOf(turn: Pick<Turn, 'content'>): LaterWords {
  const words = wordsOfTurns.get(turn) ?? laterWords(turn.content, true);
  wordsOfTurns.set(turn, words);
  return words;
}

export function outdatedBy(heard: Heard): (fact: Fact) => boolean {
  const turns = turnsOfUser(heard);
  return (fact) => {
    const known = comparedFact(fact);
    const saidMs = lastSaidMs(fact, known, turns);
    return turns.some((turn) => isLater(turn, fact, saidMs) && saysOtherwise(turn.words, known));
  };
}

function turnsOfUser({ sessionId, newTurn, window, recalled }: Heard): readonly HeardTurn[] {
  const asked = { words: laterWords(newTurn, false), sessionId, turn: Infinity, appendedMs: Infinity };
  const shown = window
    .filter(({ role }) => role === 'USER')
    .map((of) => ({ words: wordsOf(of), sessionId, turn: of.turn, appendedMs: of.createMs }));
  const found = recalled
    .filter(({ role }) => role === 'USER')
    .slice(0, LATER_TURNS)
    .map((of) => ({ words: wordsOf(of), sessionId: of.sessionId, turn: of.turn, appendedMs: of.appendedMs }));
  return [...(newTurn === '' ? [] : [asked]), ...shown, ...found];
}

/** Compares times. Turns that were appended together have the same time; within the fact's own session their numbers decide. */
function isLater({ sessionId, turn, appendedMs }: HeardTurn, { provenance }: Fact, saidMs: number): boolean {
  if (appendedMs !== saidMs) return appendedMs > saidMs;
  return provenance.turn > 0 && sessionId === provenance.sessionId && turn > provenance.turn;
}

/** Returns when a fact was last stated. A question that mentions a fact confirms it, but does not say that it still holds. */
function lastSaidMs(fact: Fact, known: ComparedFact, turns: readonly HeardTurn[]): number {
  const { createTimeMs, lastConfirmedTimeMs, confirmations } = fact;
  // Skips the slow reading of turns, since most facts were never confirmed.
  if (confirmations === 0) return lastConfirmedTimeMs;
  const wasAsked = turns.some(
    ({ appendedMs, words }) => appendedMs === lastConfirmedTimeMs && !saysAgain(words, known),
  );
  return wasAsked ? createTimeMs : lastConfirmedTimeMs;
}
