/** The answers to repeats of applied requests. */
import { inflateSync } from 'node:zlib';
import { orThrow } from '../../domain/decide/outcome.ts';
import { decideRepeat } from '../../domain/decide/repeat.ts';
import { notFound } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import type { AddAnswer, UpdateAnswer } from '../../domain/writes/asks.ts';
import { toAdded, type SizedIntent } from '../../domain/writes/records.ts';
import type { Added, RemoveIntent, Removed, UpdateIntent } from '../../ports/stores.ts';
import { openAnswer, sealAnswer, storedRequest } from '../sealed-answer.ts';
import type { Neo4jWrites } from './memory-transaction.ts';
import { asInt8, type KeptRecord } from './record-form.ts';
import type { UnitOfWork } from './unit-of-work.ts';

type Request = Pick<SizedIntent, 'scope' | 'nowMs' | 'requestId'>;

/** The answer that a request got, and the memory as of then; undefined if an earlier version deleted it with its memory. */
type Repeated<T> = { readonly outcome: T; readonly record: KeptRecord | undefined };

/** The part of an added memory that is remembered for a repeat, which brings the rest again. */
type AddedOutcome = Omit<Added, 'record'> & { readonly added?: object };

/** Returns undefined if it is no repeat. Throws REQUEST_ID_REUSED. */
function repeated<T>(unit: UnitOfWork, { scope, requestId, nowMs }: Request): Repeated<T> | undefined {
  if (requestId === undefined) return undefined;
  const prior = unit.prior(scope, requestId);
  // An earlier version stored the body's hash itself, and an unsealed snapshot.
  const isSealed = prior?.bodyHash !== requestId.bodyHash;
  const isRepeat = orThrow(decideRepeat(prior, isSealed ? storedRequest(requestId) : requestId, nowMs));
  if (!isRepeat || prior === undefined) return undefined;
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

/** Returns the first answer. */
export function repeatedAdd(unit: UnitOfWork, write: SizedIntent): AddAnswer<Neo4jWrites> | undefined {
  const prior = repeated<AddedOutcome>(unit, write);
  if (prior === undefined) return undefined;
  const { added, ...answer } = prior.outcome;
  if (prior.record !== undefined) return { ...answer, record: prior.record };
  const { id, scope, payload, metadata } = write;
  if (added === undefined) throw notFound(id);
  return { ...answer, record: { scope, payload, ...(metadata !== undefined && { metadata }), ...added } as KeptRecord };
}

export function repeatedUpdate(unit: UnitOfWork, write: UpdateIntent): UpdateAnswer | undefined {
  const prior = repeated<Omit<UpdateAnswer, 'record'>>(unit, write);
  if (prior === undefined) return undefined;
  if (prior.record === undefined) throw notFound(write.id);
  return { ...prior.outcome, record: prior.record };
}

export function repeatedRemove(unit: UnitOfWork, write: RemoveIntent): Removed | undefined {
  return repeated<Removed>(unit, write)?.outcome;
}

export function rememberAdd(unit: UnitOfWork, write: SizedIntent, answer: AddAnswer<Neo4jWrites>): void {
  const { record, ...outcome } = toAdded<Neo4jWrites>(answer);
  const { payload: _, metadata: __, scope: ___, ...added } = record;
  remember(unit, write, record.id, answer.operation === 'MERGED' ? outcome : { ...outcome, added }, record);
}

export function rememberUpdate(unit: UnitOfWork, write: UpdateIntent, { record, remaining }: UpdateAnswer): void {
  remember(unit, write, record.id, { remaining }, record);
}

export function rememberRemove(unit: UnitOfWork, write: RemoveIntent, answer: Removed): void {
  remember(unit, write, write.id, answer);
}

function remember(
  unit: UnitOfWork,
  { scope, requestId }: Request,
  id: string,
  outcome: object,
  record?: MemoryRecord,
): void {
  if (requestId === undefined) return;
  const snapshot = record && asInt8(sealAnswer(requestId, JSON.stringify(record)));
  unit.remember(scope, storedRequest(requestId), id, JSON.stringify(outcome), snapshot);
}
