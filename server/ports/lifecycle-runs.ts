/** Runs of retention and of the sleep cycle: what they are asked, and how far they are. They take turns, so that two never meet. */
import type { UserKey } from '../domain/accounts.ts';
import type { ArchiveReason } from '../domain/archived.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { Candidate } from './lifecycle.ts';
import type { CallContext } from './stores.ts';

export type RetentionCommand = {
  /** Empty: all that go by age. */
  readonly types: readonly RetiredType[];
  /** Limits the run to one tenant; absent: all. */
  readonly tenant?: string | undefined;
  /** Otherwise it only says what would go. */
  readonly force: boolean;
};

/** The progress of a run with one type, with the counts of that type so far. */
export type RetentionProgress = {
  readonly type: RetiredType;
  readonly due: number;
  readonly archived: number;
  /** The first that are due. */
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
  /** Otherwise it only says what would go. */
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
  /** That are graduates now. */
  readonly graduated: number;
  /** 0 where no threshold is set. */
  readonly thresholdEvicted: number;
  /** Absent where no cap is set. */
  readonly capacityEvicted: number | undefined;
  readonly consolidated: number;
  readonly samples: readonly SleepSample[];
  /** The users who lose most memories, or would, and how many each; they come in descending order. */
  readonly touched: readonly { readonly userId: string; readonly count: number }[];
  /** The number of users, in all, of whom memories were archived. */
  readonly touchedUsers: number;
  readonly isDone: boolean;
};

export type Restored = { readonly ids: readonly string[]; readonly skipped: readonly string[] };

export interface LifecycleRuns {
  /** Importance under which the sleep cycle archives; 0: none goes by it. */
  readonly threshold: number;
  /** Archives what is too old, of these types; of those that are named, where any are. */
  retention(order: RetentionCommand, call: CallContext): AsyncIterable<RetentionProgress>;
  /** Archives what matters too little, is too many, or says the same as another. */
  sleepCycle(order: SleepCommand, call: CallContext): AsyncIterable<SleepProgress>;
  /** Takes memories out of the archive, back into the store. */
  restore(whose: UserKey, ids: readonly string[], call: CallContext): Promise<Restored>;
}
