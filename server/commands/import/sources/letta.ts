import { z } from 'zod';
import { memoryLine, timeMs, turnLine, type NewLine, type Origin } from '../lines.ts';
import { skip, type Source } from '../source.ts';

const text = z.string().nullish();
const block = z.looseObject({ id: text, label: z.string(), value: z.string(), description: text, created_at: text });
const call = z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.string() }) });
const message = z.looseObject({
  id: text,
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text }))]).nullish(),
  tool_calls: z.array(call).nullish(),
  created_at: text,
});
/** Several agents in one file, with their blocks. */
const file = z.looseObject({
  agents: z.array(z.looseObject({ name: z.string(), block_ids: z.array(z.string()), messages: z.array(message) })),
  blocks: z.array(block),
});
/** The only agent of a file, as the first versions of the format had it. */
const single = z.looseObject({ name: z.string(), core_memory: z.array(block), messages: z.array(message) });

type Message = z.infer<typeof message>;
type LettaAgent = {
  readonly name: string;
  readonly blocks: readonly z.infer<typeof block>[];
  readonly messages: readonly Message[];
};

/** The tool with which MemGPT's agents speak; everything else that such an agent writes is its thoughts. */
const SPEAKING = 'send_message';
/** Reminders about the model's surroundings are put into messages of the user, each as a part of its own. */
const REMINDER = /^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/;

/** Blocks are identified by their labels and messages by their times, since the ids change with each file. */
export const letta: Source = {
  meaning: 'An agent file (.af) from Letta',
  files: ['agent.af', 'agent.json'],
  records: { object: ['$'], text: ['$'] },
  convert({ value }, origin) {
    const skipped: Record<string, number> = {};
    const lines = agentsOf(value, skipped).flatMap(({ name, blocks, messages }) => [
      ...blocks.map(({ label, value: content, description, created_at }) =>
        memoryLine(origin, {
          sourceId: `${name}/${label}`,
          payload: { type: 'PERSONA', key: label, value: content, versions: [] },
          createTimeMs: timeMs(created_at),
          agentId: name,
          metadata: description ? { description } : {},
        }),
      ),
      ...turnsOf(name, messages, origin, skipped),
    ]);
    return { lines, skipped };
  },
};

function agentsOf(value: unknown, skipped: Record<string, number>): readonly LettaAgent[] {
  const read = typeof value === 'string' ? parsed(value) : value;
  if (typeof read === 'object' && read !== null && 'core_memory' in read) {
    const { name, core_memory: blocks, messages } = single.parse(read);
    return [{ name, blocks, messages }];
  }
  const { agents, blocks } = file.parse(read);
  const used = new Set(agents.flatMap(({ block_ids }) => block_ids));
  for (const { id } of blocks) if (!id || !used.has(id)) skip(skipped, 'block of no agent');
  return agents.map(({ name, block_ids, messages }) => ({
    name,
    blocks: blocks.filter(({ id }) => id && block_ids.includes(id)),
    messages,
  }));
}

/** Parses results of Letta's client that were stored as a text, as many programs do. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** An agent of Letta has one conversation that never ends. Each day of it becomes a session. */
function turnsOf(
  name: string,
  messages: readonly Message[],
  origin: Origin,
  skipped: Record<string, number>,
): readonly NewLine[] {
  const speaks = messages.some(({ tool_calls }) => tool_calls?.some(isSpeech));
  const turns = new Map<string, number>();
  return messages.flatMap(({ id, role, content: parts, tool_calls, created_at }): NewLine[] => {
    const isUser = role === 'user';
    if (!isUser && role !== 'assistant') {
      skip(skipped, role);
      return [];
    }
    const [said, otherwise] = isUser ? saidByUser(parts) : saidByAgent(parts, tool_calls, speaks);
    const content = said.trim();
    if (content === '') {
      skip(skipped, otherwise);
      return [];
    }
    const saidMs = timeMs(created_at);
    const sessionId = `letta:${name}/${new Date(saidMs ?? origin.nowMs).toISOString().slice(0, 10)}`;
    const turn = (turns.get(sessionId) ?? 0) + 1;
    turns.set(sessionId, turn);
    const sourceId = JSON.stringify([name, created_at ?? id, role, content]);
    const of = { content, saidMs, turn, agentId: name, sessionId };
    return [turnLine(origin, { sourceId, role: isUser ? 'USER' : 'ASSISTANT', ...of })];
  });
}

/** The text that was said or, if nothing was, the reason for which the message is skipped. */
type Saying = readonly [said: string, otherwise: string];

/** MemGPT wraps what the user says in JSON, and does the same with logins and heartbeats. */
function saidByUser(parts: Message['content']): Saying {
  const texts = textsOf(parts);
  const said = texts.filter((one) => !REMINDER.test(one)).join('\n');
  const wrapped = wrapping.safeParse(parsed(said));
  if (wrapped.success)
    return wrapped.data.type === 'user_message' ? [wrapped.data.message ?? '', 'empty'] : ['', 'system'];
  return [said, said === '' && texts.length > 0 ? 'hidden' : 'empty'];
}
const wrapping = z.looseObject({ type: z.string(), message: text, time: z.string() });

function saidByAgent(parts: Message['content'], calls: Message['tool_calls'], speaks: boolean): Saying {
  const written = textsOf(parts).join('\n');
  if (!speaks) return [written, (calls ?? []).length > 0 ? 'tool' : 'empty'];
  const said = (calls ?? []).filter(isSpeech).map(({ function: { arguments: json } }) => {
    const read = speech.safeParse(parsed(json));
    return read.success ? read.data.message : '';
  });
  return [said.join('\n'), (calls ?? []).length > 0 ? 'tool' : written.trim() === '' ? 'empty' : 'thought'];
}
const speech = z.looseObject({ message: z.string() });

const isSpeech = (it: z.infer<typeof call>): boolean => it.function.name === SPEAKING;

const textsOf = (parts: Message['content']): readonly string[] =>
  typeof parts === 'string'
    ? [parts]
    : (parts ?? []).filter(({ type }) => type === 'text').map(({ text: one }) => one ?? '');
