/** Entities and relationships as they stood: in the world at one time, and in the store at another. */
import type { EntityPayload, MemoryRecord, RelationshipPayload, Statement, Validity } from '../memory.ts';
import { sizeBytes } from '../memory.ts';

/** Times in milliseconds since 1970 UTC. Absent: any time in the world; the present state in the store. */
export type Moment = { readonly asOfMs?: number | undefined; readonly knownAtMs?: number | undefined };

type Stated = EntityPayload | RelationshipPayload;

/** Tells whether a statement holds at a time; its end is excluded. */
export function holdsAt({ validFromMs = -Infinity, validToMs = Infinity }: Validity, timeMs: number): boolean {
  return validFromMs <= timeMs && timeMs < validToMs;
}

/**
 * Returns the entity or relationship as the store had it then, without its versions; undefined if the store did not know it yet, or
 * if it did not hold in the world. For times before the oldest stored version, that version counts.
 */
export function asOfMoment(record: MemoryRecord, moment: Moment): MemoryRecord | undefined {
  const { payload, createTimeMs, metadata } = record;
  const then = payload.type === 'ENTITY' ? payloadAt(payload, createTimeMs, moment) : undefined;
  if (then === undefined || then === payload) return then && record;
  return { ...record, payload: then, sizeBytes: sizeBytes(then, metadata) };
}

/** Returns what a record stated at that time. */
export function payloadAt<P extends Stated>(
  payload: P,
  createTimeMs: number,
  { asOfMs, knownAtMs = Infinity }: Moment,
): P | undefined {
  if (createTimeMs > knownAtMs) return undefined;
  const said = statementAt(payload, knownAtMs);
  if (asOfMs !== undefined && !holdsAt(said, asOfMs)) return undefined;
  if (said === payload && payload.versions.length === 0) return payload;
  const { validFromMs: _from, validToMs: _to, ...rest } = payload;
  const { attributes, validFromMs, validToMs } = said;
  return {
    ...(rest as P),
    attributes,
    ...(validFromMs !== undefined && { validFromMs }),
    ...(validToMs !== undefined && { validToMs }),
    versions: [],
  };
}

/** Versions are sorted newest first, and each ends when the next begins. */
function statementAt(payload: Stated, knownAtMs: number): Statement {
  let said: Statement = payload;
  for (const version of payload.versions) {
    if (version.toMs <= knownAtMs) break;
    said = version;
  }
  return said;
}
