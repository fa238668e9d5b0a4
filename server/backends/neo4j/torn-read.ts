/**
 * Neo4j shows a commit piece by piece: a concurrent read may get a memory half old and half new, its content broken off. Properties that
 * are written together therefore carry a digest; a read that does not match it is repeated.
 */
import { createHash } from 'node:crypto';
import { NEO4J } from '../../policy/backends.ts';
import type { Kept } from './record-form.ts';

/** Thrown if a memory was read while it changed. */
export class TornRead extends Error {
  override readonly name = 'TornRead';
}

/** The properties that are written together; accesses are counted apart. */
export type WrittenTogether = Omit<Kept, 'accessCount' | 'lastAccessMs' | 'steps' | 'check'> & {
  readonly stepCount: number;
};

export function checkOf(kept: WrittenTogether): string {
  const { content, source = null, metadata = null, importance = null } = kept;
  const { id, agentId, sessionId, namespace, taskId, createMs, updateMs, version, revision, stepCount } = kept;
  const { sizeBytes, storedBytes, isCompressed } = kept;
  const whose = [id, agentId, sessionId, namespace, taskId, source, metadata, importance];
  // Only a pin enters the digest: memories stored before there were pins have a digest without.
  const pins = kept.pinned === true ? ['pinned'] : [];
  const numbers = [createMs, updateMs, version, revision, stepCount, sizeBytes, storedBytes, isCompressed];
  return createHash('sha256')
    .update(JSON.stringify([...whose, ...numbers, ...pins]))
    .update(content ?? '')
    .digest('base64url')
    .slice(0, NEO4J.checkLength);
}

/** Throws TornRead. The digest itself may be what is missing. */
export function refuseTorn(kept: Kept): void {
  const { check, steps = [] } = kept;
  if (check === TAKEN_AS_IT_IS) return;
  const isWhole = typeof check === 'string' && checkOf({ ...kept, stepCount: steps.length }) === check;
  if (!isWhole) throw new TornRead(`${kept.id} was read as it changed.`);
}

/** A memory that never matches was changed by hand: this value in place of its digest has it read all the same. */
export const TAKEN_AS_IT_IS = 'accepted as it is';
