/** `recorda sessions`: the conversations of a user. */
import { pages } from '../../../client/pages.ts';
import type { SessionTurn } from '../../../proto/gen/recorda/v1/context.ts';
import { numberOption, withOptions, type ClientCommand } from './client-command.ts';
import { shownName, shownTime } from './output.ts';

export const SESSION_COMMANDS: readonly ClientCommand[] = [
  {
    usage: 'list',
    description: 'List the sessions of a user, most recently used first: time, id, turns, tokens',
    subject: 'USER',
    async run({ recorda, out, scope, call }) {
      const every = pages(async (pageToken) => {
        const { sessions, nextPageToken } = await recorda.context.listSessions({ scope, pageToken }, call);
        return { elements: sessions, nextPageToken };
      });
      await out.rows('Session', every, ({ sessionId, updateTime, turnCount, tokenCount, endTime }) => {
        const state = endTime === undefined ? 'open' : 'ended';
        return [shownTime(updateTime), sessionId, `${turnCount} turns`, `${tokenCount} tokens`, state];
      });
    },
  },
  withOptions<{ readonly limit?: number }>({
    usage: 'turns <session>',
    description: 'List the turns of a session, oldest first',
    arguments: { session: 'id of the session' },
    options: [numberOption('--limit <number>', 'maximum number of turns', [1, Number.MAX_SAFE_INTEGER])],
    subject: 'USER',
    async run({ recorda, out, scope, args: [sessionId = ''], options: { limit }, call }) {
      const every = pages(async (pageToken) => {
        const asked = { scope: { ...scope, sessionId }, pageToken };
        const { turns, nextPageToken } = await recorda.context.listTurns(asked, call);
        return { elements: turns, nextPageToken };
      });
      const cellsOf = ({ said, createTime }: SessionTurn): readonly string[] => [
        shownTime(createTime),
        shownName('ROLE', said?.role ?? ''),
        said?.content ?? '',
      ];
      await out.rows('SessionTurn', every, cellsOf, limit);
    },
  }),
  {
    usage: 'end <session>',
    description: 'End a session: the rest of its window is summarised and can be found',
    arguments: { session: 'id of the session' },
    subject: 'USER',
    async run({ recorda, out, scope, args: [sessionId = ''], call }) {
      const answer = await recorda.context.endSession({ scope: { ...scope, sessionId } }, call);
      const { turnCount, sealed } = answer;
      out.document('EndSessionResponse', answer, `${sessionId} ended: ${turnCount} turns, ${sealed.length} summaries`);
    },
  },
];
