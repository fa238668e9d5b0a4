/** Conditions that must hold for entities and relationships, whatever adds and updates changed. */
import { LIMITS } from '../../policy/limits.ts';
import { fieldError, type RecordaError } from '../errors.ts';
import type { EntityPayload, MemoryRecord, Payload, RelationshipPayload } from '../memory.ts';

type Stated = EntityPayload | RelationshipPayload;

/** Returns why a payload that results from a merge or a patch cannot be stored; undefined if it can. */
export function statedFault(payload: Payload): RecordaError | undefined {
  if (payload.type !== 'ENTITY') return undefined;
  const { validFromMs = -Infinity, validToMs = Infinity, evidence, attributes } = payload;
  if (validFromMs >= validToMs) {
    return fault(payload, 'valid_to', 'would not be after the resulting valid_from; send both, or neither');
  }
  if (evidence.length > LIMITS.evidence) return tooMany(payload, 'evidence', evidence.length, LIMITS.evidence);
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes > LIMITS.attributesBytes) return tooMany(payload, 'attributes', bytes, LIMITS.attributesBytes);
  if (payload.node !== 'ENTITY' || payload.aliases.length <= LIMITS.aliases) return undefined;
  return tooMany(payload, 'aliases', payload.aliases.length, LIMITS.aliases);
}

function tooMany(payload: Stated, field: string, now: number, most: number): RecordaError {
  const [would, atMost] = [now, most].map((number) => number.toLocaleString('en-US'));
  const unit = field === 'attributes' ? ' bytes as JSON' : '';
  const why = `would be ${would}${unit} together with the existing ones; at most ${atMost} are allowed. Update it with those to keep`;
  return fault(payload, field, why);
}

function fault({ node }: Stated, field: string, description: string): RecordaError {
  return fieldError(`memory.${node.toLowerCase()}.${field}`, description);
}

/** Returns why a relationship cannot be added here; undefined if both its ends exist. `find` searches the user's memories. */
export function endsFault(
  { payload, scope }: Pick<MemoryRecord, 'payload' | 'scope'>,
  find: (id: string) => MemoryRecord | undefined,
): RecordaError | undefined {
  if (payload.type !== 'ENTITY' || payload.node !== 'RELATIONSHIP') return undefined;
  for (const [field, id] of [
    ['from_id', payload.fromId],
    ['to_id', payload.toId],
  ] as const) {
    const end = find(id);
    if (end?.payload.type === 'ENTITY' && end.payload.node === 'ENTITY' && end.scope.namespace === scope.namespace) {
      continue;
    }
    const description =
      'is the id of no entity of this user and namespace. Add the entity first; the answer has its id, also where it was merged';
    return fault(payload, field, description);
  }
  return undefined;
}

/**
 * Chooses the relationship that an add is merged into, among those whose periods overlap with it: the one that holds now, or else the
 * latest.
 */
export function mergeTarget(candidates: readonly MemoryRecord[], nowMs: number): MemoryRecord | undefined {
  const times = ({ payload }: MemoryRecord) => {
    const { validFromMs = -Infinity, validToMs = Infinity } = payload as Stated;
    return { validFromMs, validToMs };
  };
  const holdsNow = (record: MemoryRecord): boolean => {
    const { validFromMs, validToMs } = times(record);
    return validFromMs <= nowMs && nowMs < validToMs;
  };
  if (candidates.length <= 1) return candidates[0];
  return (
    candidates.find(holdsNow) ??
    candidates.reduce((latest, other) => (times(other).validFromMs > times(latest).validFromMs ? other : latest))
  );
}

/** Returns the error for an add or an update that would take the place of another memory. */
export function keyTaken({ id, payload }: MemoryRecord): RecordaError {
  if (payload.type === 'ENTITY' && payload.node === 'RELATIONSHIP') {
    const description = `overlaps the time of ${id}, which has the same type and ends. Change or delete that one, or give another time`;
    return fault(payload, 'valid_from', description);
  }
  return fieldError(
    'memory.entity.name',
    `is the name of ${id}, which has the same type. Add this entity under that name to merge them, then delete this one.`,
  );
}
