/** The calls whose CPU time is measured, and the data that they need. */
import { MemoryType } from '../../../proto/gen/recorda/v1/resources.ts';
import { READER, textMemory, type LoadScope } from '../../load/calls.ts';
import { fill } from '../../load/fill.ts';
import { query, sentence } from '../../load/sentences.ts';
import { SYSTEM_PROMPT } from '../context/replayed.ts';
import type { MeasuredServer, Operation } from './measured-server.ts';

const TURNS = 2000;
const FACTS = 9500;
const AT_ONCE = 50;
const BATCH = 100;
const FEW = 1000;

/** A user with a tenth of READER's memories. */
const BEGINNER: LoadScope = { ...READER, userId: 'cpu-beginner' };
const WRITER: LoadScope = { ...READER, userId: 'cpu-writer' };
const BATCHES: LoadScope = { ...READER, userId: 'cpu-batches' };
const TALKER: LoadScope = { ...READER, userId: 'cpu-talker' };

const search =
  (scope: LoadScope, ...types: MemoryType[]): Operation =>
  ({ recorda, random }) =>
    recorda.memory.retrieveMemories({ scope, query: query(random), types });

const { WORKING, SHORT_TERM, LONG_TERM } = MemoryType;

/** Calls about memories. */
export const MEMORY_OPERATIONS = {
  'add long_term': ({ recorda, random }) => recorda.memory.addMemory({ memory: textMemory(WRITER, random) }),
  'add a batch': ({ recorda, random }) =>
    recorda.memory.batchAddMemories({
      requests: Array.from({ length: BATCH }, () => ({ memory: textMemory(BATCHES, random) })),
    }),
  'search long_term': search(READER, LONG_TERM),
  'search 1,000': search(BEGINNER, LONG_TERM),
  'search working': search(READER, WORKING),
  'search three types': search(READER, WORKING, SHORT_TERM, LONG_TERM),
  'search, explained': ({ recorda, random }) =>
    recorda.memory.retrieveMemories({ scope: READER, query: query(random), explain: true }),
  'search, filtered': ({ recorda, random }) =>
    recorda.memory.retrieveMemories({
      scope: READER,
      query: query(random),
      filter: 'size_bytes > 60',
    }),
  'list 50': ({ recorda }) =>
    recorda.memory.listMemories({ scope: { userId: READER.userId }, type: LONG_TERM, pageSize: 50 }),
} satisfies Readonly<Record<string, Operation>>;

/** Calls about conversations and prompts. */
export const CONTEXT_OPERATIONS = {
  append,
  prompt: assemble,
  // The p50 is that of the prompt alone: how long it waits right after a turn.
  'append, prompt': async (server) => {
    await append(server);
    return assemble(server);
  },
} satisfies Readonly<Record<string, Operation>>;

/** Adds the memories that MEMORY_OPERATIONS search. */
export async function fillMemories({ recorda, random }: MeasuredServer, memories: number): Promise<void> {
  await fill(recorda, READER, random, memories);
  await fill(recorda, BEGINNER, random, FEW);
}

/** Adds the session and the facts of CONTEXT_OPERATIONS. */
export async function fillContext(server: MeasuredServer): Promise<void> {
  const { recorda, random } = server;
  await recorda.context.putSystemPrompt({ agentId: TALKER.agentId, systemPrompt: SYSTEM_PROMPT });
  while (server.turns < TURNS) await append(server);
  const facts = Array.from(
    { length: FACTS },
    (_, at) => `The user said that ${sentence(random)} It is about matter ${at}.`,
  );
  for (let at = 0; at < facts.length; at += AT_ONCE)
    await Promise.all(
      facts.slice(at, at + AT_ONCE).map((fact) => recorda.context.addFact({ scope: TALKER, text: fact })),
    );
}

const text = ({ random }: MeasuredServer): string => [1, 2, 3].map(() => sentence(random)).join(' ');

async function append(server: MeasuredServer): Promise<void> {
  const role = server.turns % 2 === 0 ? 'ROLE_USER' : 'ROLE_ASSISTANT';
  server.turns += 1;
  await server.recorda.context.appendTurns({ scope: TALKER, turns: [{ role, content: text(server) }] });
}

/** Resolves to how long it was waited for, in milliseconds. */
async function assemble({ recorda, random }: MeasuredServer): Promise<number> {
  const start = performance.now();
  await recorda.context.assembleContext({ scope: TALKER, newTurn: sentence(random) });
  return performance.now() - start;
}
