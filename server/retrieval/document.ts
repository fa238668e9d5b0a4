/** What goes into the ranking index and what comes out. */
import type { SignalShare } from '../ports/stores.ts';

export type IndexDocument = {
  readonly id: string;
  readonly text: string;
  /** Whose words or deed it is; '' if nobody's in particular. */
  readonly speaker: string;
  /** Documents of one session have neighbours in it; '' is none. */
  readonly sessionId: string;
  /** The number of the turn in the session; without it, the order of arrival. */
  readonly turn?: number | undefined;
  readonly eventTimeMs?: number | undefined;
  readonly createTimeMs: number;
  /** Normalised; of the same embedder for all documents of an index. */
  readonly vector: Float32Array;
};

/** Makes documents of texts that nobody said and that stand in no session. */
export function plainDocuments(embed: (text: string) => Float32Array) {
  return (id: string, text: string, createTimeMs: number): IndexDocument => ({
    id,
    text,
    speaker: '',
    sessionId: '',
    createTimeMs,
    vector: embed(text),
  });
}

export type IndexQuery = {
  readonly text: string;
  /** The query's vector, by an embedder that is not the built-in one. */
  readonly vector?: Float32Array | undefined;
  readonly topK: number;
  /** Asked lazily, in order of rank, since filters are costly. */
  readonly accepts?: ((id: string) => boolean) | undefined;
  /** Names what `accepts` goes by, where its answers are the same for as long as a document is not put in anew: they are remembered. */
  readonly acceptsBy?: string | undefined;
  /** Asked of what `accepts` has met, and never remembered: its answers may change at any time. */
  readonly acceptsNow?: ((id: string) => boolean) | undefined;
  /** Calibrated, 0 to 1. */
  readonly minSimilarity?: number | undefined;
  /** Nothing where nothing comes near the text (domain/context/relevance.ts). */
  readonly nearOnly?: boolean | undefined;
  readonly nowMs: number;
  readonly explain: boolean;
  /** These rank by so many times their score, where that is over 0; others by theirs. */
  readonly raised?: { readonly ids: readonly string[]; readonly times: number } | undefined;
};

export type IndexHit = {
  readonly id: string;
  readonly score: number;
  /** Calibrated cosine, 0 to 1. */
  readonly similarity: number;
  /** With `explain`: their shares add up to the score. */
  readonly signals: readonly SignalShare[];
};
