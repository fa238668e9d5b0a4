import { expect } from 'chai';
import type { JsonValue } from '../../client/agent-types.ts';
import { RecordaError } from '../../client/errors.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import {
  AddMemoryRequest,
  AddMemoryResponse,
  DeleteMemoryRequest,
  DeleteMemoryResponse,
  EndTaskResponse,
  ListMemoriesRequest,
  ListMemoriesResponse,
  RetrieveMemoriesRequest,
  RetrieveMemoriesResponse,
  StreamRetrieveMemoriesResponse,
  UpdateMemoryRequest,
  UpdateMemoryResponse,
} from '../../proto/gen/recorda/v1/memory.ts';
import type { Memory } from '../../proto/gen/recorda/v1/resources.ts';
import type { DoorCall, Pipeline } from '../../server/pipeline/pipeline.ts';

type Call = { readonly method: string; readonly request: Uint8Array; readonly call: DoorCall };

/** A pipeline that gives prepared answers and keeps the requests. */
function scripted(answers: Record<string, Uint8Array | readonly Uint8Array[]>): {
  readonly recorda: Recorda;
  readonly calls: Call[];
} {
  const calls: Call[] = [];
  const answer = (method: string): Uint8Array | readonly Uint8Array[] => {
    const found = answers[method.slice(method.indexOf('/') + 1)];
    if (found === undefined) throw new RecordaError('METHOD_UNKNOWN', method);
    return found;
  };
  const pipeline: Pipeline = {
    async unary(method, request, call) {
      calls.push({ method, request, call });
      return answer(method) as Uint8Array;
    },
    async *stream(method, request, call) {
      calls.push({ method, request, call });
      yield* answer(method) as readonly Uint8Array[];
    },
  };
  return { recorda: recordaOver(pipelineTransport(pipeline, () => Promise.resolve())), calls };
}

const memory = (id: string, payload: Memory['payload']) => ({
  id,
  scope: { userId: 'ana' },
  payload,
  etag: '1',
  createTime: new Date(5),
  updateTime: new Date(5),
});
const text = (id: string, content: string) =>
  memory(id, {
    $case: 'text',
    value: { content, speaker: '', eventTime: undefined, turn: undefined },
  });
const LT = `lt_${'0'.repeat(32)}`;
const WM = `wm_${'0'.repeat(32)}`;
const ST = `st_${'0'.repeat(32)}`;

