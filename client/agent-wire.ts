/** Between the agent handle's flat, lower-case values and the contract's messages. */
import { ErrorReason } from '../proto/gen/recorda/v1/error_reason.ts';
import {
  AddOperation,
  AutoPrune,
  type AddMemoryResponse,
  type RetrievedMemory,
  type TypeReport as WireTypeReport,
} from '../proto/gen/recorda/v1/memory.ts';
import {
  MemoryType as WireType,
  Role as WireRole,
  Source as WireSource,
  type Memory,
  type Scope,
} from '../proto/gen/recorda/v1/resources.ts';
import type {
  Added,
  AddLongTermOptions,
  AgentMemory,
  AgentScope,
  Hit,
  JsonValue,
  MemoryType,
  Role,
  Source,
  TypeReport,
} from './agent-types.ts';

const WIRE_TYPES: Readonly<Record<MemoryType, WireType>> = {
  working: WireType.WORKING,
  short_term: WireType.SHORT_TERM,
  long_term: WireType.LONG_TERM,
};
const WIRE_ROLES: Readonly<Record<Role, WireRole>> = {
  user: WireRole.USER,
  assistant: WireRole.ASSISTANT,
  system: WireRole.SYSTEM,
  tool: WireRole.TOOL,
};
const WIRE_SOURCES: Readonly<Record<Source, WireSource>> = {
  user: WireSource.USER,
  assistant: WireSource.ASSISTANT,
  tool: WireSource.TOOL,
  web: WireSource.WEB,
  import: WireSource.IMPORT,
};
const WIRE_PRUNES: Readonly<Record<NonNullable<AddLongTermOptions['autoPrune']>, AutoPrune>> = {
  off: AutoPrune.OFF,
  to_fit: AutoPrune.TO_FIT,
  fraction: AutoPrune.FRACTION,
};

/** A name that is none of ours goes out as UNRECOGNIZED: the server refuses it and names the field. */
function wireName<Name extends string, Wire>(names: Readonly<Record<Name, Wire>>, name: Name): Wire | 'UNRECOGNIZED' {
  return Object.hasOwn(names, name) ? names[name] : 'UNRECOGNIZED';
}

export const wireType = (type: MemoryType): WireType => wireName(WIRE_TYPES, type);
export const wireRole = (role: Role): WireRole => wireName(WIRE_ROLES, role);
export const wireSource = (source: Source): WireSource => wireName(WIRE_SOURCES, source);
export const wirePrune = (prune: keyof typeof WIRE_PRUNES): AutoPrune => wireName(WIRE_PRUNES, prune);

function nameOf<Name extends string, Otherwise>(
  names: Readonly<Record<Name, string>>,
  wire: string,
  otherwise: Otherwise,
): Name | Otherwise {
  for (const name in names) if (names[name] === wire) return name;
  return otherwise;
}

/** The contract's '' is absence. */
const given = (text: string): string | undefined => (text === '' ? undefined : text);

function agentScope(scope: Scope | undefined): AgentScope {
  return {
    userId: scope?.userId ?? '',
    agentId: given(scope?.agentId ?? ''),
    sessionId: given(scope?.sessionId ?? ''),
    namespace: given(scope?.namespace ?? ''),
    taskId: given(scope?.taskId ?? ''),
  };
}

const EPOCH = new Date(0);

export function agentMemory(memory: Memory | undefined): AgentMemory {
  if (memory?.payload === undefined) throw new TypeError('The server sent a memory without a payload.');
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
  };
  switch (memory.payload.$case) {
    case 'working': {
      const { key } = memory.payload.value;
      const value = memory.payload.value.value as JsonValue;
      return {
        ...common,
        type: 'working',
        key,
        value,
        text: typeof value === 'string' ? value : JSON.stringify(value),
      };
    }
    case 'message': {
      const { role, content, time } = memory.payload.value;
      return {
        ...common,
        type: 'short_term',
        text: content,
        role: nameOf(WIRE_ROLES, role, 'user'),
        time: time ?? common.createTime,
      };
    }
    case 'text': {
      const { content, speaker, eventTime, turn } = memory.payload.value;
      return { ...common, type: 'long_term', text: content, speaker: given(speaker), eventTime, turn };
    }
  }
}

export function added(response: AddMemoryResponse): Added {
  return {
    memory: agentMemory(response.memory),
    operation: OPERATIONS[response.operation],
    latencyMs: response.latencyMs,
    remaining: { count: response.quotaRemaining?.count ?? 0, bytes: response.quotaRemaining?.bytes ?? 0 },
    prunedCount: response.prunedCount,
    evictedCount: response.evictedCount,
    removedIds: response.removedIds,
  };
}

const OPERATIONS: Readonly<Record<AddOperation, Added['operation']>> = {
  [AddOperation.ADD]: 'ADD',
  [AddOperation.ADD_WITH_PRUNE]: 'ADD_WITH_PRUNE',
  [AddOperation.ADD_WITH_EVICTION]: 'ADD_WITH_EVICTION',
  [AddOperation.MERGED]: 'MERGED',
  // Never sent.
  [AddOperation.UNSPECIFIED]: 'ADD',
  [AddOperation.UNRECOGNIZED]: 'ADD',
};

export function hit({ memory, score, similarity, signals }: RetrievedMemory): Hit {
  const flat = agentMemory(memory);
  return { text: flat.text, type: flat.type, score, similarity, memory: flat, signals };
}

export function typeReport({ type, latencyMs, targetMs, count, error }: WireTypeReport): TypeReport {
  return {
    type: nameOf(WIRE_TYPES, type, 'long_term'),
    latencyMs,
    targetMs,
    count,
    error: error && { reason: reasonName(error.reason), message: error.message },
  };
}

const REASON_NAMES = new Map<string, string>(Object.entries(ErrorReason).map(([name, wire]) => [wire, name]));

/** As RecordaError spells it. */
function reasonName(reason: ErrorReason): string {
  return REASON_NAMES.get(reason) ?? reason;
}
