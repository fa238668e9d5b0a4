/**
 * Runs of retention and of the sleep cycle: their commands and their progress. They are executed one after the other, so that two
 * never overlap.
 */
import type { UserKey } from '../domain/accounts.ts';
import type { ArchiveReason } from '../domain/archived.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { Candidate } from './lifecycle.ts';
import type { CallContext } from './stores.ts';

export type RetentionCommand = {
  /** The types; empty: all that are archived by age. */
  readonly types: readonly RetiredType[];
  /** The tenant of the run; absent: all tenants. */
  readonly tenant?: string | undefined;
  /** Whether to archive; otherwise it only reports what would be archived. */
  readonly force: boolean;
};

/** The progress of a run with one type, with the counts of that type so far. */
export type RetentionProgress = {
  readonly type: RetiredType;
  readonly due: number;
  readonly archived: number;
  /** The first memories that are due. */
  readonly samples: readonly RetentionSample[];
  readonly isDone: boolean;
};

export type RetentionSample = Pick<Candidate, 'id' | 'userId' | 'agentId' | 'sinceMs'> & {
  readonly reason: ArchiveReason;
};

export type SleepCommand = {
  /** Archives only memories of this tenant, user or agent, where given; all memories are scored in any case. */
  readonly tenant?: string | undefined;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  /** Whether to archive; otherwise it only reports what would be archived. */
  readonly force: boolean;
};

export const SLEEP_PHASES = ['IMPORTANCE', 'THRESHOLD', 'CAPACITY', 'CONSOLIDATION'] as const;
export type SleepPhase = (typeof SLEEP_PHASES)[number];

export type SleepSample = Pick<Candidate, 'id' | 'userId' | 'agentId' | 'importance'> & {
  readonly reason: ArchiveReason;
  readonly duplicateOf?: string | undefined;
};

/** The progress of a cycle, with the counts so far: of each phase, the memories that it archives, or would archive in a dry run. */
export type SleepProgress = {
  readonly phase: SleepPhase;
  readonly weighed: number;
  /** The number of memories that have graduated. */
  readonly graduated: number;
  /** The number archived by the threshold; 0 if no threshold is set. */
  readonly thresholdEvicted: number;
  /** The number archived by the cap; absent if no cap is set. */
  readonly capacityEvicted: number | undefined;
  readonly consolidated: number;
  readonly samples: readonly SleepSample[];
  /** The users of whom most memories are archived, or would be, with the number for each, in descending order. */
  readonly touched: readonly { readonly userId: string; readonly count: number }[];
  /** The number of users, in all, of whom memories were archived. */
  readonly touchedUsers: number;
  readonly isDone: boolean;
};

export type Restored = { readonly ids: readonly string[]; readonly skipped: readonly string[] };

export interface LifecycleRuns {
  /** The importance below which the sleep cycle archives; 0: none is archived for it. */
  readonly threshold: number;
  /** Archives memories that are too old, of the named types, or of all if none is named. */
  retention(command: RetentionCommand, call: CallContext): AsyncIterable<RetentionProgress>;
  /** Archives memories that are too unimportant, too many, or the same as another. */
  sleepCycle(command: SleepCommand, call: CallContext): AsyncIterable<SleepProgress>;
  /** Moves memories from the archive back to the store. */
  restore(whose: UserKey, ids: readonly string[], call: CallContext): Promise<Restored>;
}
