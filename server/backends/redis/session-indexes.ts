/** The indexes of sessions that were searched recently. */
import type { MemoryIndex } from '../../retrieval/memory-index.ts';
import type { MessageRecord } from './message-form.ts';
import { revisedIndexes } from './revised-indexes.ts';

export type IndexParts = {
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
};

export type MessageIndexes = ReturnType<typeof sessionIndexes>;

export function sessionIndexes({ newIndex, embed }: IndexParts) {
  return revisedIndexes(newIndex, ({ id, payload, scope, createTimeMs }: MessageRecord) => ({
    id,
    text: payload.content,
    speaker: '',
    sessionId: scope.sessionId,
    eventTimeMs: payload.timeMs,
    createTimeMs,
    vector: embed(payload.content),
  }));
}
