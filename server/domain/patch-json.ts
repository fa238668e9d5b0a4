/** Patches of the types that are kept as JSON. */
import { LIMITS, MAX_STEPS } from '../policy/limits.ts';
import { countValues } from './count-values.ts';
import { fieldError, tooManySteps, type RecordaError } from './errors.ts';
import { withValue } from './merge/merge-payload.ts';
import { restated } from './merge/versions.ts';
import type { PayloadPatch } from './patch.ts';
import type { EpisodePayload, EpisodeStep, JsonObject, JsonPayload, JsonValue, Statement } from './payloads.ts';

/** `refuse` takes the fields that are not the type's. `createTimeMs` is when what the memory says was recorded first. */
export function patchJsonPayload(
  payload: JsonPayload,
  fields: PayloadPatch,
  createTimeMs: number,
  nowMs: number,
  refuse: (foreign: object, type: string) => void,
): JsonPayload {
  switch (payload.type) {
    case 'PERSONA': {
      const { value, ...foreign } = fields;
      refuse(foreign, payload.type);
      return value === undefined ? payload : withValue(payload, value.json, createTimeMs, nowMs);
    }
    case 'STRUCTURED': {
      const { data = payload.data, mergePatch, ...foreign } = fields;
      refuse(foreign, payload.type);
      return { ...payload, data: mergePatch === undefined ? data : withinLimit(patchedObject(data, mergePatch)) };
    }
    case 'EPISODIC':
      return patchEpisode(payload, fields, nowMs, refuse);
    case 'ENTITY': {
      const { attributes, validFromMs: _from, validToMs: _to, evidence = payload.evidence, ...others } = fields;
      const { name, aliases, ...foreign } = others;
      refuse(payload.node === 'ENTITY' ? foreign : others, payload.node);
      const said = restated(payload, restatement(payload, attributes, fields), createTimeMs, nowMs);
      if (said.node !== 'ENTITY') return { ...said, evidence };
      return { ...said, evidence, name: name ?? said.name, aliases: aliases ?? said.aliases };
    }
  }
}

function restatement(before: Statement, attributes: JsonObject | undefined, fields: PayloadPatch): Statement {
  return {
    attributes: attributes ?? before.attributes,
    validFromMs: 'validFromMs' in fields ? fields.validFromMs : before.validFromMs,
    validToMs: 'validToMs' in fields ? fields.validToMs : before.validToMs,
  };
}

function patchEpisode(
  payload: EpisodePayload,
  fields: PayloadPatch,
  nowMs: number,
  refuse: (foreign: object, type: string) => void,
): EpisodePayload {
  const {
    task = payload.task,
    outcome: _o,
    outcomeNote = payload.outcomeNote,
    endTimeMs: _e,
    step,
    ...foreign
  } = fields;
  refuse(foreign, payload.type);
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
}

/** An episode that has an outcome has ended. */
export function endedWithOutcome(episode: EpisodePayload, nowMs: number): EpisodePayload {
  return episode.outcome === undefined || episode.endTimeMs !== undefined ? episode : { ...episode, endTimeMs: nowMs };
}

function withStep(steps: readonly EpisodeStep[], step: EpisodeStep): readonly EpisodeStep[] {
  if (steps.length >= MAX_STEPS) throw tooManySteps(steps.length);
  return [...steps, step];
}

/** JSON Merge Patch (RFC 7396): null removes, objects go into each other, anything else replaces. */
function patchedObject(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, JsonValue>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else if (isObject(value))
      result.set(name, patchedObject(before !== undefined && isObject(before) ? before : {}, value));
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** Two documents within the limit may make one that is not; their levels add nothing to each other. */
function withinLimit(data: JsonObject): JsonObject {
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes > LIMITS.documentBytes)
    throw tooLarge(`${bytes.toLocaleString('en-US')} bytes as JSON`, LIMITS.documentBytes);
  // Each takes two bytes at least.
  const values = bytes < 2 * LIMITS.documentValues ? 0 : countValues(data);
  if (values > LIMITS.documentValues) throw tooLarge(`${values.toLocaleString('en-US')} values`, LIMITS.documentValues);
  return data;
}

function tooLarge(size: string, most: number): RecordaError {
  return fieldError('merge_patch', `makes the document ${size}; at most ${most.toLocaleString('en-US')} are allowed`);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
