/** Turns as they are read before a store gets them. */
import { readTurn } from '../../server/domain/context/read-turn.ts';
import type { ReadTurn, Turn } from '../../server/domain/context/turn.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { uuids } from '../../server/runtime/uuids.ts';
import { FACT_READER } from '../fact-reader.ts';
import type { WholeStore } from './whole-store.ts';

export type SaidTurn = Partial<Turn> & { readonly content: string };

/** Ids of turns ascend. */
const newUuid = uuids();

/** Reads turns; a character counts as a token. */
export function readTurns(
  { clock, embed }: Pick<WholeStore, 'clock' | 'embed'>,
  turns: readonly SaidTurn[],
  scope: Pick<Scope, 'agentId' | 'sessionId'>,
): readonly ReadTurn[] {
  const reading = { count: (text: string) => text.length, embed, reader: FACT_READER, scope };
  return turns.map((turn) => {
    const whole = { role: 'USER', speaker: '', timeMs: clock.now(), toolCalls: [], toolCallId: '', ...turn } as const;
    return readTurn(whole, `tn_${newUuid()}`, { ...reading, newFactId: () => `fa_${newUuid()}` });
  });
}
