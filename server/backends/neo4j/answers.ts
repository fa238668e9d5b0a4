/** What requests that were applied are answered with when they are repeated. */
import { inflateSync } from 'node:zlib';
import { decideRepeat } from '../../domain/decide/repeat.ts';
import { notFound } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { Added, AddIntent } from '../../ports/stores.ts';
import { openAnswer, sealAnswer, storedRequest } from '../sealed-answer.ts';
import type { Desk } from './desk.ts';
import { asInt8, type KeptRecord } from './record-form.ts';

type Request = Pick<AddIntent, 'scope' | 'nowMs' | 'requestId'>;

/** The answer that a request got, and the memory of then; undefined where an earlier version let go of it with its memory. */
export type Repeated<T> = { readonly outcome: T; readonly record: KeptRecord | undefined };

/** Undefined where it is no repeat. Throws REQUEST_ID_REUSED. */
export function repeated<T>({ books }: Desk, { scope, requestId, nowMs }: Request): Repeated<T> | undefined {
  if (requestId === undefined) return undefined;
  const prior = books.prior(scope, requestId);
  // An earlier version stored the body's hash itself, and the snapshot open.
  const isSealed = prior?.bodyHash !== requestId.bodyHash;
  const repeat = decideRepeat(prior, isSealed ? storedRequest(requestId) : requestId, nowMs);
  if (!repeat.ok) throw repeat.error;
  if (!repeat.value || prior === undefined) return undefined;
  const { outcome, snapshot } = prior;
  return {
    outcome: JSON.parse(outcome) as T,
    record: snapshot && (JSON.parse(readSnapshot(snapshot, requestId, isSealed)) as KeptRecord),
  };
}

function readSnapshot(snapshot: Int8Array, requestId: RequestId, isSealed: boolean): string {
  const bytes = new Uint8Array(snapshot);
  return isSealed ? openAnswer(requestId, bytes) : inflateSync(bytes).toString();
}

export function remember(
  { books }: Desk,
  { scope, requestId }: Request,
  id: string,
  outcome: object,
  record?: KeptRecord,
): void {
  if (requestId === undefined) return;
  const snapshot = record && asInt8(sealAnswer(requestId, JSON.stringify(record)));
  books.remember(scope, storedRequest(requestId), id, JSON.stringify(outcome), snapshot);
}

/** Of an add: of the memory what the repeat does not bring again. */
export type AddedOutcome = Omit<Added, 'record'> & { readonly added?: object };

export function outcomeOfAdd({ record, ...answer }: Added): AddedOutcome {
  const { payload: _, metadata: __, scope: ___, ...added } = record;
  return { ...answer, added };
}

/** The answer of then. */
export function repeatedAdd(
  { id, scope, payload, metadata }: AddIntent,
  { outcome: { added, ...answer }, record }: Repeated<AddedOutcome>,
): Added {
  if (record !== undefined) return { ...answer, record };
  if (added === undefined) throw notFound(id);
  return { ...answer, record: { scope, payload, ...(metadata !== undefined && { metadata }), ...added } as KeptRecord };
}
