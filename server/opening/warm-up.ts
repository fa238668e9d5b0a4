/**
 * Runs the most frequent calls before the first caller arrives. What is compiled and made on first use takes tens of milliseconds,
 * and the target of working memory is one. It runs once per process; nothing of it is stored, counted or reported.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExtractFactsRequest } from '../../proto/gen/recorda/v1/facts.ts';
import {
  AddMemoryRequest,
  AddMemoryResponse,
  GetMemoryRequest,
  ListMemoriesRequest,
  RetrieveMemoriesRequest,
  StreamRetrieveMemoriesRequest,
  UpdateMemoryRequest,
} from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType as Type } from '../../proto/gen/recorda/v1/resources.ts';
import { ANYBODY } from '../domain/caller.ts';
import { stopSignal } from '../domain/abort.ts';
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';
import type { Method } from '../methods/method.ts';
import { pipeline, type DoorCall, type Pipeline } from '../pipeline/pipeline.ts';
import { WARM_UP } from '../policy/serving.ts';
import type { Clock, MemoryStore, WorkingStore } from '../ports/stores.ts';
import type { MemoryDependencies } from '../services/memory/dependencies.ts';
import { memoryService, type MemoryService } from '../services/memory/memory-service.ts';
import { silentLog } from '../ports/telemetry.ts';
import { quietTelemetry } from '../telemetry/quiet-telemetry.ts';

export type Stage = {
  readonly clock: Clock;
  /** A working store of its own, which ends with the warm-up: all types are played on it. */
  readonly working: WorkingStore;
  /** The dependencies other than the stores. */
  readonly dependencies: Omit<MemoryDependencies, 'stores' | 'working'>;
  /** Returns all calls of this MemoryService. */
  readonly methodsOf: (service: MemoryService) => ReadonlyMap<string, Method>;
};

const SERVICE = 'recorda.v1.MemoryService';
/** A tenant that nobody has: no credential names it. */
const TENANT = '\0warm-up';
const SCOPE = { userId: 'ana', agentId: 'travel', sessionId: 'monday' };
const QUERY = 'Where shall we go skiing in January?';
/** Sentences that state facts of many kinds in both languages, and some that state none. */
const SAID = [
  'Where shall we go skiing in January? The lifts there open at nine.',
  'I like tea, and we decided to go to Lima. I used to work at Acme. My sister moved to Madrid and hates onions.',
  '¿A dónde vamos a esquiar en enero? Los medios abren a las nueve.',
  'Me gusta el café con vista a la montaña. Antes trabajaba en Acme. Olvidá mi dirección.',
].join(' ');
const TYPES: Type[] = [Type.WORKING, Type.SHORT_TERM, Type.LONG_TERM];

type Payload = NonNullable<NonNullable<Parameters<typeof AddMemoryRequest.fromPartial>[0]['memory']>['payload']>;

let isWarm = false;

export async function warmUp(stage: Stage): Promise<void> {
  if (isWarm) return;
  isWarm = true;
  await playThrough(stage);
  await readThrough(stage);
}

/**
 * Compiles what finds facts in a text, which otherwise happens on first use, on the thread of every call: about 400 ms in all, most
 * of it for texts that state nothing, for which every rule is tried.
 */
async function readThrough(stage: Stage): Promise<void> {
  const staged = stagedPipeline(stage);
  const request = ExtractFactsRequest.encode({ scope: undefined, text: SAID }).finish();
  for (let round = 0; round < WARM_UP.readings; round++) {
    const read = staged.unary('recorda.v1.ContextService/ExtractFacts', request, door());
    // oxlint-disable-next-line no-await-in-loop
    const [{ status }] = await Promise.allSettled([read]);
    if (status === 'rejected') return;
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
}

/** Returns how many rounds ran without a fault: what fails here would also fail for a caller, who would get the error. */
export async function playThrough(stage: Stage): Promise<number> {
  const staged = stagedPipeline(stage);
  const startMs = performance.now();
  let whole = 0;
  for (let round = 0; round < WARM_UP.rounds; round++) {
    // They run one after another, as they will arrive.
    // oxlint-disable-next-line no-await-in-loop
    const played = await Promise.allSettled([play(staged, round)]);
    if (played.every(({ status }) => status === 'fulfilled')) whole += 1;
    if (performance.now() - startMs > WARM_UP.atMostMs) break;
  }
  return whole;
}

function stagedPipeline({ dependencies, methodsOf, working, clock }: Stage): Pipeline {
  const stores = Object.fromEntries(
    MEMORY_TYPES.map((type): [MemoryType, MemoryStore] => [type, { ...working, type }]),
  ) as Record<MemoryType, MemoryStore>;
  return pipeline({
    methods: methodsOf(memoryService({ ...dependencies, stores, working })),
    telemetry: quietTelemetry(),
    backendOf: () => working.backend,
    clock,
    log: silentLog,
    isClosing: () => false,
  });
}

async function play(pipeline: Pipeline, round: number): Promise<void> {
  const content = `Enjoys skiing ${round}, but avoids advanced slopes`;
  const add = async (payload: Payload): Promise<string> => {
    const memory = { scope: SCOPE, payload, metadata: { round } };
    const request = AddMemoryRequest.fromPartial({ memory });
    const answer = await pipeline.unary(`${SERVICE}/AddMemory`, AddMemoryRequest.encode(request).finish(), door());
    return AddMemoryResponse.decode(answer).memory?.id ?? '';
  };
  const id = await add({ $case: 'working', value: { key: `destination ${round % 5}`, value: `Paris ${round}` } });
  await add({ $case: 'message', value: { content } });
  await add({ $case: 'text', value: { content } });
  const list = ListMemoriesRequest.fromPartial({ scope: SCOPE, type: Type.WORKING });
  await pipeline.unary(`${SERVICE}/ListMemories`, ListMemoriesRequest.encode(list).finish(), door());
  const update = UpdateMemoryRequest.fromPartial({
    memory: { id, scope: SCOPE, payload: { $case: 'working', value: { key: '', value: `Rome ${round}` } } },
    updateMask: ['working.value'],
  });
  await pipeline.unary(`${SERVICE}/UpdateMemory`, UpdateMemoryRequest.encode(update).finish(), door());
  await get(pipeline, id);
  await retrieve(pipeline, [Type.WORKING]);
  await retrieve(pipeline, TYPES);
  const request = StreamRetrieveMemoriesRequest.fromPartial({ retrieve: { scope: SCOPE, query: QUERY, types: TYPES } });
  const bytes = StreamRetrieveMemoriesRequest.encode(request).finish();
  for await (const message of pipeline.stream(`${SERVICE}/StreamRetrieveMemories`, bytes, door())) void message;
}

async function get(pipeline: Pipeline, id: string): Promise<void> {
  const request = GetMemoryRequest.fromPartial({ scope: SCOPE, id });
  await pipeline.unary(`${SERVICE}/GetMemory`, GetMemoryRequest.encode(request).finish(), door());
}

async function retrieve(pipeline: Pipeline, types: Type[]): Promise<void> {
  const request = RetrieveMemoriesRequest.fromPartial({ scope: SCOPE, query: QUERY, types });
  await pipeline.unary(`${SERVICE}/RetrieveMemories`, RetrieveMemoriesRequest.encode(request).finish(), door());
}

function door(): DoorCall {
  return { caller: { ...ANYBODY, tenant: TENANT }, signal: stopSignal() };
}
