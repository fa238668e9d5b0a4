/** Makes lines of an export, as `ImportUserData` takes them, from the records of other programs. */
import { createHash } from 'node:crypto';
import type {
  DocumentPayload,
  EntityPayload,
  JsonObject,
  RelationshipPayload,
  TextPayload,
  TraitPayload,
} from '../../domain/payloads.ts';

/** Says where a record is from, and which user it will belong to. */
export type Origin = {
  /** The program, like `mem0`. Each id and the metadata depend on it. */
  readonly from: string;
  readonly userId: string;
  /** The only user of the program whose records are imported; if absent, the file is of one user alone. */
  readonly sourceUser?: string | undefined;
  /** The time of the import, from which the memory's age counts. */
  readonly nowMs: number;
};

export type NewLine = Readonly<Record<string, unknown>>;

type Scoped = { readonly agentId?: string; readonly sessionId?: string };

export type NewMemory = Scoped & {
  /**
   * The other program's id, or whatever distinguishes the record from others of its kind. The same source id always makes the
   * same id.
   */
  readonly sourceId: string;
  readonly payload: TextPayload | TraitPayload | DocumentPayload | EntityPayload | RelationshipPayload;
  readonly createTimeMs?: number | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
};

const PREFIXES = {
  LONG_TERM: 'lt',
  PERSONA: 'pe',
  STRUCTURED: 'sd',
  ENTITY: 'en',
  RELATIONSHIP: 're',
  TURN: 'tn',
} as const;

/**
 * Returns the id of what `sourceId` names, the same in every import for the same user. It holds no time, since records that refer
 * to it have none.
 */
export function importedId(kind: keyof typeof PREFIXES, { from, userId }: Origin, sourceId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([from, userId, kind, sourceId]))
    .digest('hex');
  return `${PREFIXES[kind]}_${hash.slice(0, ID_DIGITS)}`;
}
const ID_DIGITS = 32;

const WITHOUT_EVIDENCE = { type: 'ENTITY', evidence: [], versions: [] } as const;

/** Returns an entity of which nothing but this is known. */
export function entityPayload(name: string, entityType: string, attributes: JsonObject): EntityPayload {
  return { ...WITHOUT_EVIDENCE, node: 'ENTITY', name, entityType, aliases: [], attributes };
}

/** Returns a relationship between entities of the same import. */
export function relationshipPayload(
  relationshipType: string,
  ends: Pick<RelationshipPayload, 'fromId' | 'toId'>,
  attributes: JsonObject,
): RelationshipPayload {
  return { ...WITHOUT_EVIDENCE, node: 'RELATIONSHIP', relationshipType, ...ends, attributes };
}

export function memoryLine(origin: Origin, memory: NewMemory): NewLine {
  const { sourceId, payload, createTimeMs = origin.nowMs, agentId = '', sessionId = '', metadata = {} } = memory;
  const kind = payload.type === 'ENTITY' ? payload.node : payload.type;
  return {
    line: 'memory',
    id: importedId(kind, origin, sourceId),
    agentId,
    sessionId,
    namespace: '',
    taskId: '',
    createTimeMs: Math.min(createTimeMs, origin.nowMs),
    updateTimeMs: origin.nowMs,
    version: 1,
    source: 'IMPORT',
    payload,
    metadata: { ...metadata, imported_from: origin.from, source_id: sourceId },
  };
}

export type NewTurn = Scoped & {
  readonly sourceId: string;
  readonly role: 'USER' | 'ASSISTANT';
  readonly content: string;
  readonly saidMs?: number | undefined;
  /** The number of the turn in its session, from 1. */
  readonly turn: number;
};

/** Makes a turn that every conversation of the user can find. */
export function turnLine(origin: Origin, of: NewTurn): NewLine {
  const { sourceId, role, content, saidMs = origin.nowMs, turn, agentId = '', sessionId = '' } = of;
  return {
    line: 'recalled_turn',
    id: importedId('TURN', origin, sourceId),
    agent_id: agentId,
    session_id: sessionId,
    namespace: '',
    role,
    said_ms: Math.min(saidMs, origin.nowMs),
    speaker: '',
    turn,
    create_ms: Math.min(saidMs, origin.nowMs),
    recall_ms: origin.nowMs,
    content,
  };
}

/** Converts a text, or seconds, to milliseconds since 1970; undefined if there is no time. */
export function timeMs(time: string | number | null | undefined): number | undefined {
  if (time === null || time === undefined || time === '') return undefined;
  const ms = typeof time === 'number' ? time * 1000 : Date.parse(time);
  return Number.isFinite(ms) ? Math.trunc(ms) : undefined;
}
