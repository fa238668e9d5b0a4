/** Decides how many turns a sliding window holds, and where any window may be cut: never between a tool's call and its result. */
import { SLIDING_WINDOW } from '../../policy/context.ts';
import type { Turn, WindowTurn } from './turn.ts';

/** The part of a turn that pairs calls with results. */
type PairedTurn = Pick<Turn, 'role' | 'toolCalls' | 'toolCallId'>;

/** Returns the number of turns that the window may grow to, given the continuity of its last turns. */
export function windowTarget(window: readonly Pick<WindowTurn, 'continuity'>[]): number {
  const last = window.flatMap(({ continuity }) => continuity ?? []).slice(-SLIDING_WINDOW.narrowAfter);
  if (last.length < SLIDING_WINDOW.narrowAfter) return SLIDING_WINDOW.turns;
  if (last.every((value) => value > SLIDING_WINDOW.wideOver)) return SLIDING_WINDOW.wideTurns;
  return last.every((value) => value < SLIDING_WINDOW.narrowUnder) ? SLIDING_WINDOW.narrowTurns : SLIDING_WINDOW.turns;
}

/**
 * Returns how many of the oldest turns to cut, 0 for none: SLIDING_WINDOW.cut of them once the window exceeds its size, or as many as
 * bring it down to SLIDING_WINDOW.tokensLeft once it exceeds its tokens. The newest turn stays.
 */
export function turnsToCut(window: readonly WindowTurn[], target: number): number {
  const tokens = window.reduce((sum, turn) => sum + turn.tokens, 0);
  if (tokens > SLIDING_WINDOW.tokens) return cutNear(window, cutForTokens(window, tokens));
  return window.length > target ? cutNear(window, SLIDING_WINDOW.cut) : 0;
}

function cutForTokens(window: readonly WindowTurn[], tokens: number): number {
  let left = tokens;
  let cut = 0;
  while (left > SLIDING_WINDOW.tokensLeft && cut < SLIDING_WINDOW.cut) left -= window[cut++]?.tokens ?? 0;
  return cut;
}

/** Returns the first index from `wanted` on at which the window may be cut, or else the last one before it. */
export function cutNear(window: readonly PairedTurn[], wanted: number): number {
  const last = window.length - 1;
  const start = Math.min(wanted, last);
  for (let cut = start; cut <= last; cut++) if (mayCut(window, cut)) return cut;
  for (let cut = start - 1; cut > 0; cut--) if (mayCut(window, cut)) return cut;
  return 0;
}

/** Returns the last index up to `wanted` at which the window may be cut; 0 if there is none. */
export function cutBefore(window: readonly PairedTurn[], wanted: number): number {
  for (let cut = wanted; cut > 0; cut -= 1) if (mayCut(window, cut)) return cut;
  return 0;
}

/** Tells whether no call before `cut` has its result after it, or may still receive one. */
function mayCut(window: readonly PairedTurn[], cut: number): boolean {
  const after = window.slice(cut);
  const results = new Set(after.filter(({ role }) => role === 'TOOL').map(({ toolCallId }) => toolCallId));
  const isWaiting = after.every(({ role }) => role === 'TOOL');
  const answered = new Set(window.slice(0, cut).map(({ toolCallId }) => toolCallId));
  return window
    .slice(0, cut)
    .every(({ toolCalls }) => toolCalls.every(({ id }) => !results.has(id) && (answered.has(id) || !isWaiting)));
}
