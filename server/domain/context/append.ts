/** What appending turns does to a session: which turns the window then holds, and which leave it as sealed segments. */
import { SHIFT, WINDOW } from '../../policy/context.ts';
import { continuity } from './continuity.ts';
import type { WrittenSummary } from './intents.ts';
import { sealSegment, type Segment } from './segment.ts';
import type { ReadTurn, SessionState, Shift, WindowTurn } from './turn.ts';
import { cutBefore, turnsToCut, windowTarget } from './window.ts';

/** Turns that left the window together, and what is left of them. */
export type Sealing = { readonly segment: Segment; readonly turns: readonly WindowTurn[] };

export type AppendChanges = {
  /** After the append. */
  readonly state: SessionState;
  /** As numbered; some may be among the sealed already. */
  readonly appended: readonly WindowTurn[];
  readonly sealed: readonly Sealing[];
  readonly shifts: readonly { readonly turn: number; readonly shift: Shift }[];
};

export function decideAppend(
  before: SessionState,
  turns: readonly ReadTurn[],
  embedderName: string,
  nowMs: number,
  summaries: readonly WrittenSummary[] = [],
): AppendChanges {
  let state = before;
  const appended: WindowTurn[] = [];
  const sealed: Sealing[] = [];
  const shifts: { turn: number; shift: Shift }[] = [];
  for (const turn of turns) {
    const likeness = continuity(turn, state.window, embedderName);
    const shift = shiftOf(turn, likeness, state);
    if (shift?.flushes === true) state = sealOldest(state, state.window.length, nowMs, sealed, summaries);
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
      domain: turn.domain === '' ? state.domain : turn.domain,
      topicTurns: shift === undefined ? state.topicTurns + (turn.role === 'TOOL' ? 0 : 1) : 1,
      window,
    };
    state = cutToSize(state, nowMs, sealed, summaries);
  }
  return { state, appended, sealed, shifts };
}

/** Seals the whole window, as FlushTopic, EndSession and "cambiemos de tema" do, or what came before the turn after `upTo`. */
export function decideFlush(
  before: SessionState,
  nowMs: number,
  upTo: number = before.nextTurn,
  summaries: readonly WrittenSummary[] = [],
): Pick<AppendChanges, 'state' | 'sealed'> {
  const sealed: Sealing[] = [];
  const wanted = before.window.filter(({ turn }) => turn <= upTo).length;
  const cut = wanted === before.window.length ? wanted : cutBefore(before.window, wanted);
  return { state: sealOldest(before, cut, nowMs, sealed, summaries), sealed };
}

/** Whether a turn begins another topic: by its words, by its domain, by its likeness to what came before. */
export function shiftOf(
  turn: Pick<ReadTurn, 'role' | 'sign' | 'domain'>,
  likeness: number | undefined,
  state: Pick<SessionState, 'domain' | 'topicTurns' | 'window'>,
): Shift | undefined {
  if (turn.role === 'TOOL' || state.window.length === 0) return undefined;
  if (turn.sign !== undefined && turn.role === 'USER')
    return { rule: 'PHRASE', detail: turn.sign.rule, flushes: turn.sign.flushes };
  const isOfOther = turn.domain !== '' && state.domain !== '' && turn.domain !== state.domain;
  if (isOfOther && (likeness ?? 1) < SHIFT.ofOtherDomainUnder)
    return { rule: 'DOMAIN', detail: `${state.domain} -> ${turn.domain}`, flushes: false };
  if (likeness !== undefined && likeness < SHIFT.under && state.topicTurns >= SHIFT.least)
    return { rule: 'SIMILARITY', detail: '', flushes: false };
  return undefined;
}

function cutToSize(
  before: SessionState,
  nowMs: number,
  sealed: Sealing[],
  summaries: readonly WrittenSummary[],
): SessionState {
  let state = before;
  for (let cut = turnsToCut(state.window, state.target); cut > 0; cut = turnsToCut(state.window, state.target))
    state = sealOldest(state, cut, nowMs, sealed, summaries);
  return state;
}

/** Seals the oldest turns, a segment for each topic and at most WINDOW.cut turns. */
function sealOldest(
  before: SessionState,
  count: number,
  nowMs: number,
  sealed: Sealing[],
  summaries: readonly WrittenSummary[],
): SessionState {
  let segment = before.nextSegment;
  for (const turns of segmentsOf(before.window.slice(0, count))) {
    sealed.push({ segment: sealSegment(segment, turns, nowMs, summaries), turns });
    segment += 1;
  }
  return { ...before, nextSegment: segment, window: before.window.slice(count) };
}

function segmentsOf(turns: readonly WindowTurn[]): readonly (readonly WindowTurn[])[] {
  const topics: WindowTurn[][] = [];
  for (const turn of turns) {
    const last = topics.at(-1);
    if (last === undefined || turn.startsTopic) topics.push([turn]);
    else last.push(turn);
  }
  return topics.flatMap(evenly);
}

/** Parts of at most WINDOW.cut turns, none much shorter than the others: a turn by itself sums up to little. */
function evenly(turns: readonly WindowTurn[]): readonly (readonly WindowTurn[])[] {
  const parts: (readonly WindowTurn[])[] = [];
  for (let at = 0; at < turns.length;) {
    const left = turns.length - at;
    const size = Math.ceil(left / Math.ceil(left / WINDOW.cut));
    parts.push(turns.slice(at, at + size));
    at += size;
  }
  return parts;
}
