/** Takes turns out of a session's window: their summary stays as a segment, and they stay findable unless recall is off. */
import type { Database } from 'better-sqlite3';
import type { AppendChanges } from '../../../domain/context/append.ts';
import type { WindowTurn } from '../../../domain/context/turn.ts';
import type { recallTable } from './recall-table.ts';
import type { windowTurns } from './window-turns.ts';

/** The growth of the session in bytes, and the number of the user's older turns that made room in recall. */
type Sealed = { readonly bytes: number; readonly droppedTurns: number };

export type TurnSealer = ReturnType<typeof turnSealer>;

export function turnSealer(
  db: Database,
  window: ReturnType<typeof windowTurns>,
  recall: ReturnType<typeof recallTable>,
  noteTextRemoved: () => void,
) {
  const sizeOf = db
    .prepare<[object], number>('SELECT size_bytes FROM turns WHERE session_no = @sessionNo AND turn = @turn')
    .pluck();
  const insertSegment = db.prepare(
    `INSERT INTO segments (session_no, segment, first_turn, last_turn, keys, tokens, hash, create_ms, said_ms, namespace)
     SELECT @sessionNo, @segment, @firstTurn, @lastTurn, @keys, @tokens, @hash, @createMs, max(said_ms),
       CASE WHEN min(namespace) = max(namespace) THEN min(namespace) END
     FROM turns WHERE session_no = @sessionNo AND turn BETWEEN @firstTurn AND @lastTurn`,
  );

  /**
   * Makes turns findable, from other sessions at once, except a tool's turns and empty ones. Returns the number of older ones removed for
   * room.
   */
  const makeFindable = (userNo: number, sessionNo: number, turns: readonly WindowTurn[], nowMs: number): number => {
    const findable = turns.filter(({ role, content }) => role !== 'TOOL' && content !== '');
    if (findable.length === 0) return 0;
    const sized = findable.map(({ turn, id }) => ({ turn, id, sizeBytes: sizeOf.get({ sessionNo, turn }) ?? 0 }));
    return recall.put(userNo, sessionNo, sized, nowMs);
  };

  return {
    makeFindable,

    seal(
      userNo: number,
      sessionNo: number,
      { sealed, left }: Pick<AppendChanges, 'sealed' | 'left'>,
      isRecallOff: boolean,
      nowMs: number,
    ): Sealed {
      let bytes = 0;
      for (const { segment } of sealed) {
        const keys = JSON.stringify(segment.keys);
        insertSegment.run({ sessionNo, ...segment, keys });
        bytes += Buffer.byteLength(keys);
      }
      if (left.length === 0) return { bytes, droppedTurns: 0 };
      const droppedTurns = isRecallOff ? 0 : makeFindable(userNo, sessionNo, left, nowMs);
      bytes -= window.removeUpTo(sessionNo, left.at(-1)!.turn);
      noteTextRemoved();
      return { bytes, droppedTurns };
    },
  };
}
