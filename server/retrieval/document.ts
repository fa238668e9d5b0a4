/** The input and output types of the ranking index. */
import type { SignalShare } from '../ports/stores.ts';

export type IndexDocument = {
  readonly id: string;
  readonly text: string;
  /** The person who said or did it; '' if it is nobody in particular. */
  readonly speaker: string;
  /** The session; its documents are neighbours of one another. '' is none. */
  readonly sessionId: string;
  /** The number of the turn in the session; if absent, the order of arrival counts. */
  readonly turn?: number | undefined;
  readonly eventTimeMs?: number | undefined;
  readonly createTimeMs: number;
  /** The normalised vector; all documents of an index have theirs from the same embedder. */
  readonly vector: Float32Array;
};

/** Makes documents of texts without a speaker and a session. */
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
  /** The query's vector, if the embedder is not the built-in one. */
  readonly vector?: Float32Array | undefined;
  readonly topK: number;
  /** Decides whether a document passes the filter. Called lazily, in order of rank, since filters are costly. */
  readonly accepts?: ((id: string) => boolean) | undefined;
  /** A name of the condition behind `accepts`, if its answers stay the same until a document is put in again: they are remembered. */
  readonly acceptsBy?: string | undefined;
  /** A second condition for documents that `accepts` passes. Its answers are never remembered, since they may change at any time. */
  readonly acceptsNow?: ((id: string) => boolean) | undefined;
  /** The least calibrated similarity, 0 to 1. */
  readonly minSimilarity?: number | undefined;
  /** Returns no hits if nothing comes near the text (domain/context/relevance.ts). */
  readonly nearOnly?: boolean | undefined;
  readonly nowMs: number;
  readonly explain: boolean;
  /** Documents whose scores are multiplied by `times` if they are over 0. */
  readonly raised?: { readonly ids: readonly string[]; readonly times: number } | undefined;
};

export type IndexHit = {
  readonly id: string;
  readonly score: number;
  /** Calibrated cosine, 0 to 1. */
  readonly similarity: number;
  /** The signals, if `explain` asks for them: their shares add up to the score. */
  readonly signals: readonly SignalShare[];
};
