/**
 * A user's revision: the number of the newest commit that may have changed what is answered about that user. Who sends it back with a call
 * is answered with nothing older, and may then be answered from a standby.
 */
import type { StopSignal } from './abort.ts';

/** More digits than a commit has: 2^53 has sixteen. */
const FORM = /^\d{1,16}$/;

/** Returns undefined if the text is no revision. */
export function readRevision(text: string): number | undefined {
  const revision = FORM.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(revision) ? revision : undefined;
}

/**
 * The revision goes with the call's signal, which reaches every backend: a call that passes another signal on reads as one without a
 * revision does.
 */
const revisions = new WeakMap<StopSignal, number>();

/** Notes what the caller of a read has seen of its user. */
export function noteRevision(signal: StopSignal, revision: number): void {
  revisions.set(signal, revision);
}

export function revisionOf(signal: StopSignal | undefined): number | undefined {
  return signal && revisions.get(signal);
}