describe('The agent handle', () => {
  const addAnswer = AddMemoryResponse.encode(
    AddMemoryResponse.fromPartial({
      memory: text(LT, 'User enjoys skiing'),
      operation: 'ADD_OPERATION_ADD_WITH_PRUNE',
      latencyMs: 2.5,
      quotaRemaining: { count: 7, bytes: 8 },
      prunedCount: 1,
      removedIds: ['lt_x'],
    }),
  ).finish();

  it('adds a long-term memory with its scope in a single short line', async () => {
    const { recorda, calls } = scripted({ AddMemory: addAnswer });
    const added = await recorda.agent({ userId: 'ana', agentId: 'travel' }).add('User enjoys skiing');
    expect(AddMemoryRequest.decode(calls[0]!.request)).to.deep.include({
      autoPrune: 'AUTO_PRUNE_UNSPECIFIED',
      requestId: '',
    });
    expect(AddMemoryRequest.decode(calls[0]!.request).memory).to.deep.include({
      type: 'MEMORY_TYPE_LONG_TERM',
      scope: { userId: 'ana', agentId: 'travel', sessionId: '', namespace: '', taskId: '' },
      payload: {
        $case: 'text',
        value: { content: 'User enjoys skiing', speaker: '', eventTime: undefined, turn: undefined },
      },
    });
    expect(added).to.deep.include({
      operation: 'ADD_WITH_PRUNE',
      latencyMs: 2.5,
      remaining: { count: 7, bytes: 8 },
      prunedCount: 1,
      evictedCount: 0,
      removedIds: ['lt_x'],
    });
    expect(added.memory).to.deep.include({ id: LT, type: 'long_term', text: 'User enjoys skiing', speaker: undefined });
  });

  it('sends every field that a long-term memory can have', async () => {
    const { recorda, calls } = scripted({ AddMemory: addAnswer });
    const eventTime = new Date('2026-01-02T03:04:05Z');
    await recorda.agent({ userId: 'ana' }).add('x', {
      speaker: 'Ana',
      eventTime,
      turn: 0,
      metadata: { category: 'sports', deep: [{ a: null }] },
      requestId: 'r1',
      autoPrune: 'fraction',
    });
    const sent = AddMemoryRequest.decode(calls[0]!.request);
    expect(sent).to.deep.include({ requestId: 'r1', autoPrune: 'AUTO_PRUNE_FRACTION' });
    expect(sent.memory?.metadata).to.deep.equal({ category: 'sports', deep: [{ a: null }] });
    expect(sent.memory?.payload?.value).to.deep.equal({ content: 'x', speaker: 'Ana', eventTime, turn: 0 });
  });

  it('sets working entries the same way by set, by key and by an object of one entry', async () => {
    const answer = AddMemoryResponse.encode(
      AddMemoryResponse.fromPartial({
        memory: memory(WM, { $case: 'working', value: { key: 'trip', value: { city: 'Paris' } } }),
        operation: 'ADD_OPERATION_MERGED',
      }),
    ).finish();
    const { recorda, calls } = scripted({ AddMemory: answer });
    const ana = recorda.agent({ userId: 'ana', agentId: 'travel' });
    await ana.set('trip', { city: 'Paris' });
    await ana.add({ city: 'Paris' }, { type: 'working', key: 'trip' });
    const added = await ana.add({ trip: { city: 'Paris' } }, { type: 'working' });
    expect(new Set(calls.map(({ request }) => Buffer.from(request).toString('hex')))).to.have.property('size', 1);
    expect(added.operation).to.equal('MERGED');
    expect(added.memory).to.deep.include({
      type: 'working',
      key: 'trip',
      value: { city: 'Paris' },
      text: '{"city":"Paris"}',
    });
    const wrong: readonly JsonValue[] = [{}, { a: 1, b: 2 }, 'Paris', ['Paris'], null];
    for (const entries of wrong) {
      const error: unknown = await ana.add(entries, { type: 'working' }).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(RecordaError).and.to.have.nested.property('detail.fields[0].field', 'key');
    }
    expect(calls).to.have.length(3);
  });

  it('sends unknown type names as unrecognised, so that the server refuses them', async () => {
    const { recorda, calls } = scripted({ AddMemory: addAnswer });
    await recorda.agent({ userId: 'ana' }).add('x', { type: 'toString' as 'long_term' });
    expect(AddMemoryRequest.decode(calls[0]!.request).memory?.type).to.equal('UNRECOGNIZED');
  });

  it('retrieves an array of hits that also reports how the search went', async () => {
    const { recorda, calls } = scripted({
      RetrieveMemories: RetrieveMemoriesResponse.encode(
        RetrieveMemoriesResponse.fromPartial({
          results: [{ memory: text(LT, 'User enjoys skiing'), score: 3, similarity: 0.8 }],
          types: [
            { type: 'MEMORY_TYPE_LONG_TERM', latencyMs: 1, targetMs: 100, count: 1 },
            {
              type: 'MEMORY_TYPE_SHORT_TERM',
              error: { reason: 'ERROR_REASON_BACKEND_UNAVAILABLE', message: 'Redis does not answer.' },
            },
          ],
          latencyMs: 2,
          targetMs: 150,
        }),
      ).finish(),
    });
    const ana = recorda.agent({ userId: 'ana', sessionId: 's' });
    const hits = await ana.retrieve('skiing', {
      types: ['long_term', 'short_term'],
      topK: 2,
      filter: 'a == 1',
      minSimilarity: 0,
      explain: true,
      orderBy: 'score',
    });
    expect(RetrieveMemoriesRequest.decode(calls[0]!.request)).to.deep.include({
      query: 'skiing',
      types: ['MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_SHORT_TERM'],
      topK: 2,
      filter: 'a == 1',
      minSimilarity: 0,
      explain: true,
      orderBy: 'RETRIEVE_ORDER_SCORE',
    });
    expect(hits.map(({ text, type, score, similarity }) => ({ text, type, score, similarity }))).to.deep.equal([
      { text: 'User enjoys skiing', type: 'long_term', score: 3, similarity: 0.8 },
    ]);
    expect(hits.latencyMs).to.equal(2);
    expect(hits.targetMs).to.equal(150);
    expect(hits.types[1]).to.deep.include({
      type: 'short_term',
      error: { reason: 'BACKEND_UNAVAILABLE', message: 'Redis does not answer.' },
    });
  });

  it('streams hits, and fills in the report as each type finishes', async () => {
    const event = (partial: Parameters<typeof StreamRetrieveMemoriesResponse.fromPartial>[0]): Uint8Array =>
      StreamRetrieveMemoriesResponse.encode(StreamRetrieveMemoriesResponse.fromPartial(partial)).finish();
    const { recorda } = scripted({
      StreamRetrieveMemories: [
        event({ event: { $case: 'result', value: { memory: text(LT, 'a') } } }),
        event({ event: { $case: 'typeDone', value: { type: 'MEMORY_TYPE_LONG_TERM', count: 1 } } }),
        event({ event: { $case: 'done', value: { latencyMs: 4, targetMs: 100, count: 1 } } }),
      ],
    });
    const found = recorda.agent({ userId: 'ana' }).stream('a');
    for await (const hit of found) {
      expect(hit.text).to.equal('a');
      expect(found.types).to.have.length(0);
    }
    expect(found.types.map(({ type, count }) => ({ type, count }))).to.deep.equal([{ type: 'long_term', count: 1 }]);
    expect(found).to.include({ latencyMs: 4, targetMs: 100 });
  });

  it('lists across pages, fetching a page only once the one before is read', async () => {
    const page = (ids: string[], nextPageToken: string): Uint8Array =>
      ListMemoriesResponse.encode(
        ListMemoriesResponse.fromPartial({ memories: ids.map((id) => text(id, id)), nextPageToken }),
      ).finish();
    const answers: Record<string, Uint8Array> = { ListMemories: page(['a', 'b'], 'next') };
    const { recorda, calls } = scripted(answers);
    const ids: string[] = [];
    for await (const { id } of recorda.agent({ userId: 'ana' }).list({ pageSize: 2 })) {
      ids.push(id);
      if (id === 'b') expect(calls).to.have.length(1);
      answers['ListMemories'] = page(['c'], '');
    }
    expect(ids).to.deep.equal(['a', 'b', 'c']);
    expect(calls.map(({ request }) => ListMemoriesRequest.decode(request).pageToken)).to.deep.equal(['', 'next']);
  });

  it('updates only the fields of the patch, with the etag of a memory that was read', async () => {
    const { recorda, calls } = scripted({
      UpdateMemory: UpdateMemoryResponse.encode(UpdateMemoryResponse.fromPartial({ memory: text(LT, 'new') })).finish(),
    });
    const ana = recorda.agent({ userId: 'ana', agentId: 'travel', sessionId: 's', taskId: 't' });
    await ana.update({ id: LT, etag: '7' }, { text: 'new', turn: null, speaker: undefined, metadata: { a: 1 } });
    await ana.update(ST, { text: 'new' });
    await ana.update(WM, { value: null });
    const sent = calls.map(({ request }) => UpdateMemoryRequest.decode(request));
    expect(sent.map(({ updateMask }) => updateMask)).to.deep.equal([
      ['text.content', 'text.turn', 'metadata'],
      ['message.content'],
      ['working.value'],
    ]);
    expect(sent.map(({ memory }) => memory?.etag)).to.deep.equal(['7', '', '']);
    expect(sent.map(({ memory }) => memory?.scope?.sessionId)).to.deep.equal(['s', 's', 's']);
    expect(sent[2]?.memory?.payload).to.deep.equal({ $case: 'working', value: { key: '', value: null } });
  });

  it('deletes memories, ends tasks and derives handles', async () => {
    const { recorda, calls } = scripted({
      DeleteMemory: DeleteMemoryResponse.encode(DeleteMemoryResponse.fromPartial({})).finish(),
      EndTask: EndTaskResponse.encode(EndTaskResponse.fromPartial({ clearedCount: 3 })).finish(),
    });
    const ana = recorda.agent({ userId: 'ana', agentId: 'travel' });
    await ana.delete({ id: LT, etag: '7' }, { requestId: 'r' });
    expect(DeleteMemoryRequest.decode(calls[0]!.request)).to.deep.include({ id: LT, etag: '7', requestId: 'r' });
    expect(await ana.with({ taskId: 'paris' }).endTask()).to.equal(3);
    expect(ana.with({ taskId: 'paris' }).scope).to.deep.equal({ userId: 'ana', agentId: 'travel', taskId: 'paris' });
  });
});

