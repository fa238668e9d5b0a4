/** Converts between the agent handle's flat, lower-case values and the contract's messages. */
import { ErrorReason } from '../proto/gen/recorda/v1/error_reason.ts';
import {
  AddOperation,
  type AddMemoryResponse,
  type Archival as WireArchival,
  type RetrievedMemory,
  type TypeReport as WireTypeReport,
} from '../proto/gen/recorda/v1/memory.ts';
import { agentMemory } from './agent-memory.ts';
import type { Added, Archival, Hit, TypeReport } from './agent-types.ts';
import { nameOf, WIRE_ARCHIVE_REASONS, WIRE_TYPES } from './wire-names.ts';

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

export function hit({ memory, score, similarity, signals, inferred, archive }: RetrievedMemory): Hit {
  const flat = agentMemory(memory);
  return {
    text: flat.text,
    type: flat.type,
    score,
    similarity,
    memory: flat,
    signals,
    inferred,
    archive: archive && archival(archive),
  };
}

function archival({ archiveTime, reason, mergedInto }: WireArchival): Archival {
  const named = nameOf(WIRE_ARCHIVE_REASONS, reason, 'retention');
  return { time: archiveTime ?? new Date(0), reason: named, mergedInto: mergedInto || undefined };
}

export function typeReport({
  type,
  latencyMs,
  targetMs,
  count,
  archived,
  truncated,
  moreLikely,
  error,
}: WireTypeReport): TypeReport {
  return {
    type: nameOf(WIRE_TYPES, type, 'long_term'),
    latencyMs,
    targetMs,
    count,
    archived,
    truncated,
    moreLikely,
    error: error && { reason: reasonName(error.reason), message: error.message },
  };
}

const REASON_NAMES = new Map<string, string>(Object.entries(ErrorReason).map(([name, wire]) => [wire, name]));

/** Returns the name of a reason as RecordaError has it. */
function reasonName(reason: ErrorReason): string {
  return REASON_NAMES.get(reason) ?? reason;
}
