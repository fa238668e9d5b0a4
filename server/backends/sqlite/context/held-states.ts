/** The states of the sessions that were appended to last, as the file has them: most appends go on where one of these left off. */
import { LRUCache } from 'lru-cache';
import type { SessionState, WindowTurn } from '../../../domain/context/turn.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { SessionRow } from './session-rows.ts';

/** What was said in a turn is written by now, and asked for no more. Most of the window was loaded, or held, before. */
function asLoaded(given: WindowTurn): WindowTurn {
  if (given.sign === undefined && given.forget === undefined && given.facts.length === 0) return given;
  const { sign: _sign, forget: _forget, ...turn } = given;
  return { ...turn, facts: [] };
}

export function heldStates() {
  const states = new LRUCache<number, SessionState>({ max: SQLITE.heldSessions });
  return {
    /** Undefined where it is not held, or the row says otherwise. */
    of(row: SessionRow | undefined): SessionState | undefined {
      const state = row && states.get(row.session_no);
      const isOfRow = state?.nextTurn === row?.next_turn && state?.nextSegment === row?.next_segment;
      return isOfRow ? state : undefined;
    },
    hold: (sessionNo: number, state: SessionState): void =>
      void states.set(sessionNo, { ...state, window: state.window.map(asLoaded) }),
    drop: (sessionNo: number): void => void states.delete(sessionNo),
    forget: (): void => states.clear(),
  };
}