describe('The typed client', () => {
  it('names the field of a request that cannot be encoded', async () => {
    const { recorda, calls } = scripted({});
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const requests: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['top_k', () => recorda.memory.retrieveMemories({ scope: { userId: 'ana' }, topK: Number.NaN })],
      ['top_k', () => recorda.memory.retrieveMemories({ topK: 2 ** 40 })],
      ['page_size', () => recorda.memory.listMemories({ pageSize: 1.5 })],
      ['now', () => recorda.memory.retrieveMemories({ now: new Date(Number.NaN) })],
      ['memory', () => recorda.memory.addMemory({ memory: { metadata: { deep } } })],
      [
        'memory',
        () => recorda.memory.addMemory({ memory: { metadata: JSON.parse('{"a":[{"__proto__":1}]}') as object } }),
      ],
    ];
    for (const [field, call] of requests) {
      const error: unknown = await call().catch((caught: unknown) => caught);
      expect(error)
        .to.be.instanceOf(RecordaError)
        .and.to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT' });
      expect(error).to.have.nested.property('detail.fields[0].field', field);
    }
    expect(calls).to.have.length(0);
  });

  it('passes on signal and deadline, and refuses an invalid deadline', async () => {
    const { recorda, calls } = scripted({ EndTask: new Uint8Array() });
    const { signal } = new AbortController();
    const before = Date.now();
    await recorda.memory.endTask({}, { signal, timeoutMs: 250 });
    await recorda.memory.endTask({});
    expect(calls[0]!.call.signal).to.equal(signal);
    expect(calls[0]!.call.deadlineMs).to.be.within(before + 250, Date.now() + 250);
    expect(calls[1]!.call.deadlineMs).to.be.within(before + 30_000, Date.now() + 30_000);
    for (const timeoutMs of [0, -1, Number.NaN, Infinity]) {
      const error: unknown = await recorda.memory.endTask({}, { timeoutMs }).catch((caught: unknown) => caught);
      expect(error).to.have.nested.property('detail.fields[0].field', 'timeoutMs');
    }
    const aborted: unknown = await recorda.memory
      .endTask({}, { signal: AbortSignal.abort() })
      .catch((caught: unknown) => caught);
    expect(aborted).to.have.property('reason', 'CANCELLED');
    expect(calls).to.have.length(2);
  });

  it('waits on close for calls in progress, cancels open streams and refuses later calls', async () => {
    const order: string[] = [];
    let finish = (): void => undefined;
    const streaming = new AbortController();
    const pipeline: Pipeline = {
      unary: () =>
        new Promise((resolve) => {
          finish = () => {
            order.push('answered');
            resolve(new Uint8Array());
          };
        }),
      async *stream(_method, _request, { signal }) {
        yield new Uint8Array();
        streaming.abort();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        order.push('stream cancelled');
        throw new RecordaError('CANCELLED', 'The caller cancelled the call.');
      },
    };
    const recorda = recordaOver(
      pipelineTransport(pipeline, async () => {
        order.push('released');
      }),
    );
    const call = recorda.memory.endTask({});
    const stream = (async () => {
      for await (const event of recorda.memory.streamRetrieveMemories({})) expect(event).to.have.property('event');
    })().catch((caught: unknown) => caught);
    await new Promise((resolve) => streaming.signal.addEventListener('abort', resolve));
    const closed = recorda.close();
    expect(await stream).to.have.property('reason', 'CANCELLED');
    expect(order).to.deep.equal(['stream cancelled']);
    finish();
    await Promise.all([closed, call, recorda.close()]);
    expect(order).to.deep.equal(['stream cancelled', 'answered', 'released']);
    const late: unknown = await recorda.memory.endTask({}).catch((caught: unknown) => caught);
    expect(late).to.have.property('reason', 'CANCELLED');
  });
});
