/** Decides how appending turns changes a session: which turns stay in the window, and which leave it as sealed segments. */
import { SEGMENT, SHIFT, SLIDING_WINDOW } from '../../policy/context.ts';
import { cutProbability, type CutTurn } from '../conversation/topic-cut.ts';
import { coldCut, dueCut, paidForReading } from './cached-window.ts';
import { continuity } from './continuity.ts';
import type { SettledTurns, WrittenSummary } from './intents.ts';
import { sealSegment, type Segment } from './segment.ts';
import type { ReadTurn, SessionState, Shift, WindowPolicy, WindowTurn } from './turn.ts';
import { cutBefore, turnsToCut, windowTarget } from './window.ts';

/** Turns that are summarised together, and their summary. */
export type Sealing = { readonly segment: Segment; readonly turns: readonly WindowTurn[] };

export type AppendChanges = {
  /** The session's state after the append. */
  readonly state: SessionState;
  /** The turns with their numbers; some may already be among the sealed ones. */
  readonly appended: readonly WindowTurn[];
  readonly sealed: readonly Sealing[];
  /** Turns that left the window, the oldest first. */
  readonly left: readonly WindowTurn[];
  readonly shifts: readonly { readonly turn: number; readonly shift: Shift }[];
};

/** The turns that a change removes from the window, and the summaries that it seals. */
type Leaving = { readonly sealed: Sealing[]; readonly left: WindowTurn[] };

export function decideAppend(
  before: SessionState,
  turns: readonly ReadTurn[],
  embedderName: string,
  nowMs: number,
  summaries: readonly WrittenSummary[] = [],
): AppendChanges {
  let state = before;
  const appended: WindowTurn[] = [];
  const leaving: Leaving = { sealed: [], left: [] };
  const shifts: { turn: number; shift: Shift }[] = [];
  for (const turn of turns) {
    const likeness = continuity(turn, state.window, embedderName);
    const shift = shiftOf(turn, state);
    if (shift?.flushes === true) state = closeTopic(state, nowMs, leaving, summaries);
    state = cutBeforeTurn(state, turn, nowMs, leaving, summaries);
    const number = state.nextTurn;
    if (shift !== undefined) shifts.push({ turn: number, shift });
    const added: WindowTurn = {
      turn: number,
      createMs: nowMs,
      startsTopic: shift !== undefined,
      continuity: likeness,
      ...turn,
    };
    appended.push(added);
    const window = [...state.window, added];
    state = {
      ...state,
      nextTurn: number + 1,
      target: windowTarget(window),
      paidTokens: state.paidTokens + paidFor(turn, state),
      domain: turn.domain === '' ? state.domain : turn.domain,
      topicTurns: shift === undefined ? state.topicTurns + (turn.role === 'TOOL' ? 0 : 1) : 1,
      window,
    };
    state = cutToSize(state, nowMs, leaving, summaries);
  }
  return { state, appended, ...leaving, shifts };
}

/** Returns what an answer's prompt paid for reading the window as it was before that answer. */
function paidFor({ role }: Pick<ReadTurn, 'role'>, { policy, window, pricing }: SessionState): number {
  return policy === 'CACHED' && role === 'ASSISTANT' ? paidForReading(window, pricing) : 0;
}

/**
 * Cuts the window before a user's turn if a pause has emptied the provider's cache: the cut is then free. It never cuts between the
 * steps of one answer.
 */
function cutBeforeTurn(
  state: SessionState,
  { role }: Pick<ReadTurn, 'role'>,
  nowMs: number,
  leaving: Leaving,
  summaries: readonly WrittenSummary[],
): SessionState {
  const { policy, window, pricing } = state;
  if (policy !== 'CACHED' || role !== 'USER') return state;
  const cut = coldCut(window, window.at(-1)?.createMs ?? nowMs, nowMs, pricing);
  return cut === 0 ? state : sealOldest(state, cut, nowMs, leaving, summaries);
}

/** Closes the topic: a user who asks for another one wants no more of it, so only a question that asks for it finds it again. */
function closeTopic(
  before: SessionState,
  nowMs: number,
  leaving: Leaving,
  summaries: readonly WrittenSummary[],
): SessionState {
  const state = sealOldest(before, before.window.length, nowMs, leaving, summaries);
  return { ...state, closedTurn: before.nextTurn - 1 };
}

/** Seals the whole window, as FlushTopic, EndSession and "cambiemos de tema" do, or only its turns up to `upTo`. */
export function decideFlush(
  before: SessionState,
  nowMs: number,
  upTo: number = before.nextTurn,
  summaries: readonly WrittenSummary[] = [],
): Pick<AppendChanges, 'state' | 'sealed' | 'left'> {
  const leaving: Leaving = { sealed: [], left: [] };
  const wanted = before.window.filter(({ turn }) => turn <= upTo).length;
  const cut = wanted === before.window.length ? wanted : cutBefore(before.window, wanted);
  return { state: sealOldest(before, cut, nowMs, leaving, summaries), ...leaving };
}

