/** `recorda add, search, list, get, delete, watch`: the memories of a user. */
import { text as readAll } from 'node:stream/consumers';
import { Option } from 'commander';
import { agentMemory } from '../../../client/agent-memory.ts';
import type { MemoryType as TypeName, Role } from '../../../client/agent-types.ts';
import { watchedChanges } from '../../../client/agent-watch.ts';
import { pages } from '../../../client/pages.ts';
import { WIRE_ROLES, WIRE_TYPES, wireRole, wireType } from '../../../client/wire-names.ts';
import { MemoryView } from '../../../proto/gen/recorda/v1/memory.ts';
import type { Memory } from '../../../proto/gen/recorda/v1/resources.ts';
import { type ClientCommand, jsonOption, numberOption, timeOption, withOptions } from './client-command.ts';
import { shownName, shownTime } from './output.ts';

const TYPES = Object.keys(WIRE_TYPES) as TypeName[];
/** Types of memories that consist of a text alone. */
const OF_TEXT = ['long_term', 'short_term'] as const;
const FROM_STDIN = '-';

const typeOption = (types: readonly string[]): Option =>
  new Option('--type <type>', 'type of the memory').choices(types).default('long_term');

export const MEMORY_COMMANDS: readonly ClientCommand[] = [
  withOptions<AddOptions>({
    usage: 'add <text>',
    description: 'Add a memory of a user',
    arguments: { text: 'the text to remember; - reads standard input' },
    options: [
      typeOption(OF_TEXT),
      new Option('--role <role>', 'short_term: who says it').choices(Object.keys(WIRE_ROLES)).default('user'),
      new Option('--speaker <name>', 'long_term: who said it'),
      timeOption('--time <time>', 'when it happened or was said'),
      numberOption('--importance <number>', 'importance, 0 to 1', [0, 1]),
      jsonOption('--metadata <json>', 'JSON object that filters can use'),
      new Option('--pinned', 'never archive or prune it'),
      new Option('--request-id <id>', 'repeat it when you retry, so that nothing is added twice'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, args: [given = ''], options, call }) {
      const { type, role, speaker = '', time, importance, metadata, pinned = false, requestId = '' } = options;
      const content = given === FROM_STDIN ? await readAll(process.stdin) : given;
      const answer = await recorda.memory.addMemory(
        {
          memory: {
            type: wireType(type),
            scope,
            payload:
              type === 'short_term'
                ? { $case: 'message', value: { role: wireRole(role), content, time } }
                : { $case: 'text', value: { content, speaker, eventTime: time } },
            metadata,
            importance,
            pinned,
          },
          requestId,
        },
        call,
      );
      const did = answer.operation === 'ADD_OPERATION_MERGED' ? 'merged with a memory that says the same' : 'added';
      out.document('AddMemoryResponse', answer, `${answer.memory?.id ?? ''}  ${did}`);
    },
  }),
  withOptions<SearchOptions>({
    usage: 'search <query>',
    description: 'Find memories that answer a query, best first: similarity, id, text',
    arguments: { query: 'in English or Spanish' },
    options: [
      new Option('--types <type...>', 'types to search; default: long_term').choices(TYPES),
      numberOption('--top-k <number>', 'maximum number of results of each type', [1, 100]),
      new Option('--filter <cel>', 'only what this CEL expression matches'),
      numberOption('--min-similarity <number>', 'minimum similarity, 0 to 1', [0, 1]),
      new Option('--include-archived', 'search archived memories, too'),
      new Option('--explain', 'show the share of each signal in the score'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, args: [query = ''], options, call }) {
      const { types = [], topK, filter = '', minSimilarity, includeArchived = false, explain = false } = options;
      const asked = { scope, query, types: types.map(wireType), topK, filter, minSimilarity, includeArchived, explain };
      const { results, types: reports, latencyMs } = await recorda.memory.retrieveMemories(asked, call);
      for (const result of results) {
        const { memory, similarity, signals } = result;
        const shares = signals.map(({ signal, share }) => `${signal} ${share.toFixed(2)}`).join(', ');
        out.row('RetrievedMemory', result, [
          similarity.toFixed(2),
          ...cellsOf(memory),
          ...(shares === '' ? [] : [`(${shares})`]),
        ]);
      }
      const advice = reports.some(({ moreLikely }) => moreLikely) ? '; more are likely: raise --top-k' : '';
      out.note(`${results.length} found in ${latencyMs.toFixed(1)} ms${advice}`);
    },
  }),
  withOptions<ListOptions>({
    usage: 'list',
    description: 'List memories of a type, oldest first: id, time, text',
    options: [
      typeOption(TYPES),
      new Option('--filter <cel>', 'only what this CEL expression matches'),
      new Option('--order-by <order>', 'order, for example "update_time desc"'),
      numberOption('--limit <number>', 'maximum number of results', [1, Number.MAX_SAFE_INTEGER]),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, options, call }) {
      const { type, filter = '', orderBy = '', limit } = options;
      const every = pages(async (pageToken) => {
        const asked = { scope, type: wireType(type), filter, orderBy, pageToken, view: MemoryView.FULL };
        const { memories, nextPageToken } = await recorda.memory.listMemories(asked, call);
        return { elements: memories, nextPageToken };
      });
      await out.rows('Memory', every, cellsOf, limit);
    },
  }),
  {
    usage: 'get <id>',
    description: 'Print one memory',
    arguments: { id: 'id of the memory' },
    subject: 'USER',
    async run({ recorda, out, scope, args: [id = ''], call }) {
      const { memory } = await recorda.memory.getMemory({ scope, id }, call);
      if (memory !== undefined) out.document('Memory', memory, wholeText(memory));
    },
  },
  {
    usage: 'delete <id...>',
    description: 'Delete memories permanently',
    arguments: { id: 'ids of the memories' },
    subject: 'USER',
    async run({ recorda, out, scope, args, call }) {
      for (const id of args) {
        out.row('DeleteMemoryResponse', await recorda.memory.deleteMemory({ scope, id }, call), [id, 'deleted']);
      }
    },
  },
  withOptions<WatchOptions>({
    usage: 'watch',
    description: 'Print the changes of a user’s memories as they are made, until Ctrl+C',
    options: [
      new Option('--types <type...>', 'only memories of these types; default: all').choices(TYPES),
      new Option('--resume-token <token>', 'continue after the change with this token'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope, options, call }) {
      const { types, resumeToken } = options;
      const changes = watchedChanges(recorda.memory, scope, { types, resumeToken, signal: call.signal });
      await out.rows('MemoryChange', changes, ({ operation, id, changeTime, memory }) => {
        const [, , text = ''] = cellsOf(memory);
        return [shownTime(changeTime), shownName('CHANGE_OPERATION', operation), id, text];
      });
    },
  }),
];

