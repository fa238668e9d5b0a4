/** Finds memories that are too old, and archives them. */
import { latestCutoffMs, retainedMs } from '../domain/retention.ts';
import { ARCHIVING } from '../policy/lifecycle.ts';
import type { Candidate, Chosen, LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { RetentionCommand, RetentionProgress, RetentionSample } from '../ports/lifecycle-runs.ts';
import type { Archiver } from './archiver.ts';

export type RetentionParts = { readonly store: LifecycleStore; readonly archiver: Archiver; readonly clock: Clock };

/** Yields progress after each part of a type. */
export async function* runRetention(
  { store, archiver, clock }: RetentionParts,
  { types, tenant, force }: RetentionCommand,
  call: CallContext,
): AsyncGenerator<RetentionProgress, void> {
  const nowMs = clock.now();
  const overrides = await store.retention(call);
  for (const type of types) {
    const isDue = (candidate: Candidate): boolean =>
      (tenant === undefined || candidate.tenant === tenant) &&
      candidate.sinceMs <= nowMs - retainedMs(type, candidate.tenant, overrides);
    const cutoffMs = latestCutoffMs(type, nowMs, overrides);
    const samples: RetentionSample[] = [];
    let [due, archived] = [0, 0];
    let after: Candidate | undefined;
    for (let isFull = true; isFull;) {
      const page = await store.retirable({ type, cutoffMs, after, limit: ARCHIVING.candidatesAtOnce }, call);
      isFull = page.length === ARCHIVING.candidatesAtOnce;
      after = page.at(-1);
      const chosen: Chosen[] = page.filter(isDue).map((candidate) => ({ ...candidate, reason: 'RETENTION' }));
      due += chosen.length;
      samples.push(...chosen.slice(0, ARCHIVING.samples - samples.length));
      if (force) archived += (await archiver.archive(chosen, call)).length;
      yield { type, due, archived, samples, isDone: !isFull };
    }
  }
}
