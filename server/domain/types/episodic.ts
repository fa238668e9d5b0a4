/** Episodic memory: tasks that an agent carried out, step by step, and their outcomes. */
import { MAX_STEPS } from '../../policy/limits.ts';
import { tooManySteps } from '../errors.ts';
import type { EpisodePayload, EpisodeStep } from '../payloads.ts';
import type { MemoryTypeSpec } from './memory-type-spec.ts';
import { jsonBytes, refuseForeign, words } from './parts.ts';

export const episodic: MemoryTypeSpec<EpisodePayload> = {
  idPrefix: 'ep_',
  keptBy: ['agentId'],
  owner: 'agent',
  isPinnable: true,
  contentBytes: jsonBytes,
  searchText({ task, steps, outcomeNote }) {
    const done = steps.map(({ action, tool, error }) => [action, words(tool), error].filter(Boolean).join(' '));
    return [task, ...done, outcomeNote].filter(Boolean).join('. ');
  },
  patched(payload, fields, _createTimeMs, nowMs) {
    const { task = payload.task, outcomeNote = payload.outcomeNote, step, ...others } = fields;
    const { outcome: _o, endTimeMs: _e, ...foreign } = others;
    refuseForeign(foreign, payload.type);
    const outcome = 'outcome' in fields ? fields.outcome : payload.outcome;
    const ended = 'endTimeMs' in fields ? fields.endTimeMs : payload.endTimeMs;
    const { outcome: _, endTimeMs: __, ...rest } = payload;
    return endedWithOutcome(
      {
        ...rest,
        task,
        outcomeNote,
        steps: step === undefined ? payload.steps : withStep(payload.steps, step),
        ...(outcome !== undefined && { outcome }),
        ...(ended !== undefined && { endTimeMs: ended }),
      },
      nowMs,
    );
  },
  archivedHead: ({ outcome, startTimeMs, endTimeMs }) => ({
    startTimeMs,
    ...(outcome !== undefined && { outcome }),
    ...(endTimeMs !== undefined && { endTimeMs }),
  }),
  /** Counts from the newest step, or from the start. */
  ageFromMs: ({ steps, startTimeMs }) => steps.reduce((newest, { timeMs }) => Math.max(newest, timeMs), startTimeMs),
  whenFull: () => 'Adds are refused once it is full. Delete old episodes (DeleteMemories) or add with auto_prune',
};

/** Sets the end of an episode that has an outcome. */
export function endedWithOutcome(episode: EpisodePayload, nowMs: number): EpisodePayload {
  return episode.outcome === undefined || episode.endTimeMs !== undefined ? episode : { ...episode, endTimeMs: nowMs };
}

function withStep(steps: readonly EpisodeStep[], step: EpisodeStep): readonly EpisodeStep[] {
  if (steps.length >= MAX_STEPS) throw tooManySteps(steps.length);
  return [...steps, step];
}
