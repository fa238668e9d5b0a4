/** Invented files of Letta and LangGraph, each in the forms that their programs have written. */

const said = (id: string, role: string, text: string, more: object = {}) => ({
  id,
  role,
  created_at: '2026-02-12T18:31:50.753723+00:00',
  tool_calls: null,
  agent_id: 'agent-0',
  content: [{ type: 'text', text, signature: null }],
  ...more,
});
const tool = (name: string, args: object) => ({
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const HUMAN = {
  label: 'human',
  value: 'Rows on Sundays.\nLives in Porto.',
  description: 'What the agent knows of you',
};

/** Several agents, with their blocks. */
export const LETTA_FILE = {
  agents: [
    {
      id: 'agent-0',
      name: 'coach',
      agent_type: 'letta_v1_agent',
      block_ids: ['block-0', 'block-1'],
      messages: [
        said('message-0', 'system', 'You are a coach.'),
        said('message-1', 'user', 'ignored', {
          content: [
            { type: 'text', text: '<system-reminder>\nIt is Thursday.\n</system-reminder>' },
            { type: 'text', text: 'My boat is called Gaivota.' },
          ],
        }),
        said('message-2', 'assistant', '', { content: [], ...tool('memory_insert', { label: 'human' }) }),
        said('message-3', 'tool', '{"status": "OK"}', { tool_call_id: 'c' }),
        said('message-4', 'assistant', 'A fine name.', {
          created_at: '2026-02-13T08:00:00+00:00',
          content: [
            { type: 'reasoning', reasoning: 'A gull.' },
            { type: 'text', text: 'A fine name.' },
          ],
        }),
        said('message-5', 'approval', ''),
      ],
    },
    { id: 'agent-1', name: 'cook', agent_type: 'react_agent', block_ids: ['block-1'], messages: [] },
  ],
  groups: [],
  blocks: [
    { id: 'block-0', ...HUMAN },
    { id: 'block-1', label: 'persona', value: 'I am patient.', description: null },
    { id: 'block-2', label: 'left over', value: '' },
  ],
  files: [],
  metadata: { revision_id: 'x' },
};

/** The first form: one agent, which speaks with a tool, and whose user's messages are JSON. */
export const LETTA_SINGLE = {
  agent_type: 'memgpt_agent',
  name: 'coach',
  version: '0.6.47',
  in_context_message_indices: [0],
  core_memory: [{ ...HUMAN, created_at: '2025-04-01T09:00:00.000000+00:00', limit: 5000 }],
  messages: [
    said('', 'user', '{"type": "login", "last_login": "Never", "time": "…"}'),
    said('', 'user', '{"type": "user_message", "message": "My boat is called Gaivota.", "time": "…"}'),
    said('', 'assistant', 'A boat. I should answer.', tool('send_message', { message: 'A fine name.' })),
    said('', 'tool', '{"status": "OK"}'),
    said('', 'assistant', 'Nothing to do.'),
    said('', 'user', '{"type": "heartbeat", "reason": "…", "time": "…"}'),
  ],
};

const TIMES = ['2025-03-01T10:00:00+00:00', '2025-04-01T10:00:00+00:00'] as const;
/** Its path is too long to be the key of a document. */
const LONG_KEY = 'k'.repeat(300);

/** Items as the client in Python gives them. */
export const LANGGRAPH_PYTHON = [
  { namespace: ['memories', 'ana'], key: 'food', value: { text: 'Eats no meat', tags: ['diet'] } },
  { namespace: ['memories', 'a/b %'], key: 'x/y', value: { text: 'Rows on Sundays' } },
  { namespace: ['memories', 'ana'], key: LONG_KEY, value: { text: 'Lives in Porto', nested: { deep: [1, null] } } },
].map((item) => ({ ...item, created_at: TIMES[0], updated_at: TIMES[1], score: null }));

/** Items as the client in TypeScript gives them. */
export const LANGGRAPH_TYPESCRIPT = LANGGRAPH_PYTHON.map(({ namespace, key, value }) => {
  return { namespace, key, value, createdAt: TIMES[0], updatedAt: TIMES[1] };
});

/** Items as its table in Postgres has them. */
export const LANGGRAPH_ROWS = LANGGRAPH_PYTHON.map(({ namespace, key, value }) => {
  return { prefix: namespace.join('.'), key, value, created_at: TIMES[0], updated_at: TIMES[1], ttl_minutes: null };
});
