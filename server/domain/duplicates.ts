/** Which of a user's memories say the same, so that one of them is enough. */
import stringify from 'safe-stable-stringify';
import type { PortableMemory } from './portable.ts';
import { meaningDifference } from './same-meaning.ts';
import type { MemoryRecord } from './memory.ts';

type Comparable = Pick<PortableMemory, 'agentId' | 'namespace' | 'source' | 'metadata' | 'payload'>;

/**
 * Whether either could go for the other: the same is said, by whom, when, to which agent, and the same is noted of it. A turn of a
 * conversation is never one: what it means hangs on those around it.
 */
export function areDuplicates(one: Comparable, other: Comparable): boolean {
  const [left, right] = [one.payload, other.payload];
  if (left.type !== 'LONG_TERM' || right.type !== 'LONG_TERM') return false;
  if (left.turn !== undefined || right.turn !== undefined) return false;
  return (
    one.namespace === other.namespace &&
    one.agentId === other.agentId &&
    one.source === other.source &&
    left.speaker === right.speaker &&
    left.eventTimeMs === right.eventTimeMs &&
    stringify(one.metadata ?? {}) === stringify(other.metadata ?? {}) &&
    meaningDifference(left.content, right.content) === undefined
  );
}

/** As `areDuplicates` compares it. */
export function comparable({ scope: { agentId, namespace }, source, metadata, payload }: MemoryRecord): Comparable {
  return { agentId, namespace, source, metadata, payload };
}
