/**
 * Neo4j shows a commit piece by piece: who reads meanwhile may get a memory half as it was and half as it is, its content broken off.
 * What is written together therefore carries a digest; a read that it does not fit is done anew.
 */
import { createHash } from 'node:crypto';
import { NEO4J } from '../../policy/backends.ts';
import type { Kept } from './record-form.ts';

/** A memory was read while it changed. */
export class TornRead extends Error {
  override readonly name = 'TornRead';
}

/** What is written together; accesses are counted apart. */
export type WrittenTogether = Omit<Kept, 'accessCount' | 'lastAccessMs' | 'steps' | 'check'> & {
  readonly stepCount: number;
};

export function checkOf(kept: WrittenTogether): string {
  const { content, source = null, metadata = null, importance = null } = kept;
  const { id, agentId, sessionId, namespace, taskId, createMs, updateMs, version, revision, stepCount } = kept;
  const { sizeBytes, storedBytes, isCompressed } = kept;
  const whose = [id, agentId, sessionId, namespace, taskId, source, metadata, importance];
  // Only where it is: memories that were kept before there were pins have the digest of then.
  const pins = kept.pinned === true ? ['pinned'] : [];
  const numbers = [createMs, updateMs, version, revision, stepCount, sizeBytes, storedBytes, isCompressed];
  return createHash('sha256')
    .update(JSON.stringify([...whose, ...numbers, ...pins]))
    .update(content ?? '')
    .digest('base64url')
    .slice(0, NEO4J.checkLength);
}

/** Throws TornRead. The digest may be what is missing. */
export function refuseTorn(kept: Kept): void {
  const { check, steps = [] } = kept;
  if (check === TAKEN_AS_IT_IS) return;
  const isWhole = typeof check === 'string' && checkOf({ ...kept, stepCount: steps.length }) === check;
  if (!isWhole) throw new TornRead(`${kept.id} was read as it changed.`);
}

/** What is never whole, however often it is read, was changed by hand: this in the place of its digest has it read all the same. */
export const TAKEN_AS_IT_IS = 'taken as it is';
