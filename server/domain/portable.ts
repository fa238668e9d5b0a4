/** A memory as it leaves a store or comes back: complete, but without its owner. Exports consist of these. */
import type { UserKey } from './accounts.ts';
import { sizeBytes, type MemoryRecord } from './memory.ts';

export type PortableMemory = Omit<MemoryRecord, 'scope' | 'sizeBytes' | 'storedBytes' | 'isCompressed'> &
  Omit<MemoryRecord['scope'], 'tenant' | 'userId'> & {
    readonly vector?: PortableVector | undefined;
    /**
     * Set for long-term memories that had been merged into another and were separated again. They are not merged again until they are
     * rewritten.
     */
    readonly isApart?: true | undefined;
  };

/** An embedding. */
export type PortableVector = {
  /** The key of the embedder that made it. */
  readonly embedder: string;
  /** Base64 of 32-bit floats, little-endian. */
  readonly floats: string;
};

/** Returns the fields in a fixed order, so that the same memory always yields the same text. */
export function toPortable(record: MemoryRecord, vector?: PortableVector, isApart = false): PortableMemory {
  const { agentId, sessionId, namespace, taskId } = record.scope;
  const { id, createTimeMs, updateTimeMs, expireTimeMs, version } = record;
  const { source, importance, isPinned, accessCount, lastAccessTimeMs, payload, metadata } = record;
  return {
    id,
    agentId,
    sessionId,
    namespace,
    taskId,
    createTimeMs,
    updateTimeMs,
    ...(expireTimeMs !== undefined && { expireTimeMs }),
    version,
    ...(source !== undefined && { source }),
    ...(importance !== undefined && { importance }),
    ...(isPinned && { isPinned }),
    ...(accessCount !== undefined && { accessCount }),
    ...(lastAccessTimeMs !== undefined && { lastAccessTimeMs }),
    payload,
    ...(metadata !== undefined && { metadata }),
    ...(vector !== undefined && { vector }),
    ...(isApart && { isApart }),
  };
}

/** Returns the record as a store without compression has it. */
export function fromPortable(memory: PortableMemory, { tenant, userId }: UserKey): MemoryRecord {
  const { agentId, sessionId, namespace, taskId, vector: _, isApart: __, ...rest } = memory;
  const size = sizeBytes(memory.payload, memory.metadata);
  return {
    ...rest,
    scope: { tenant, userId, agentId, sessionId, namespace, taskId },
    sizeBytes: size,
    storedBytes: size,
    isCompressed: false,
  };
}

export function portableVector(embedder: string, bytes: Uint8Array): PortableVector {
  return { embedder, floats: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}

/** Tells whether the vector has this number of dimensions. */
export function isVectorOf(dimensions: number, { floats }: PortableVector): boolean {
  const { buffer, byteLength } = Uint8Array.from(Buffer.from(floats, 'base64'));
  return byteLength === dimensions * Float32Array.BYTES_PER_ELEMENT && new Float32Array(buffer).every(Number.isFinite);
}

export function floatsOf({ floats }: PortableVector): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(floats, 'base64')).buffer);
}
