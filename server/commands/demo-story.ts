/** Plays the demo with a client that is connected. Every number on the screen is the server's own. */
import type { Agent } from '../../client/agent.ts';
import type { Added, Hits } from '../../client/agent-types.ts';
import { RecordaError } from '../../client/errors.ts';
import type { Recorda } from '../../client/recorda.ts';
import { TYPE_TARGET_MS } from '../policy/serving.ts';
import { LIMITS, QUOTAS } from '../policy/limits.ts';
import type { MemoryType } from '../domain/memory.ts';
import { milliseconds, threeDigits, type Screen } from './demo-screen.ts';

/** The memories that the agent adds in the demo. */
const MEMORIES: readonly (readonly [text: string, category: string])[] = [
  ['User enjoys skiing', 'sports'],
  ['User avoids advanced slopes', 'sports'],
  ['User likes coffee with mountain view', 'food'],
  ['User likes French cuisine', 'food'],
  ['A Ana le encanta esquiar con sus hijos', 'sports'],
  ['El vuelo de Ana a París sale el viernes por la tarde', 'travel'],
];

export async function tellStory(recorda: Recorda, screen: Screen): Promise<void> {
  await warmUp(recorda);
  const ana = recorda.agent({ userId: 'ana', agentId: 'travel', sessionId: 'monday' });
  await adding(ana, screen);
  await retrieving(ana, screen);
  await streaming(recorda, ana, screen);
  await quota(recorda, screen);
  await report(recorda, screen);
}

/** Makes calls of another user first, so that the numbers are those of a server that has run for a while. */
async function warmUp(recorda: Recorda): Promise<void> {
  const other = recorda.agent({ userId: 'warm-up', agentId: 'a', sessionId: 's' });
  const types = ['working', 'short_term', 'long_term'] as const;
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (let n = 0; n < WARM_UP_SETS; n += 1) await other.set(`note ${n}`, round);
    await other.add(`Note ${round} about skiing in the mountains`, { metadata: { round } });
    await other.add(`Message ${round}`, { type: 'short_term' });
    await other.retrieve('skiing', { filter: 'metadata.round > 3' });
    const found = other.stream('skiing', { types });
    while ((await found.next()).done !== true);
  }
}

/** This many rounds are enough for the compiler of the JavaScript engine. */
const WARM_UP_ROUNDS = 40;
const WARM_UP_SETS = 8;

async function adding(ana: Agent, screen: Screen): Promise<void> {
  screen.step('Adding', 'each durable when acknowledged; the server’s latency beside its target');
  const show = ({ memory, latencyMs, operation }: Added, label = memory.text): void => {
    const type = memory.type.toUpperCase() as MemoryType;
    screen.line(memory.type, `${operation === 'ADD' ? '' : `${operation} `}${label}`, {
      latencyMs,
      targetMs: TYPE_TARGET_MS[type],
    });
  };
  show(await ana.set('current_destination', 'Paris'), 'current_destination = "Paris"');
  show(await ana.set('travellers', { adults: 2, children: 2 }), 'travellers = { adults: 2, children: 2 }');
  show(await ana.add('Where shall we go in January?', { type: 'short_term', role: 'user' }));
  show(await ana.add('¿Esquí en los Alpes, quizá?', { type: 'short_term', role: 'assistant' }));
  for (const [text, category] of MEMORIES) show(await ana.add(text, { metadata: { category } }));
  const long = await ana.add('Ana’s notes on Paris. '.repeat(230));
  show(long, `${(long.memory.sizeBytes / 1024).toFixed(1)} KB of text, stored in ${long.memory.storedBytes} bytes`);
  await ana.delete(long.memory.id);
}

function showHits(hits: Hits, screen: Screen): void {
  for (const [at, { type, text, similarity }] of hits.entries()) {
    screen.line(type, `${similarity.toFixed(2)}  ${text}`, at === 0 ? hits : undefined);
  }
  if (hits.length === 0) screen.line('', '(nothing)', hits);
}

