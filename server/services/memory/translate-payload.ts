/** Translates payloads between the contract's messages and the domain's types. */
import {
  EPISODE_OUTCOMES,
  STEP_STATUSES,
  type EpisodeOutcome,
  type EpisodeStep,
  type JsonObject,
  type JsonValue,
  type Payload,
  type StatementVersion,
} from '../../domain/memory.ts';
import { endedWithOutcome } from '../../domain/types/episodic.ts';
import { MS_NANOS, SECOND_MS } from '../../policy/units.ts';
import type { MemoryPatch } from '../../ports/stores.ts';
import type { UpdatePath } from '../../validation/payloads.ts';
import type { EntityVersion, EpisodeStep as StepMessage, Memory } from '../../../proto/gen/recorda/v1/resources.ts';

type PayloadMessage = NonNullable<Memory['payload']>;

const ROLES = ['USER', 'ASSISTANT', 'SYSTEM', 'TOOL'] as const;

/** The default is the user. */
function toRole(role: string): (typeof ROLES)[number] {
  return ROLES.find((name) => role === `ROLE_${name}`) ?? 'USER';
}

/** Returns undefined while it runs. */
function toOutcome(outcome: string): EpisodeOutcome | undefined {
  return EPISODE_OUTCOMES.find((name) => outcome === `EPISODE_OUTCOME_${name}`);
}

/** Returns the payload of a request that has been validated. */
export function toPayload(payload: PayloadMessage, nowMs: number): Payload {
  switch (payload.$case) {
    case 'working':
      return { type: 'WORKING', key: payload.value.key, value: payload.value.value as JsonValue };
    case 'message': {
      const { role, content, time } = payload.value;
      return { type: 'SHORT_TERM', role: toRole(role), content, timeMs: time?.getTime() ?? nowMs };
    }
    case 'text': {
      const { content, speaker, eventTime, turn } = payload.value;
      return { type: 'LONG_TERM', content, speaker, eventTimeMs: eventTime?.getTime(), turn };
    }
    case 'trait':
      return { type: 'PERSONA', key: payload.value.key, value: payload.value.value as JsonValue, versions: [] };
    case 'episode': {
      const { task, steps, outcomeNote, startTime, endTime } = payload.value;
      const outcome = toOutcome(payload.value.outcome);
      return endedWithOutcome(
        {
          type: 'EPISODIC',
          task,
          steps: steps.map((step) => toStep(step, nowMs)),
          ...(outcome !== undefined && { outcome }),
          outcomeNote,
          startTimeMs: startTime?.getTime() ?? nowMs,
          ...(endTime !== undefined && { endTimeMs: endTime.getTime() }),
        },
        nowMs,
      );
    }
    case 'entity': {
      const { name, type, aliases } = payload.value;
      return { ...toStated(payload.value), node: 'ENTITY', name, entityType: type, aliases: [...new Set(aliases)] };
    }
    case 'relationship': {
      const { fromId, toId, type } = payload.value;
      return { ...toStated(payload.value), node: 'RELATIONSHIP', fromId, toId, relationshipType: type };
    }
    case 'document': {
      const { collection, key, data } = payload.value;
      return { type: 'STRUCTURED', collection, key, data: data as JsonObject };
    }
  }
}

type StatedMessage = Pick<EntityVersion, 'attributes' | 'validFrom' | 'validTo'> & { evidence: readonly string[] };

function toStated({ attributes, validFrom, validTo, evidence }: StatedMessage) {
  return {
    type: 'ENTITY' as const,
    attributes: attributes ?? {},
    ...(validFrom !== undefined && { validFromMs: validFrom.getTime() }),
    ...(validTo !== undefined && { validToMs: validTo.getTime() }),
    evidence: [...new Set(evidence)],
    versions: [],
  };
}

export function toStep(step: StepMessage, nowMs: number): EpisodeStep {
  const { action, tool, inputDigest, outputDigest, error, duration, time } = step;
  return {
    action,
    tool,
    inputDigest,
    outputDigest,
    status: STEP_STATUSES.find((name) => step.status === `STEP_STATUS_${name}`) ?? 'OK',
    error,
    ...(duration !== undefined && { durationMs: duration.seconds * SECOND_MS + duration.nanos / MS_NANOS }),
    timeMs: time?.getTime() ?? nowMs,
  };
}

