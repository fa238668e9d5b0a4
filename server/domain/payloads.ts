/** The payload of a memory, by type. Times are milliseconds since 1970 UTC. */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export type WorkingPayload = { readonly type: 'WORKING'; readonly key: string; readonly value: JsonValue };

export type MessagePayload = {
  readonly type: 'SHORT_TERM';
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL';
  readonly content: string;
  readonly timeMs: number;
};

export type TextPayload = {
  readonly type: 'LONG_TERM';
  readonly content: string;
  readonly speaker: string;
  readonly eventTimeMs?: number | undefined;
  readonly turn?: number | undefined;
};

/** The period in which the store had a record. */
export type Recorded = { readonly fromMs: number; readonly toMs: number };

export type TraitPayload = {
  readonly type: 'PERSONA';
  readonly key: string;
  readonly value: JsonValue;
  /** Earlier values, newest first. */
  readonly versions: readonly (Recorded & { readonly value: JsonValue })[];
};

export const EPISODE_OUTCOMES = ['SUCCESS', 'PARTIAL', 'FAILURE', 'CANCELLED'] as const;
export type EpisodeOutcome = (typeof EPISODE_OUTCOMES)[number];

export const STEP_STATUSES = ['OK', 'ERROR', 'SKIPPED'] as const;

export type EpisodeStep = {
  readonly action: string;
  readonly tool: string;
  readonly inputDigest: string;
  readonly outputDigest: string;
  readonly status: (typeof STEP_STATUSES)[number];
  readonly error: string;
  readonly durationMs?: number | undefined;
  readonly timeMs: number;
};

export type EpisodePayload = {
  readonly type: 'EPISODIC';
  readonly task: string;
  readonly steps: readonly EpisodeStep[];
  /** Absent while the episode is running. */
  readonly outcome?: EpisodeOutcome | undefined;
  readonly outcomeNote: string;
  readonly startTimeMs: number;
  readonly endTimeMs?: number | undefined;
};

/** The period in which something holds in the world: from the first moment on, before the last. Absent ends are open. */
export type Validity = { readonly validFromMs?: number | undefined; readonly validToMs?: number | undefined };

/** A statement about an entity or a relationship. */
export type Statement = Validity & { readonly attributes: JsonObject };

export type StatementVersion = Statement & Recorded;

type Stated = Statement & {
  readonly type: 'ENTITY';
  /** Ids of memories. */
  readonly evidence: readonly string[];
  /** Earlier statements, newest first. */
  readonly versions: readonly StatementVersion[];
};

export type EntityPayload = Stated & {
  readonly node: 'ENTITY';
  readonly name: string;
  readonly entityType: string;
  readonly aliases: readonly string[];
};

export type RelationshipPayload = Stated & {
  readonly node: 'RELATIONSHIP';
  readonly fromId: string;
  readonly toId: string;
  readonly relationshipType: string;
};

export type DocumentPayload = {
  readonly type: 'STRUCTURED';
  readonly collection: string;
  /** '' if it has none. */
  readonly key: string;
  readonly data: JsonObject;
};

export type Payload =
  | WorkingPayload
  | MessagePayload
  | TraitPayload
  | DocumentPayload
  | TextPayload
  | EpisodePayload
  | EntityPayload
  | RelationshipPayload;

/** The fields that an update puts into the payload of any type; a key that is present and undefined is cleared. */
export type PayloadPatch = {
  readonly value?: { readonly json: JsonValue };
  readonly content?: string;
  readonly role?: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL';
  readonly timeMs?: number;
  readonly speaker?: string;
  readonly eventTimeMs?: number | undefined;
  readonly turn?: number | undefined;
  readonly task?: string;
  readonly outcome?: EpisodeOutcome | undefined;
  readonly outcomeNote?: string;
  readonly endTimeMs?: number | undefined;
  /** A step that is appended to the steps. */
  readonly step?: EpisodeStep;
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly attributes?: JsonObject;
  readonly validFromMs?: number | undefined;
  readonly validToMs?: number | undefined;
  readonly evidence?: readonly string[];
  /** The whole document. */
  readonly data?: JsonObject;
  /** A JSON Merge Patch (RFC 7396) to the document. */
  readonly mergePatch?: JsonObject;
};

/** The fields of a payload of any type that filters can read. */
export type FilterableFields = {
  readonly key?: string;
  readonly role?: string;
  readonly speaker?: string;
  readonly timeMs?: number;
  readonly eventTimeMs?: number | undefined;
  readonly turn?: number | undefined;
  readonly outcome?: string | undefined;
  readonly startTimeMs?: number | undefined;
  readonly endTimeMs?: number | undefined;
  readonly node?: string | undefined;
  readonly name?: string | undefined;
  readonly entityType?: string | undefined;
  readonly relationshipType?: string | undefined;
  readonly attributes?: JsonObject | undefined;
  readonly validFromMs?: number | undefined;
  readonly validToMs?: number | undefined;
  readonly collection?: string | undefined;
  readonly data?: JsonObject | undefined;
};

/** Payloads that are stored as JSON; messages and texts are stored as they are. */
export type JsonPayload = Exclude<Payload, WorkingPayload | MessagePayload | TextPayload>;

export function isJsonPayload(payload: Payload): payload is JsonPayload {
  return payload.type !== 'WORKING' && payload.type !== 'SHORT_TERM' && payload.type !== 'LONG_TERM';
}
