/** The form of a memory in Neo4j: small properties one by one, the rest as JSON, compressed if that is smaller. */
import type { UserKey } from '../../domain/accounts.ts';
import {
  jsonText,
  type EntityPayload,
  type EpisodePayload,
  type EpisodeStep,
  type JsonObject,
  type JsonPayload,
  type MemoryRecord,
  type RelationshipPayload,
  type Source,
} from '../../domain/memory.ts';
import { mergeKey } from '../../domain/types/merge-payload.ts';
import { ageFromMs } from '../../domain/retention.ts';
import { normalName } from '../../domain/merge/normal-name.ts';
import { NEO4J } from '../../policy/backends.ts';
import { readText, storedText } from '../stored-text.ts';
import { nameKey, ownerKey, userKey } from './keys.ts';
import { checkOf, refuseTorn } from './torn-read.ts';
import { whole, type Parameters } from './transactions.ts';

export type GraphPayload = EntityPayload | RelationshipPayload;
export type KeptPayload = GraphPayload | EpisodePayload;
export type KeptRecord = MemoryRecord & { readonly payload: KeptPayload };

/** `memory` as statements return it. */
export type Kept = {
  readonly id: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly namespace: string;
  readonly taskId: string;
  readonly source?: Source | null;
  readonly metadata?: string | null;
  readonly importance?: number | null;
  /** Present only if it is pinned. */
  readonly pinned?: true | null;
  readonly accessCount?: number | null;
  readonly lastAccessMs?: number | null;
  readonly createMs: number;
  readonly updateMs: number;
  readonly version: number;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
  /** Null if the memory changes while it is read. */
  readonly content: Content | null;
  readonly revision: number;
  /** See torn-read.ts. */
  readonly check?: string | null;
  readonly steps?: readonly KeptStep[];
};

type KeptStep = Omit<EpisodeStep, 'durationMs'> & { readonly number: number; readonly durationMs?: number | null };

export type MemoryRow = { readonly memory: Kept };

/** Removes the steps, which an episode stores in nodes of their own. */
function withoutSteps(payload: KeptPayload): KeptPayload {
  return payload.type === 'EPISODIC' ? { ...payload, steps: [] } : payload;
}

/** Text, or compressed bytes of zlib. */
export type Content = string | Int8Array;

/** Returns the record as it will be read once it is stored, and its content to store. */
export async function toKeep(record: KeptRecord): Promise<{ readonly record: KeptRecord; readonly content: Content }> {
  const { payload } = record;
  const { body, bytes } = await storedText(jsonText(withoutSteps(payload)));
  const besides = payload.type === 'EPISODIC' ? Buffer.byteLength(JSON.stringify(payload.steps)) - '[]'.length : 0;
  return {
    record: { ...record, storedBytes: bytes + besides, isCompressed: typeof body !== 'string' },
    content: typeof body === 'string' ? body : asInt8(body),
  };
}

export function asInt8({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength);
}

/** Returns properties for a memory that may exist already: null removes a property. */
export function toProperties(
  record: KeptRecord,
  content: Content,
  revision: number,
  vector: readonly number[],
): Parameters {
  const { scope, payload, version, sizeBytes, storedBytes } = record;
  const { agentId, sessionId, namespace, taskId } = scope;
  const properties = {
    id: record.id,
    agentId,
    sessionId,
    namespace,
    taskId,
    source: record.source ?? null,
    metadata: record.metadata === undefined ? null : JSON.stringify(record.metadata),
    importance: record.importance ?? null,
    pinned: record.isPinned ?? null,
    isCompressed: record.isCompressed,
    content,
  };
  const numbers = {
    createMs: record.createTimeMs,
    updateMs: record.updateTimeMs,
    version,
    sizeBytes,
    storedBytes,
    revision,
  };
  const stepCount = payload.type === 'EPISODIC' ? payload.steps.length : 0;
  return {
    ...properties,
    ...Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, whole(number)])),
    check: checkOf({ ...properties, ...numbers, stepCount }),
    user: userKey(scope),
    vector,
    ...ownProperties(payload, scope),
  };
}

/** Returns the properties by which a type is searched, and which people see. */
function ownProperties(payload: KeptPayload, scope: KeptRecord['scope']): Parameters {
  if (payload.type === 'EPISODIC') {
    return {
      owner: ownerKey(scope, 'EPISODIC', scope.agentId),
      sinceMs: whole(ageFromMs(payload, 0)),
      name: caption(payload.task),
      outcome: payload.outcome ?? null,
    };
  }
  const { kind = '', key = '' } = mergeKey(payload) ?? {};
  const named = { kind, key: nameKey(key) };
  if (payload.node === 'ENTITY') {
    const { name, aliases } = payload;
    return { ...named, name: caption(name), aliasKeys: [...new Set(aliases.map(normalName))] };
  }
  const { validFromMs, validToMs } = payload;
  return {
    ...named,
    validFromMs: validFromMs === undefined ? null : whole(validFromMs),
    validToMs: validToMs === undefined ? null : whole(validToMs),
  };
}

function caption(text: string): string {
  return [...text].slice(0, NEO4J.captionLength).join('');
}

/** Returns the steps from the index `from` on. */
export function stepRows({ id, payload }: KeptRecord, from: number): readonly Parameters[] {
  if (payload.type !== 'EPISODIC') return [];
  return payload.steps.slice(from).map(({ durationMs = null, timeMs, ...step }, index) => ({
    id,
    properties: { ...step, durationMs, timeMs: whole(timeMs), number: whole(from + index) },
  }));
}

/** Neo4j stores no null, and returns null for a property that does not exist. */
function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** Throws TornRead if it was read while it changed. */
export function toRecord(kept: Kept, { tenant, userId }: UserKey, type: KeptPayload['type']): KeptRecord {
  refuseTorn(kept);
  const { agentId, sessionId, namespace, taskId } = kept;
  return {
    id: kept.id,
    scope: { tenant, userId, agentId, sessionId, namespace, taskId },
    payload: payloadOf(kept, type),
    ...(isThere(kept.source) && { source: kept.source }),
    ...(isThere(kept.metadata) && { metadata: JSON.parse(kept.metadata) as JsonObject }),
    ...(isThere(kept.importance) && { importance: kept.importance }),
    ...(kept.pinned === true && { isPinned: true }),
    ...(isThere(kept.accessCount) && { accessCount: kept.accessCount }),
    ...(isThere(kept.lastAccessMs) && { lastAccessTimeMs: kept.lastAccessMs }),
    createTimeMs: kept.createMs,
    updateTimeMs: kept.updateMs,
    version: kept.version,
    sizeBytes: kept.sizeBytes,
    storedBytes: kept.storedBytes,
    isCompressed: kept.isCompressed,
  };
}

function payloadOf({ content, steps = [] }: Kept, type: KeptPayload['type']): KeptPayload {
  const text = readText(typeof content === 'string' ? content : new Uint8Array(content ?? []));
  const payload = { type, ...JSON.parse(text) } as JsonPayload as KeptPayload;
  if (payload.type !== 'EPISODIC' || steps.length === 0) return payload;
  return { ...payload, steps: steps.toSorted((one, other) => one.number - other.number).map(toStep) };
}

function toStep(kept: KeptStep): EpisodeStep {
  const { action, tool, inputDigest, outputDigest, status, error, durationMs, timeMs } = kept;
  return {
    action,
    tool,
    inputDigest,
    outputDigest,
    status,
    error,
    ...(isThere(durationMs) && { durationMs }),
    timeMs,
  };
}
