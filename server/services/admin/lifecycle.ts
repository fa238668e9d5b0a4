/** RunRetention, RunSleepCycle, ExplainImportance, and the retention settings of a tenant. */
import { notFound } from '../../domain/errors.ts';
import { importanceOf } from '../../domain/importance.ts';
import { SECOND_MS, MS_NANOS } from '../../policy/units.ts';
import { ARCHIVED_AFTER_BOUNDS, ARCHIVED_AFTER_DAYS, RETIRED_TYPES } from '../../policy/lifecycle.ts';
import type { RetiredType } from '../../policy/memory-types.ts';
import type { LifecycleRuns, SleepProgress } from '../../ports/lifecycle-runs.ts';
import type { LifecycleStore, PastRun } from '../../ports/lifecycle.ts';
import type { RetentionOverride } from '../../domain/retention.ts';
import type {
  DueMemory,
  ExplainImportanceRequest,
  ExplainImportanceResponse,
  GetRetentionRequest,
  GetRetentionResponse,
  LifecycleRun,
  ListLifecycleRunsRequest,
  ListLifecycleRunsResponse,
  RetentionRule,
  RunRetentionRequest,
  RunRetentionResponse,
  RunSleepCycleRequest,
  RunSleepCycleResponse,
  SetRetentionRequest,
  SetRetentionResponse,
} from '../../../proto/gen/recorda/v1/retention.ts';
import type { ServiceCall } from '../call.ts';
import { fromType } from '../memory/translate.ts';

export type LifecycleDependencies = { readonly lifecycle: LifecycleStore; readonly lifecycleRuns: LifecycleRuns };

export function lifecycleCalls({ lifecycle, lifecycleRuns }: LifecycleDependencies) {
  async function getRetention(_: GetRetentionRequest, call: ServiceCall): Promise<GetRetentionResponse> {
    const overrides = await lifecycle.retention(call);
    return { rules: RETIRED_TYPES.map((type) => ruleOf(type, call.tenant, overrides)) };
  }

  async function setRetention(request: SetRetentionRequest, call: ServiceCall): Promise<SetRetentionResponse> {
    const type = toRetiredType(request.type)!;
    await lifecycle.setRetention(call.tenant, type, request.days === 0 ? undefined : request.days, call);
    return { rule: ruleOf(type, call.tenant, await lifecycle.retention(call)) };
  }

  async function listLifecycleRuns(_: ListLifecycleRunsRequest, call: ServiceCall): Promise<ListLifecycleRunsResponse> {
    const runs = await lifecycle.pastRuns(call);
    const ofCaller = runs.filter(({ tenant }) => tenant === '' || tenant === call.tenant);
    return { runs: ofCaller.map((run) => fromPastRun(run, call.tenant)) };
  }

  async function* runRetention(request: RunRetentionRequest, call: ServiceCall): AsyncGenerator<RunRetentionResponse> {
    const type = toRetiredType(request.type);
    const order = { types: type === undefined ? [] : [type], tenant: call.tenant, force: request.force };
    for await (const { type: of, due, archived, samples, isDone } of lifecycleRuns.retention(order, call)) {
      yield {
        type: fromType(of),
        dueCount: due,
        archivedCount: archived,
        samples: isDone ? samples.map((sample) => dueMemory(sample)) : [],
        isDone,
      };
    }
  }

  async function* runSleepCycle(
    { userId, agentId, force }: RunSleepCycleRequest,
    call: ServiceCall,
  ): AsyncGenerator<RunSleepCycleResponse> {
    const order = { tenant: call.tenant, userId: userId === '' ? undefined : userId, agentId, force };
    const took = new Map<string, number>();
    let lastMs = call.elapsedMs();
    for await (const progress of lifecycleRuns.sleepCycle(order, call)) {
      const nowMs = call.elapsedMs();
      took.set(progress.phase, (took.get(progress.phase) ?? 0) + nowMs - lastMs);
      lastMs = nowMs;
      yield fromProgress(progress, progress.isDone ? [...took.values()] : []);
    }
  }

  async function explainImportance(
    { userId, id }: ExplainImportanceRequest,
    call: ServiceCall,
  ): Promise<ExplainImportanceResponse> {
    const life = await lifecycle.explain({ tenant: call.tenant, userId }, id, call);
    if (life === undefined) throw notFound(id);
    const { value, factors } = importanceOf(life, call.nowMs);
    return {
      importance: value,
      factors: factors.map(({ factor, ...rest }) => ({ name: factor, ...rest })),
      statedImportance: life.stated,
      lastImportance: life.importance,
      hasGraduated: life.hasGraduated,
      threshold: lifecycleRuns.threshold,
    };
  }

  return { getRetention, setRetention, listLifecycleRuns, runRetention, runSleepCycle, explainImportance };
}

