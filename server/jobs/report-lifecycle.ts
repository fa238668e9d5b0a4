/**
 * Reports to metrics, at the start and at intervals, how much is kept and how old the backups are. Without a backup, its age is counted
 * from the start of this server, so that an alert on the age fires in time; the count of backups shows that there is none.
 */
import { stopSignal } from '../domain/abort.ts';
import { BACKUP_SETS, type BackupSet, SCHEDULING } from '../policy/lifecycle.ts';
import type { Backups } from '../ports/backups.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import type { AccountsInParts } from '../ports/limits.ts';
import { FACT_STATES, type FactState } from '../domain/facts/fact-state.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { Telemetry } from '../ports/telemetry.ts';

import { ANCHORED } from './anchor-audit.ts';

/** Names, as a job that ran, the last time a backup was found complete. */
export const VERIFIED = 'backup verified';

export type ReportParts = {
  readonly accounts: Pick<AccountsInParts, 'globalUse'>;
  readonly factStates: (nowMs: number, call: CallContext) => Promise<Readonly<Record<FactState, number>>>;
  readonly backups: Pick<Backups, 'list'>;
  readonly store: Pick<LifecycleStore, 'lastRun'>;
  readonly telemetry: Pick<Telemetry, 'lifecycle'>;
  readonly clock: Clock;
  /** Tells whether anchors of the audit log are written by themselves. */
  readonly isAnchoring: boolean;
};

/** Reports once. A store that is closing reports nothing, and backups are not reported while cold storage does not answer. */
async function reportLifecycle(
  { accounts, factStates, backups, store, telemetry, clock, isAnchoring }: ReportParts,
  startedMs: number,
): Promise<void> {
  const call = { signal: stopSignal() };
  const { known } = await accounts.globalUse(call);
  for (const { name, bytes } of known) telemetry.lifecycle({ kind: 'STORED', type: name, bytes });
  const facts = await factStates(clock.now(), call);
  for (const state of FACT_STATES) telemetry.lifecycle({ kind: 'FACTS', state, count: facts[state] });
  const { found } = await backups.list(call);
  for (const set of Object.keys(BACKUP_SETS) as BackupSet[]) {
    const ofSet = found.filter((backup) => backup.set === set);
    const ageMs = clock.now() - (ofSet[0]?.atMs ?? startedMs);
    telemetry.lifecycle({ kind: 'BACKED_UP', set, count: ofSet.length, ageMs });
  }
  const verifiedMs = (await store.lastRun(VERIFIED, call)) ?? startedMs;
  telemetry.lifecycle({ kind: 'VERIFIED', ageMs: clock.now() - verifiedMs });
  if (!isAnchoring) return;
  const anchoredMs = (await store.lastRun(ANCHORED, call)) ?? startedMs;
  telemetry.lifecycle({ kind: 'ANCHORED', ageMs: Math.max(0, clock.now() - anchoredMs) });
}

/** Reports from now on, until it is stopped. */
export function keepReporting(parts: ReportParts): () => void {
  const startedMs = parts.clock.now();
  const report = (): void => void reportLifecycle(parts, startedMs).catch(() => undefined);
  report();
  const timer = setInterval(report, SCHEDULING.reportMs).unref();
  return () => clearInterval(timer);
}
