/** Decides what a removal changes. */
import { etagMismatch, notFound } from '../errors.ts';
import type { Outcome, Remaining, RemoveIntent } from '../intents.ts';
import { isWithin } from '../scope.ts';
import { decided, refused } from './outcome.ts';
import { roomLeft, withRemoved, type Usage } from './quota.ts';
import type { RecordState } from './update.ts';

export type RemoveChanges = { readonly usage: Usage; readonly remaining: Remaining };

/** Returns the owner's usage without the memory. */
export function decideRemove({ record, usage, quota }: RecordState, intent: RemoveIntent): Outcome<RemoveChanges> {
  if (record === undefined || !isWithin(record, intent.scope)) return refused(notFound(intent.id));
  if (intent.version !== undefined && intent.version !== record.version) return refused(etagMismatch(intent.id));
  const after = withRemoved(usage, record.sizeBytes);
  return decided({ usage: after, remaining: roomLeft(after, quota) });
}
