/** Caches the states, as in the file, of the sessions that were last appended to: most appends continue one of these. */
import { LRUCache } from 'lru-cache';
import type { SessionState, WindowTurn } from '../../../domain/context/turn.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { SessionRow } from './session-rows.ts';

/** Drops the words of a turn, which are written by now and not needed again. Most of the window was loaded, or cached, before. */
function asLoaded(given: WindowTurn): WindowTurn {
  if (given.sign === undefined && given.forget === undefined && given.facts.length === 0) return given;
  const { sign: _sign, forget: _forget, ...turn } = given;
  return { ...turn, facts: [] };
}

export function heldStates() {
  const states = new LRUCache<number, SessionState>({ max: SQLITE.heldSessions });
  return {
    /** Returns undefined if it is not cached, or the row shows another state. */
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