export function fromPayload(payload: Payload): PayloadMessage {
  switch (payload.type) {
    case 'WORKING':
      return { $case: 'working', value: { key: payload.key, value: payload.value } };
    case 'SHORT_TERM': {
      const { role, content, timeMs } = payload;
      return { $case: 'message', value: { role: `ROLE_${role}` as const, content, time: new Date(timeMs) } };
    }
    case 'LONG_TERM': {
      const { content, speaker, eventTimeMs, turn } = payload;
      return { $case: 'text', value: { content, speaker, eventTime: dateOf(eventTimeMs), turn } };
    }
    case 'PERSONA': {
      const versions = payload.versions.map(({ value, fromMs, toMs }) => ({ value, ...fromRecorded(fromMs, toMs) }));
      return { $case: 'trait', value: { key: payload.key, value: payload.value, versions } };
    }
    case 'EPISODIC': {
      const { task, steps, outcome, outcomeNote, startTimeMs, endTimeMs } = payload;
      return {
        $case: 'episode',
        value: {
          task,
          steps: steps.map(fromStep),
          outcome: `EPISODE_OUTCOME_${outcome ?? 'UNSPECIFIED'}` as const,
          outcomeNote,
          startTime: new Date(startTimeMs),
          endTime: dateOf(endTimeMs),
        },
      };
    }
    case 'ENTITY': {
      const { attributes, validFromMs, validToMs, evidence } = payload;
      const stated = {
        attributes,
        validFrom: dateOf(validFromMs),
        validTo: dateOf(validToMs),
        evidence: [...evidence],
        versions: payload.versions.map(fromVersion),
      };
      if (payload.node === 'ENTITY') {
        const { name, entityType, aliases } = payload;
        return { $case: 'entity', value: { name, type: entityType, aliases: [...aliases], ...stated } };
      }
      const { fromId, toId, relationshipType } = payload;
      return { $case: 'relationship', value: { fromId, toId, type: relationshipType, ...stated } };
    }
    case 'STRUCTURED': {
      const { collection, key, data } = payload;
      return { $case: 'document', value: { collection, key, data } };
    }
  }
}

function fromStep({ status, durationMs, timeMs, ...texts }: EpisodeStep): StepMessage {
  return {
    ...texts,
    status: `STEP_STATUS_${status}` as const,
    duration:
      durationMs === undefined
        ? undefined
        : { seconds: Math.floor(durationMs / SECOND_MS), nanos: Math.round((durationMs % SECOND_MS) * MS_NANOS) },
    time: new Date(timeMs),
  };
}

function fromVersion({ attributes, validFromMs, validToMs, fromMs, toMs }: StatementVersion): EntityVersion {
  return {
    attributes,
    validFrom: dateOf(validFromMs),
    validTo: dateOf(validToMs),
    ...fromRecorded(fromMs, toMs),
  };
}

function fromRecorded(fromMs: number, toMs: number): { fromTime: Date; toTime: Date } {
  return { fromTime: new Date(fromMs), toTime: new Date(toMs) };
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}

/** A field of a payload that an update may change. */
type PayloadField = {
  /** Reads the field from the request. */
  readonly read: (payload: Record<string, unknown>) => unknown;
  /** Tells whether an empty mask includes it. */
  readonly isSet: (value: unknown) => boolean;
  readonly patch: (value: unknown) => MemoryPatch;
};

/** Tells whether a field has a value that is not empty. */
export const given = (value: unknown): boolean => value !== undefined && value !== '';
const millis = (value: unknown): number | undefined => (value as Date | undefined)?.getTime();

/** Describes a field that is taken as it is, under this name of the patch. */
const plain = (field: string, name: keyof MemoryPatch = field as keyof MemoryPatch): PayloadField => ({
  read: (payload) => payload[field],
  isSet: given,
  patch: (value) => ({ [name]: value }),
});
const time = (field: string, name: keyof MemoryPatch): PayloadField => ({
  ...plain(field),
  patch: (value) => ({ [name]: millis(value) }),
});
const json = (field: string): PayloadField => ({
  ...plain(field),
  patch: (value) => ({ value: { json: value as JsonValue } }),
});
const list = (field: string): PayloadField => ({
  ...plain(field),
  isSet: (value) => Array.isArray(value) && value.length > 0,
  patch: (value) => ({ [field]: [...new Set(value as readonly string[])] }),
});
const attributes: PayloadField = {
  ...plain('attributes'),
  patch: (value) => ({ attributes: (value ?? {}) as JsonObject }),
};

/** How each path of an update mask is read, and what it changes. */
export const PAYLOAD_FIELDS: Readonly<Record<UpdatePath, PayloadField>> = {
  'working.value': json('value'),
  'message.content': plain('content'),
  'message.role': {
    ...plain('role'),
    isSet: (value) => given(value) && value !== 'ROLE_UNSPECIFIED',
    patch: (value) => ({ role: toRole(value as string) }),
  },
  'message.time': time('time', 'timeMs'),
  'text.content': plain('content'),
  'text.speaker': plain('speaker'),
  'text.event_time': time('eventTime', 'eventTimeMs'),
  'text.turn': plain('turn'),
  'trait.value': json('value'),
  'episode.task': plain('task'),
  'episode.outcome': {
    ...plain('outcome'),
    isSet: (value) => given(value) && value !== 'EPISODE_OUTCOME_UNSPECIFIED',
    patch: (value) => ({ outcome: toOutcome(value as string) }),
  },
  'episode.outcome_note': plain('outcomeNote'),
  'episode.end_time': time('endTime', 'endTimeMs'),
  'entity.name': plain('name'),
  'entity.attributes': attributes,
  'entity.aliases': list('aliases'),
  'entity.valid_from': time('validFrom', 'validFromMs'),
  'entity.valid_to': time('validTo', 'validToMs'),
  'entity.evidence': list('evidence'),
  'relationship.attributes': attributes,
  'relationship.valid_from': time('validFrom', 'validFromMs'),
  'relationship.valid_to': time('validTo', 'validToMs'),
  'relationship.evidence': list('evidence'),
  'document.data': plain('data'),
};
