/** Writes and reads short-term memories of a user at one copy of a store. */
import { randomUUID } from 'node:crypto';
import { memoryId, type Scope } from '../../../server/domain/memory.ts';
import { call } from '../../conformance/subject.ts';
import type { OpenedCopy } from './open-copy.ts';

/** Throws the error with which the memory was refused. */
export async function add({ stores }: OpenedCopy, scope: Scope, content: string): Promise<void> {
  const id = memoryId('SHORT_TERM', randomUUID().replaceAll('-', ''));
  const payload = { type: 'SHORT_TERM', content, role: 'USER', timeMs: Date.now() } as const;
  const [outcome] = await stores.SHORT_TERM.add(
    [{ id, scope, payload, nowMs: Date.now(), autoPrune: 'OFF', requestId: undefined }],
    call(),
  );
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
}

export async function contentsOf({ stores }: OpenedCopy, { tenant, userId }: Scope): Promise<readonly string[]> {
  const { memories } = await stores.SHORT_TERM.ofUser.page({ tenant, userId }, undefined, call());
  return memories.map(({ payload }) => (payload as { readonly content: string }).content);
}