async function retrieving(ana: Agent, screen: Screen): Promise<void> {
  screen.step('Retrieving “skiing preferences”', 'top 2; similarity is calibrated from 0 to 1');
  showHits(await ana.retrieve('skiing preferences', { topK: 2 }), screen);
  screen.step('Retrieving “¿a quién le gusta esquiar?”', 'in Spanish');
  showHits(await ana.retrieve('¿a quién le gusta esquiar?', { topK: 2 }), screen);
  const filter = 'metadata.category == "food"';
  screen.step('Retrieving “what does the user like?” with a filter', filter);
  showHits(await ana.retrieve('what does the user like?', { filter }), screen);
}

async function streaming(recorda: Recorda, ana: Agent, screen: Screen): Promise<void> {
  screen.step('Streaming “Paris trip planning”', 'each type as soon as it is found');
  const startedAt = performance.now();
  const events = recorda.memory.streamRetrieveMemories({
    retrieve: {
      scope: ana.scope,
      query: 'Paris trip planning',
      types: ['MEMORY_TYPE_WORKING', 'MEMORY_TYPE_SHORT_TERM', 'MEMORY_TYPE_LONG_TERM'],
      topK: 2,
    },
  });
  for await (const { event } of events) {
    const at = `+${milliseconds(performance.now() - startedAt)}`.padEnd(9);
    if (event?.$case === 'result') {
      const { memory, similarity } = event.value;
      screen.line(typeName(memory?.type), `${at} ${similarity.toFixed(2)}  ${textOf(memory?.payload)}`);
    }
    if (event?.$case === 'typeDone') screen.line(typeName(event.value.type), `${at} done`, event.value);
    if (event?.$case === 'done') screen.line('all', `${at} ${event.value.count} results`, event.value);
  }
}

const typeName = (wire = ''): string => wire.replace('MEMORY_TYPE_', '').toLowerCase();

function textOf(payload: { readonly value: object } | undefined): string {
  const value = payload?.value ?? {};
  if ('content' in value) return String(value.content);
  return 'key' in value && 'value' in value ? `${String(value.key)} = ${JSON.stringify(value.value)}` : '';
}

async function quota(recorda: Recorda, screen: Screen): Promise<void> {
  const max = QUOTAS.LONG_TERM.count;
  const count = max.toLocaleString('en-US');
  screen.step('One memory over the limit', `another user, with ${count} memories`);
  const scope = { userId: 'ben' };
  const startedAt = performance.now();
  for (let first = 0; first < max; first += LIMITS.batchSize) {
    await recorda.memory.batchAddMemories({
      requests: Array.from({ length: Math.min(LIMITS.batchSize, max - first) }, (_, n) => ({
        memory: { scope, payload: { $case: 'text', value: { content: `Ben visited museum number ${first + n}` } } },
      })),
    });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  screen.line('long_term', `${count} memories added in batches in ${seconds.toFixed(1)} s`);
  const ben = recorda.agent(scope);
  for (const note of ['the first search loads the user', 'the next']) {
    const hits = await ben.retrieve('museum number 4711', { topK: 1 });
    screen.line('long_term', `${note}: ${hits[0]?.text}`, hits);
  }
  try {
    await ben.add('Ben visited one museum more');
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    screen.error(error.reason, error.message);
  }
  const pruned = await ben.add('Ben visited one museum more', { autoPrune: 'to_fit' });
  screen.line('long_term', `with auto-prune: ${pruned.operation}, the oldest ${pruned.prunedCount} deleted`, {
    latencyMs: pruned.latencyMs,
    targetMs: TYPE_TARGET_MS.LONG_TERM,
  });
}

async function report(recorda: Recorda, screen: Screen): Promise<void> {
  const { rows } = await recorda.admin.getLatencyReport({});
  screen.step('Latency report', 'every call since the server started, from AdminService.GetLatencyReport');
  screen.table([
    ['operation', 'types', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'target', 'held %'],
    ...rows.map((row) => [
      row.operation,
      row.types.map(typeName).join('+'),
      row.count.toLocaleString('en-US'),
      ...[row.p50Ms, row.p95Ms, row.p99Ms].map(threeDigits),
      String(row.targetMs),
      row.heldPercent.toFixed(1),
    ]),
  ]);
}
