/** The score with parts of it left out, on the ranking index alone. */
import { staticEncoder, type StaticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { SCORE_WEIGHTS, SIGNALS, type Signal, type SignalWeights } from '../../server/policy/score-weights.ts';
import { inferredSession, withReadMetadata } from '../../server/retrieval/inferred-metadata.ts';
import { memoryIndex, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import type { Corpus, CorpusMemory } from './corpus.ts';

export type Ablation = {
  readonly weights?: SignalWeights;
  /** Every memory stands alone. */
  readonly withoutNeighbours?: boolean;
  /** A query's words have equal weights, however common they are. */
  readonly withoutQueryWeights?: boolean;
};

export const ABLATIONS: Readonly<Record<string, Ablation>> = {
  'the whole score': {},
  'BM25 only': { weights: only('own'), withoutNeighbours: true },
  'dense only': { weights: only('meaning'), withoutNeighbours: true },
  'no neighbours, no sessions': { withoutNeighbours: true },
  'no query weights': { withoutQueryWeights: true },
  'no speakers': { weights: { ...SCORE_WEIGHTS, speaker: 0 } },
  'no dates': { weights: { ...SCORE_WEIGHTS, date: 0 } },
};

/** The owner of all memories, which are added one a millisecond. */
const NOBODY = { agentId: '', namespace: '' };

function only(signal: Signal): SignalWeights {
  const none = Object.fromEntries(SIGNALS.map((name) => [name, 0])) as Record<Signal, number>;
  return { ...none, [signal]: 1 };
}

const encoder = staticEncoder(loadStaticTable());

const plainEncoder: StaticEncoder = {
  ...encoder,
  embedQuery: (text, context) => encoder.embedQuery(text, { ...context, frequency: () => 0 }),
};

/** Returns the first `depth` ids for each question. */
export function rankWith(ablation: Ablation, corpus: Corpus, depth: number): ReadonlyMap<string, readonly string[]> {
  const indexes = new Map([...corpus.namespaces].map(([name, memories]) => [name, indexOf(memories, ablation)]));
  const ranked = new Map<string, readonly string[]>();
  for (const { qid, namespace, query } of corpus.queries) {
    const search = { text: query, topK: depth, nowMs: Date.now(), explain: false };
    const hits = indexes.get(namespace)?.search(search) ?? [];
    ranked.set(
      qid,
      hits.map(({ id }) => id),
    );
  }
  for (const index of indexes.values()) index.release();
  return ranked;
}

function indexOf(memories: readonly CorpusMemory[], ablation: Ablation): MemoryIndex {
  const index = memoryIndex(ablation.withoutQueryWeights === true ? plainEncoder : encoder, {
    weights: ablation.weights ?? SCORE_WEIGHTS,
  });
  index.put(
    memories.map((memory, createTimeMs) => ({
      ...withReadMetadata({ ...memory, createTimeMs }),
      sessionId: ablation.withoutNeighbours === true ? '' : memory.sessionId || inferredSession(NOBODY, createTimeMs),
      vector: encoder.embed(memory.text),
    })),
  );
  return index;
}