/** Returns undefined if none is set. */
export function toRetiredType(type: string): RetiredType | undefined {
  return RETIRED_TYPES.find((name) => type === `MEMORY_TYPE_${name}`);
}

function ruleOf(type: RetiredType, tenant: string, overrides: readonly RetentionOverride[]): RetentionRule {
  const own = overrides.find((override) => override.tenant === tenant && override.type === type);
  const { least, most } = ARCHIVED_AFTER_BOUNDS[type];
  return {
    type: fromType(type),
    days: own?.days ?? ARCHIVED_AFTER_DAYS[type],
    leastDays: least,
    mostDays: most,
    isSet: own !== undefined,
  };
}

/** Only the tenant that a key belongs to is told that the key began a run. */
function fromPastRun({ kind, startMs, tookMs, counts, error, begunBy }: PastRun, tenant: string): LifecycleRun {
  const key = typeof begunBy === 'object' && begunBy.tenant === tenant ? begunBy.credential : '';
  return {
    kind: `LIFECYCLE_RUN_KIND_${kind}` as const,
    startTime: new Date(startMs),
    duration: durationOf(tookMs),
    counts,
    error,
    trigger: triggerOf(begunBy),
    credential: key,
  };
}

function triggerOf(begunBy: PastRun['begunBy']): LifecycleRun['trigger'] {
  if (begunBy === undefined) return 'LIFECYCLE_RUN_TRIGGER_UNSPECIFIED';
  return begunBy === 'SCHEDULE' ? 'LIFECYCLE_RUN_TRIGGER_SCHEDULE' : 'LIFECYCLE_RUN_TRIGGER_CALL';
}

type Sample = Partial<SleepProgress['samples'][number]> & {
  readonly id: string;
  readonly userId: string;
  readonly agentId: string;
  readonly reason: SleepProgress['samples'][number]['reason'];
  readonly sinceMs?: number;
};

function dueMemory({ id, userId, agentId, reason, sinceMs, importance, duplicateOf = '' }: Sample): DueMemory {
  return {
    id,
    userId,
    agentId,
    reason: `ARCHIVE_REASON_${reason}` as const,
    sinceTime: sinceMs === undefined ? undefined : new Date(sinceMs),
    importance,
    duplicateOf,
  };
}

function fromProgress(progress: SleepProgress, tookMs: readonly number[]): RunSleepCycleResponse {
  const { phase, weighed, graduated, thresholdEvicted, capacityEvicted, consolidated, samples, isDone } = progress;
  return {
    phase: `SLEEP_PHASE_${phase}` as const,
    weighedCount: weighed,
    graduatedCount: graduated,
    thresholdEvicted,
    capacityEvicted,
    consolidatedCount: consolidated,
    samples: isDone ? samples.map((sample) => dueMemory(sample)) : [],
    touchedUsers: isDone ? progress.touched.map(({ userId, count }) => ({ userId, count })) : [],
    touchedUserCount: progress.touchedUsers,
    phaseDurations: tookMs.map(durationOf),
    isDone,
  };
}

function durationOf(ms: number) {
  const seconds = Math.trunc(ms / SECOND_MS);
  return { seconds, nanos: Math.round((ms - seconds * SECOND_MS) * MS_NANOS) };
}
