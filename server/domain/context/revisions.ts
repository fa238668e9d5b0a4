/** Finds the later turns that revise what a recalled turn says: "he starts on the 19th now" beside "he starts on the 12th". */
import { RECALL } from '../../policy/context.ts';
import { READ_LATER_UNITS } from '../../policy/facts.ts';
import { areOther, endsShared, wordsOf } from '../facts/replacing.ts';
import { comparedText, countShared, languageOfTexts, subjectWords, type ComparedText } from '../facts/telling-words.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import type { Recalled } from './recall-block.ts';

type ReadRecalled = { readonly text: ComparedText; signs(): Signs };

type Signs = ReturnType<typeof wordsOf> & {
  /** It says that something changed: "moved", "we switched to", "instead of". */
  readonly tellsOfChange: boolean;
  readonly holdsNow: boolean;
};

/** The turns that were read, for as long as the index returns the same turn object. */
const readTurns = new WeakMap<Recalled, ReadRecalled>();

function readRecalled(turn: Recalled): ReadRecalled {
  const known = readTurns.get(turn);
  if (known !== undefined) return known;
  const text = comparedText(turn.content.slice(0, READ_LATER_UNITS));
  const read = { text, signs: lazy(() => signsOf(text)) };
  readTurns.set(turn, read);
  return read;
}

function signsOf(text: ComparedText): Signs {
  const { revises, insteadOf, holdsNow } = GRAMMAR.changes;
  return {
    ...wordsOf(text),
    tellsOfChange: revises.test(text.folded) || insteadOf.test(text.folded),
    holdsNow: holdsNow.test(text.folded),
  };
}

/**
 * Tells whether a later turn may revise an earlier one: both name a common subject, and the later one tells of a change, says that what
 * they share has ended, or gives another figure that holds now.
 */
function mayRevise(later: ReadRecalled, earlier: ReadRecalled): boolean {
  const language = languageOfTexts(later.text, earlier.text);
  if (countShared(subjectWords(later.text, language), subjectWords(earlier.text, language)) === 0) return false;
  const [mine, theirs] = [later.signs(), earlier.signs()];
  return (
    mine.tellsOfChange ||
    endsShared(mine.words, theirs.words) ||
    (mine.holdsNow && areOther(mine.figures, theirs.figures))
  );
}

/**
 * Returns the found turns, each of the first few of the user behind later ones that revise it: those that share rare words with it and
 * mention a change. They may be far from the question ("we went with EtherCAT instead of CAN FD" does not mention the bus), but without
 * them a prompt would show as true what no longer is; so they also come first where there is room for one of both.
 *
 * `related` lists the ids of turns that share rare words with one, most first; `turnOf` returns undefined for a turn that recall does not
 * accept.
 */
export function withRevisions(
  found: readonly Recalled[],
  related: (id: string) => readonly string[],
  turnOf: (id: string) => Recalled | undefined,
): readonly Recalled[] {
  const ordered = new Set<Recalled>();
  let looked = 0;
  for (const turn of found) {
    if (turn.role === 'USER' && looked < RECALL.revisedAmong) {
      looked += 1;
      for (const revision of revisionsOf(turn, related, turnOf)) ordered.add(revision);
    }
    ordered.add(turn);
  }
  return [...ordered];
}

function revisionsOf(
  turn: Recalled,
  related: (id: string) => readonly string[],
  turnOf: (id: string) => Recalled | undefined,
): readonly Recalled[] {
  const revisions: Recalled[] = [];
  const read = readRecalled(turn);
  for (const id of related(turn.id).slice(0, RECALL.revisionsRead)) {
    const other = turnOf(id);
    if (other?.role !== 'USER' || !isLater(other, turn)) continue;
    if (!mayRevise(readRecalled(other), read)) continue;
    revisions.push(other);
    if (revisions.length === RECALL.revisionsEach) break;
  }
  return revisions;
}

/** Compares times. Turns that were appended together have the same time; within a session their numbers decide. */
export function isLater(one: Recalled, other: Recalled): boolean {
  if (one.appendedMs !== other.appendedMs) return one.appendedMs > other.appendedMs;
  return one.sessionId === other.sessionId && one.turn > other.turn;
}
