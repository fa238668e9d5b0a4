/** Converts a memory of the contract to one of the agent handle. */
import type {
  EntityVersion as WireVersion,
  EpisodeStep as WireStep,
  Memory,
  Scope,
} from '../proto/gen/recorda/v1/resources.ts';
import type { AgentMemory, AgentScope, EntityVersion, EpisodeStep, JsonValue } from './agent-types.ts';
import { nameOf, WIRE_OUTCOMES, WIRE_ROLES, WIRE_SOURCES, WIRE_STEP_STATUSES } from './wire-names.ts';

/** Undefined for '', by which the contract expresses absence. */
const given = (text: string): string | undefined => (text === '' ? undefined : text);

const EPOCH = new Date(0);

export function agentScope(scope: Scope | undefined): AgentScope {
  return {
    userId: scope?.userId ?? '',
    agentId: given(scope?.agentId ?? ''),
    sessionId: given(scope?.sessionId ?? ''),
    namespace: given(scope?.namespace ?? ''),
    taskId: given(scope?.taskId ?? ''),
  };
}

const said = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function agentMemory(memory: Memory | undefined): AgentMemory {
  if (memory?.payload === undefined) throw new TypeError('The server sent a memory without a payload.');
  const { payload } = memory;
  const common = {
    id: memory.id,
    scope: agentScope(memory.scope),
    metadata: memory.metadata,
    source: nameOf(WIRE_SOURCES, memory.source, undefined),
    createTime: memory.createTime ?? EPOCH,
    updateTime: memory.updateTime ?? EPOCH,
    expireTime: memory.expireTime,
    etag: memory.etag,
    sizeBytes: memory.sizeBytes,
    storedBytes: memory.storedBytes,
    isCompressed: memory.isCompressed,
    importance: memory.importance ?? 0,
    pinned: memory.pinned,
    accessCount: memory.accessCount,
    lastAccessTime: memory.lastAccessTime,
  };
  switch (payload.$case) {
    case 'working': {
      const { key } = payload.value;
      const value = payload.value.value as JsonValue;
      return { type: 'working', key, value, text: said(value), ...common };
    }
    case 'message': {
      const { role, content, time } = payload.value;
      const by = nameOf(WIRE_ROLES, role, 'user');
      return { type: 'short_term', text: content, role: by, time: time ?? common.createTime, ...common };
    }
    case 'text': {
      const { content, speaker, eventTime, turn } = payload.value;
      return { type: 'long_term', text: content, speaker: given(speaker), eventTime, turn, ...common };
    }
    case 'trait': {
      const { key } = payload.value;
      const value = payload.value.value as JsonValue;
      const versions = payload.value.versions.map(({ value: was, fromTime = EPOCH, toTime = EPOCH }) => ({
        value: was as JsonValue,
        fromTime,
        toTime,
      }));
      return { type: 'persona', key, value, versions, text: said(value), ...common };
    }
    case 'episode': {
      const { task, steps, outcome, outcomeNote, startTime = EPOCH, endTime } = payload.value;
      return {
        type: 'episodic',
        text: task,
        task,
        steps: steps.map(agentStep),
        outcome: nameOf(WIRE_OUTCOMES, outcome, undefined),
        outcomeNote,
        startTime,
        endTime,
        ...common,
      };
    }
    case 'entity': {
      const { name, type, aliases } = payload.value;
      const named = { node: 'entity', text: name, name, entityType: type, aliases } as const;
      return { ...named, ...stated(payload.value), ...common };
    }
    case 'relationship': {
      const { fromId, toId, type } = payload.value;
      const joined = { node: 'relationship', text: type, fromId, toId, relationshipType: type } as const;
      return { ...joined, ...stated(payload.value), ...common };
    }
    case 'document': {
      const { collection, key } = payload.value;
      const data = payload.value.data ?? {};
      return { type: 'structured', collection, key, data, text: JSON.stringify(data), ...common };
    }
  }
}

function agentStep({ duration, time = EPOCH, status, ...texts }: WireStep): EpisodeStep {
  return {
    ...texts,
    status: nameOf(WIRE_STEP_STATUSES, status, 'ok'),
    durationMs: duration && duration.seconds * 1000 + duration.nanos / 1e6,
    time,
  };
}

type Stated = Pick<WireVersion, 'attributes' | 'validFrom' | 'validTo'> & {
  readonly evidence: readonly string[];
  readonly versions: readonly WireVersion[];
};

function stated({ attributes, validFrom, validTo, evidence, versions }: Stated) {
  return {
    type: 'entity' as const,
    attributes: attributes ?? {},
    validFrom,
    validTo,
    evidence,
    versions: versions.map(agentVersion),
  };
}

function agentVersion({ attributes, validFrom, validTo, fromTime, toTime }: WireVersion): EntityVersion {
  return {
    attributes: attributes ?? {},
    validFrom,
    validTo,
    fromTime: fromTime ?? EPOCH,
    toTime: toTime ?? EPOCH,
  };
}
