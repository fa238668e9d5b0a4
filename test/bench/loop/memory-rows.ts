/** The largest legal requests of MemoryService. */
import { GRAPH, LIMITS } from '../../../server/policy/limits.ts';
import { KB, MB } from '../../../server/policy/units.ts';
import { BIG, MOST, PATIENT, type Row } from './row.ts';
import { text, type TextKind } from './texts.ts';

const scope = { userId: 'loop', agentId: 'a', sessionId: 's', namespace: '', taskId: '' };
const big = { ...scope, userId: BIG };

const memoryText = (content: string) => ({ scope, payload: { $case: 'text' as const, value: { content } } });
const documentOf = (key: string, data: Readonly<Record<string, unknown>>) => ({
  scope,
  payload: { $case: 'document' as const, value: { collection: 'loop', key, data } },
});

const nested = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : { a: nested(levels - 1, inner) });

/** Returns numbers whose JSON takes at most this many bytes: as many as fit. */
const numbers = (bytes: number): readonly number[] => Array.from({ length: Math.floor(bytes / 2) - 1 }, () => 1);

export function memoryRows(): readonly Row[] {
  const kinds: readonly TextKind[] = ['sentences', 'Chinese without a mark', 'one letter', 'questions and topics'];
  const batch = (of: string, count: number, memory: (at: number) => object): Row => ({
    call: 'BatchAddMemories',
    of,
    times: 2,
    run: (recorda) =>
      recorda.memory.batchAddMemories(
        { requests: Array.from({ length: count }, (_, at) => ({ memory: memory(at) })) },
        PATIENT,
      ),
  });
  const list = (of: string, type: 'LONG_TERM' | 'STRUCTURED' | 'ENTITY', userId = BIG): Row => ({
    call: 'ListMemories',
    of,
    run: (recorda) =>
      recorda.memory.listMemories(
        { scope: { ...big, userId }, type: `MEMORY_TYPE_${type}`, pageSize: LIMITS.pageSize, view: 'MEMORY_VIEW_FULL' },
        PATIENT,
      ),
  });
  const retrieve = {
    scope: big,
    query: text('sentences', LIMITS.queryBytes),
    types: [
      'MEMORY_TYPE_LONG_TERM' as const,
      'MEMORY_TYPE_STRUCTURED' as const,
      'MEMORY_TYPE_ENTITY' as const,
      'MEMORY_TYPE_PERSONA' as const,
    ],
    topK: LIMITS.topK,
  };
  return [
    ...kinds.map((kind): Row => ({
      call: 'AddMemory',
      of: `long-term, 1 MB, ${kind}`,
      run: (recorda, time) =>
        recorda.memory.addMemory({ memory: memoryText(`${time}${text(kind, LIMITS.contentBytes - 10)}`) }, PATIENT),
    })),
    ...kinds.map((kind): Row => ({
      call: 'AddMemory',
      of: `short-term, 1 MB, ${kind}`,
      run: (recorda, time) =>
        recorda.memory.addMemory(
          {
            memory: {
              scope,
              payload: { $case: 'message', value: { content: `${time}${text(kind, LIMITS.contentBytes - 10)}` } },
            },
          },
          PATIENT,
        ),
    })),
    {
      call: 'AddMemory',
      of: 'a document of 60,000 numbers',
      run: (recorda) =>
        recorda.memory.addMemory({ memory: documentOf('numbers', { many: numbers(120_000) }) }, PATIENT),
    },
    {
      call: 'AddMemory',
      of: 'a document of 1 MB of text, nested',
      run: (recorda) =>
        recorda.memory.addMemory(
          { memory: documentOf('nested', { deep: nested(13, text('sentences', MB - KB)) }) },
          PATIENT,
        ),
    },
    {
      call: 'AddMemory',
      of: 'metadata of 64 KB in 16,000 parts',
      run: (recorda) =>
        recorda.memory.addMemory(
          { memory: { ...memoryText('short'), metadata: { many: numbers(LIMITS.metadataBytes - KB) } } },
          PATIENT,
        ),
    },
    {
      call: 'AddMemory',
      of: 'an episode of 50 steps of 16 KB',
      run: (recorda, time) =>
        recorda.memory.addMemory(
          {
            memory: {
              scope,
              payload: {
                $case: 'episode',
                value: {
                  task: `${time} ${text('sentences', 7 * KB)}`,
                  steps: Array.from({ length: 50 }, () => ({
                    action: text('sentences', LIMITS.stepBytes),
                    inputDigest: text('base64', LIMITS.stepBytes),
                    outputDigest: text('base64', LIMITS.stepBytes),
                    error: text('marks', LIMITS.stepBytes),
                  })),
                },
              },
            },
          },
          PATIENT,
        ),
    },
    batch('1,000 long-term of 8 KB, sentences', 1000, (at) =>
      memoryText(`${at} ${text('sentences', MOST / 1000 - 99)}`),
    ),
    batch('1,000 long-term of 8 KB, Chinese', 1000, (at) =>
      memoryText(`${at} ${text('Chinese without a mark', MOST / 1000 - 99)}`),
    ),
    batch('1,000 long-term with metadata of 60 parts', 1000, (at) => ({
      ...memoryText(`A short memory, number ${at}`),
      metadata: Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`k${key}`, key])),
    })),
    batch('1,000 short-term of 8 KB', 1000, (at) => ({
      scope,
      payload: { $case: 'message', value: { content: `${at} ${text('sentences', MOST / 1000 - 99)}` } },
    })),
    batch('7 long-term of 1 MB', 7, (at) => memoryText(`${at} ${text('sentences', MB - 10)}`)),
    batch('1,000 working of 8 KB', 1000, (at) => ({
      scope,
      payload: { $case: 'working', value: { key: `${at}`, value: text('sentences', MOST / 1000 - 99) } },
    })),
    batch('1,000 documents of 8 KB', 1000, (at) => documentOf(`${at}`, { text: text('sentences', MOST / 1000 - 300) })),
    batch('1,000 documents of 80 numbers', 1000, (at) => documentOf(`n${at}`, { many: numbers(150) })),
    batch('1,000 entities', 1000, (at) => ({
      scope,
      payload: { $case: 'entity', value: { name: `entity ${at}`, type: 'thing', aliases: [`e${at}`] } },
    })),
    batch('1,000 at fault', 1000, () => ({ ...memoryText(''), payload: undefined })),
    list('long-term, 1,000 of 15 KB', 'LONG_TERM', 'loop-wide'),
    list('long-term, 1,000 of 1 KB', 'LONG_TERM'),
    list('documents, 1,000 of 3 KB', 'STRUCTURED'),
    list('entities, 1,000', 'ENTITY'),
    {
      call: 'ListMemories',
      of: '1,000 documents in an order of four fields',
      run: (recorda) =>
        recorda.memory.listMemories({
          scope: big,
          type: 'MEMORY_TYPE_STRUCTURED',
          collection: 'shop',
          pageSize: LIMITS.pageSize,
          orderBy: 'data.price desc, data.name, data.note, create_time',
        }),
    },
    {
      call: 'RetrieveMemories',
      of: 'all of four types, a query of 8 KB',
      run: (recorda) => recorda.memory.retrieveMemories({ ...retrieve, explain: true }, PATIENT).catch(() => undefined),
    },
    {
      call: 'RetrieveMemories',
      of: '10,000 long-term of 1 KB, explained',
      run: (recorda) =>
        recorda.memory
          .retrieveMemories({ ...retrieve, types: ['MEMORY_TYPE_LONG_TERM'], explain: true }, PATIENT)
          .catch(() => undefined),
    },
    {
      call: 'RetrieveMemories',
      of: '8,000 long-term of 1 KB',
      run: (recorda) =>
        recorda.memory.retrieveMemories({ ...retrieve, types: ['MEMORY_TYPE_LONG_TERM'], topK: 8000 }, PATIENT),
    },
    {
      call: 'RetrieveMemories',
      of: '100 entities with 100 neighbors each',
      run: (recorda) =>
        recorda.memory.retrieveMemories(
          {
            ...retrieve,
            types: ['MEMORY_TYPE_ENTITY'],
            topK: 100,
            entityNeighbors: { maxHops: GRAPH.maxHops, limit: GRAPH.maxNeighbors },
          },
          PATIENT,
        ),
    },
    {
      call: 'StreamRetrieveMemories',
      of: 'all of four types, a query of 8 KB',
      async run(recorda) {
        for await (const _ of recorda.memory.streamRetrieveMemories(
          { retrieve: { ...retrieve, explain: true } },
          PATIENT,
        ));
      },
    },
    {
      call: 'TraverseEntities',
      of: '1,000 entities, 5 hops',
      run: (recorda) =>
        recorda.memory.traverseEntities(
          {
            scope: big,
            starts: Array.from({ length: GRAPH.maxStarts }, (_, at) => ({
              start: { $case: 'named' as const, value: { name: `entity ${at}`, type: 'thing' } },
            })),
            maxHops: GRAPH.maxHops,
            limit: GRAPH.maxEntities,
          },
          PATIENT,
        ),
    },
    {
      call: 'PutCollection',
      of: 'a schema of 32 KB over 2,000 documents',
      run: (recorda, time) =>
        recorda.memory.putCollection(
          {
            scope: big,
            collection: {
              name: 'shop',
              jsonSchema: {
                type: 'object',
                title: `${time}`,
                properties: Object.fromEntries(
                  Array.from({ length: 150 }, (_, at) => [
                    `p${at}`,
                    { type: 'string', pattern: '^[A-Z][a-z]+$', description: text('sentences', 100) },
                  ]),
                ),
              },
            },
          },
          PATIENT,
        ),
    },
    {
      call: 'UpdateMemory',
      of: 'a merge patch of 60,000 numbers',
      async run(recorda) {
        const { memory } = await recorda.memory.addMemory({ memory: documentOf('patched', { a: 1 }) }, PATIENT);
        await recorda.memory.updateMemory(
          { memory: { id: memory!.id, scope }, mergePatch: { many: numbers(120_000) } },
          PATIENT,
        );
      },
    },
    {
      call: 'DeleteMemories',
      of: 'all long-term by a filter',
      times: 1,
      run: (recorda) =>
        recorda.memory.deleteMemories({ scope, type: 'MEMORY_TYPE_LONG_TERM', filter: 'true', force: true }, PATIENT),
    },
  ];
}
