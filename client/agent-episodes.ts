/** Episodes: how they are started, continued, ended and found. */
import type { EpisodeStep as WireStep } from '../proto/gen/recorda/v1/resources.ts';
import { MS_NANOS, SECOND_MS } from './policy.ts';
import { addPayload, targeted, type Calls } from './agent-calls.ts';
import { agentMemory } from './agent-memory.ts';
import type {
  Added,
  EpisodeOutcome,
  EpisodicMemory,
  Hits,
  MemoryTarget,
  NewStep,
  RetrieveOptions,
  StartEpisodeOptions,
  WriteOptions,
} from './agent-types.ts';
import { EPISODE_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import { wireOutcome, wireStepStatus } from './wire-names.ts';

/**
 * Episodes: tasks that an agent worked on, each with at most 50 steps and its outcome. At most 1,000 and 50 MB per user and agent.
 */
export type Episodes = {
  /**
   * Starts an episode for a task, whose description is not empty and at most 8 KB. Throws QUOTA_EXCEEDED unless `autoPrune` makes
   * room.
   */
  start(task: string, options?: StartEpisodeOptions): Promise<Added<EpisodicMemory>>;
  /**
   * Appends a step; concurrent steps are all appended, in order of arrival. For that, pass the id, since an episode that was read
   * must be unchanged. Throws EPISODE_ENDED, and QUOTA_EXCEEDED at the 51st step.
   */
  step(target: MemoryTarget, step: NewStep | string, options?: WriteOptions): Promise<EpisodicMemory>;
  /** Ends it, now or at `endTime`; `note` describes the outcome. */
  end(
    target: MemoryTarget,
    outcome: EpisodeOutcome,
    options?: WriteOptions & { readonly note?: string | undefined; readonly endTime?: Date | undefined },
  ): Promise<EpisodicMemory>;
  /** Finds earlier episodes by task and steps: `find('what happened when we last tried to book?', { outcome: 'failure' })`. */
  find(
    query: string,
    options?: Omit<RetrieveOptions, 'types' | 'orderBy'> & { readonly outcome?: EpisodeOutcome | undefined },
  ): Promise<Hits>;
};

export function episodes(calls: Calls): Episodes {
  const { memory, scope, find } = calls;
  const handle: Episodes = {
    start(task, { startTime, steps = [], ...options } = {}) {
      const value = { task, startTime, steps: steps.map(wireStep) };
      return addPayload(calls, { $case: 'episode', value }, options) as Promise<Added<EpisodicMemory>>;
    },

    async step(target, step, options = {}) {
      const added = wireStep(typeof step === 'string' ? { action: step } : step);
      const request = { scope, ...targeted(target), step: added, requestId: options.requestId ?? '' };
      const response = await memory.appendEpisodeStep(request, options);
      return agentMemory(response.memory) as EpisodicMemory;
    },

    async end(target, outcome, { note, endTime, requestId = '', ...options } = {}) {
      const updateMask = ['episode.outcome'];
      if (note !== undefined) updateMask.push('episode.outcome_note');
      if (endTime !== undefined) updateMask.push('episode.end_time');
      const value = { outcome: wireOutcome(outcome), outcomeNote: note ?? '', endTime };
      const payload = { $case: 'episode' as const, value };
      const response = await memory.updateMemory(
        { memory: { ...targeted(target), scope, payload }, updateMask, requestId },
        options,
      );
      return agentMemory(response.memory) as EpisodicMemory;
    },

    find(query, { outcome, filter, ...options } = {}) {
      const conditions = [
        ...(outcome === undefined ? [] : [`outcome == ${JSON.stringify(outcome)}`]),
        ...(filter === undefined ? [] : [`(${filter})`]),
      ];
      const narrowed = conditions.length === 0 ? undefined : conditions.join(' && ');
      return find(query, { ...options, types: ['episodic'], filter: narrowed });
    },
  };
  return refusingUnknown('agent.episodes', handle, EPISODE_CHECKS);
}

function wireStep(step: NewStep): WireStep {
  const { action, tool = '', inputDigest = '', outputDigest = '', status = 'ok', error = '', durationMs, time } = step;
  const duration = durationMs === undefined ? undefined : wireDuration(durationMs);
  return { action, tool, inputDigest, outputDigest, status: wireStepStatus(status), error, duration, time };
}

function wireDuration(ms: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(ms / SECOND_MS);
  return { seconds, nanos: Math.round((ms - seconds * SECOND_MS) * MS_NANOS) };
}