type AddOptions = {
  readonly type: (typeof OF_TEXT)[number];
  readonly role: Role;
  readonly speaker?: string;
  readonly time?: Date;
  readonly importance?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly pinned?: boolean;
  readonly requestId?: string;
};
type SearchOptions = {
  readonly types?: readonly TypeName[];
  readonly topK?: number;
  readonly filter?: string;
  readonly minSimilarity?: number;
  readonly includeArchived?: boolean;
  readonly explain?: boolean;
};
type ListOptions = {
  readonly type: TypeName;
  readonly filter?: string;
  readonly orderBy?: string;
  readonly limit?: number;
};
type WatchOptions = { readonly types?: readonly TypeName[]; readonly resumeToken?: string };

/** Returns the id of a memory, the time at which it was added, and its text on one line. */
function cellsOf(memory: Memory | undefined): readonly string[] {
  if (memory?.payload === undefined) return [];
  const { id, createTime, text } = agentMemory(memory);
  return [id, shownTime(createTime), text.replaceAll(/\s+/g, ' ')];
}

function wholeText(memory: Memory): string {
  const { id, type, createTime, updateTime, expireTime, importance, pinned, metadata, text } = agentMemory(memory);
  const lines = [
    `id          ${id}`,
    `type        ${type}`,
    `created     ${shownTime(createTime)}`,
    `updated     ${shownTime(updateTime)}`,
    `expires     ${shownTime(expireTime) || 'never'}`,
    `importance  ${importance}${pinned ? ', pinned' : ''}`,
    ...(metadata === undefined ? [] : [`metadata    ${JSON.stringify(metadata)}`]),
  ];
  return `${lines.join('\n')}\n\n${text}`;
}
