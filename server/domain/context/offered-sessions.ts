/** Offers summaries of the user's last sessions to a prompt, the newest first, if the question refers to them. */
import { EARLIER_SESSIONS, OVERHEAD } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import { EARLIER_SESSIONS_HEADER, sessionSource, type Chosen } from './draft.ts';
import { sessionLine, type SessionLine } from './earlier-sessions.ts';
import { queueOf, type Offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import { sessionWorth } from './worth.ts';

/** `chosen` returns the sessions that were taken so far. */
export function offeredSessions({ materials, counter, room, left }: Offering): {
  readonly queue: Queue;
  readonly chosen: readonly Chosen<SessionLine>[];
} {
  const { count } = counter;
  const chosen: Chosen<SessionLine>[] = [];
  let ownRoom: number = EARLIER_SESSIONS.tokens;
  const queue = queueOf(materials.earlierSessions, (session, at) => {
    const { sessionId, isAsked } = session;
    const line = sessionLine(session, EARLIER_SESSIONS.lineTokens, count);
    const own = count(line);
    const leave = (reason: Omission['reason']): void =>
      void left.push({ kind: 'EARLIER_SESSIONS', source: sessionSource(session), reason, tokens: own });
    if (!isAsked) {
      leave('NOT_NEAR');
      return undefined;
    }
    const tokens = own + (chosen.length === 0 ? OVERHEAD.message + count(EARLIER_SESSIONS_HEADER) : 0);
    const worth = sessionWorth(at);
    const take = (): void => {
      chosen.push({ of: { sessionId, line }, tokens: own, worth });
      ownRoom -= tokens;
      room.together -= tokens;
    };
    return { worth, tokens, price: 1, most: () => Math.min(ownRoom, room.together), take, leave };
  });
  return { queue, chosen };
}