/** Summarises the whole window but leaves it in place: later turns continue it, and no turn is summarised twice. */
export function decideSeal(
  before: SessionState,
  nowMs: number,
  summaries: readonly WrittenSummary[] = [],
): Pick<AppendChanges, 'state' | 'sealed' | 'left'> {
  const sealed: Sealing[] = [];
  const state = sealTurns(before, before.window, nowMs, sealed, summaries);
  return { state: { ...state, sealedTurn: before.nextTurn - 1 }, sealed, left: [] };
}

/** Returns the range of turns that a change has summarised, or found to need no summary. */
export function settledTurns(before: SessionState, { sealedTurn: last }: SessionState): SettledTurns | undefined {
  const first = Math.max(before.sealedTurn + 1, before.window[0]?.turn ?? before.nextTurn);
  return last < first ? undefined : { first, last };
}

/** Returns a shift if the user's own words ask for another topic, whatever came before. */
export function announcedShift({ role, sign }: Pick<ReadTurn, 'role' | 'sign'>): Shift | undefined {
  return sign === undefined || role !== 'USER'
    ? undefined
    : { rule: 'PHRASE', detail: sign.rule, flushes: sign.flushes };
}

/** Returns a shift if a turn begins another topic, because it says so or because it probably does, given the turns before it. */
export function shiftOf(
  turn: Pick<ReadTurn, 'role' | 'sign'> & CutTurn,
  state: Pick<SessionState, 'domain' | 'topicTurns' | 'window'>,
): Shift | undefined {
  if (turn.role === 'TOOL' || state.window.length === 0) return undefined;
  const announced = announcedShift(turn);
  if (announced !== undefined) return announced;
  if (turn.vector === undefined || state.topicTurns < SHIFT.least) return undefined;
  const before = state.window.filter(({ vector }) => vector !== undefined);
  return cutProbability(turn, before, state.domain) < SHIFT.likely
    ? undefined
    : { rule: 'SIMILARITY', detail: '', flushes: false };
}

function cutToSize(
  before: SessionState,
  nowMs: number,
  leaving: Leaving,
  summaries: readonly WrittenSummary[],
): SessionState {
  let state = before;
  const nextCut = (): number => (state.policy === 'CACHED' ? dueCut(state) : turnsToCut(state.window, state.target));
  for (let cut = nextCut(); cut > 0; cut = nextCut()) state = sealOldest(state, cut, nowMs, leaving, summaries);
  return state;
}

/** Removes the oldest turns from the window, and seals those that no segment covers yet. */
function sealOldest(
  before: SessionState,
  count: number,
  nowMs: number,
  leaving: Leaving,
  summaries: readonly WrittenSummary[],
): SessionState {
  if (count === 0) return before;
  const left = before.window.slice(0, count);
  leaving.left.push(...left);
  const state = sealTurns(before, left, nowMs, leaving.sealed, summaries);
  return { ...state, paidTokens: 0, window: before.window.slice(count) };
}

/** Summarises the turns that no segment covers yet. */
function sealTurns(
  before: SessionState,
  turns: readonly WindowTurn[],
  nowMs: number,
  sealed: Sealing[],
  summaries: readonly WrittenSummary[],
): SessionState {
  const unsealed = turns.filter(({ turn }) => turn > before.sealedTurn);
  const parts = segmentsOf(unsealed, before.policy);
  let { nextSegment } = before;
  for (const part of parts) {
    const isEnd = part.at(-1)!.turn === before.nextTurn - 1;
    const segment = sealSegment(nextSegment, part, nowMs, summaries, isEnd);
    // Turns with nothing worth telling get no summary: they remain findable themselves.
    if (segment === undefined) continue;
    sealed.push({ segment, turns: part });
    nextSegment += 1;
  }
  const sealedTurn = unsealed.at(-1)?.turn ?? before.sealedTurn;
  return { ...before, nextSegment, sealedTurn };
}

/**
 * Splits turns into one segment per topic. A topic of only a few turns is joined to its neighbour, since so few turns make a poor
 * summary.
 */
function segmentsOf(turns: readonly WindowTurn[], policy: WindowPolicy): readonly (readonly WindowTurn[])[] {
  const topics: WindowTurn[][] = [];
  for (const turn of turns) {
    const last = topics.at(-1);
    if (last === undefined || (turn.startsTopic && last.length >= SEGMENT.leastTurns)) topics.push([turn]);
    else last.push(turn);
  }
  if (topics.length > 1 && topics.at(-1)!.length < SEGMENT.leastTurns) topics.at(-2)!.push(...topics.pop()!);
  return topics.flatMap((topic) => evenly(topic, partsOf(topic.length, policy)));
}

/**
 * Returns the number of segments for so many turns. A sliding window's segments are as long as its cut, three turns; those of a
 * cached window, which is cut deep, are longer.
 */
function partsOf(turns: number, policy: WindowPolicy): number {
  return policy === 'CACHED'
    ? Math.ceil(turns / SEGMENT.mostTurns)
    : Math.max(Math.floor(turns / SLIDING_WINDOW.cut), 1);
}

/** Splits turns into so many parts of nearly equal length. */
function evenly(turns: readonly WindowTurn[], parts: number): readonly (readonly WindowTurn[])[] {
  return Array.from({ length: parts }, (_, part) =>
    turns.slice(Math.ceil((part * turns.length) / parts), Math.ceil(((part + 1) * turns.length) / parts)),
  );
}
