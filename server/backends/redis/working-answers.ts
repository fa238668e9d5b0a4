/** The answers to repeats of applied requests about entries of working memory. */
import { notFound } from '../../domain/errors.ts';
import type { RemoveIntent, Removed, UpdateIntent } from '../../domain/intents.ts';
import type { JsonValue, MemoryRecord, Payload } from '../../domain/memory.ts';
import type { AddAnswer, Placed, UpdateAnswer } from '../../domain/writes/asks.ts';
import { toAdded, type SizedIntent } from '../../domain/writes/records.ts';
import { openContent, repeated, sealContent, type NewRequest, type Prior } from './repeats.ts';
import type { WorkingRecord } from './working-form.ts';
import type { EntryWrites } from './working-transaction.ts';

/** Returns the value that an earlier version kept for a repeat, as JSON; null if the entry is deleted. */
export type KeptValue = (id: string, requestId: string) => Promise<string | null>;

/** A remembered request holds the record without its value. */
type Remembered = { readonly record: string };
type UpdateOutcome = Remembered & {
  readonly remaining: UpdateAnswer['remaining'];
  /** The value, if an update did not bring it. */
  readonly sealed?: string | undefined;
};

export function rememberedAdd({ requestId }: SizedIntent, answer: AddAnswer<EntryWrites>): NewRequest | undefined {
  if (requestId === undefined) return undefined;
  const { record, ...placed } = toAdded<EntryWrites>(answer);
  return { requestId, outcome: { ...placed, ...remembered(record) } };
}

export function repeatedAdd(write: SizedIntent, prior: Prior): AddAnswer<EntryWrites> | undefined {
  const outcome = repeated<Placed & Remembered>(write, prior);
  return outcome && { ...outcome, record: recalled(outcome, valueOf(write.payload)) };
}

export function rememberedUpdate(write: UpdateIntent, { record, remaining }: UpdateAnswer): NewRequest | undefined {
  const { requestId, patch } = write;
  if (requestId === undefined) return undefined;
  // The value for a repeat that does not bring it, also after the entry is deleted.
  const value = patch.value === undefined ? JSON.stringify(valueOf(record.payload)) : undefined;
  const sealed = value && sealContent(requestId, value);
  const outcome: UpdateOutcome = { remaining, ...remembered(record), sealed };
  return { requestId, outcome };
}

export async function repeatedUpdate(
  write: UpdateIntent,
  prior: Prior,
  keptValue: KeptValue,
): Promise<UpdateAnswer | undefined> {
  const outcome = repeated<UpdateOutcome>(write, prior);
  if (outcome === undefined) return undefined;
  const { sealed, remaining } = outcome;
  const { id, patch, requestId } = write;
  if (patch.value !== undefined) return { record: recalled(outcome, patch.value.json), remaining };
  const text = sealed === undefined ? await keptValue(id, requestId!.id) : openContent(requestId!, sealed);
  if (text === null) throw notFound(id);
  return { record: recalled(outcome, JSON.parse(text) as JsonValue), remaining };
}

export function repeatedRemove(write: RemoveIntent, prior: Prior): Removed | undefined {
  return repeated<Removed>(write, prior);
}

function remembered(record: MemoryRecord): Remembered {
  const { accessCount, lastAccessTimeMs } = record;
  const head = { ...record, payload: { ...record.payload, value: null } } as WorkingRecord;
  return { record: JSON.stringify({ ...head, accessCount, lastAccessTimeMs }) };
}

function recalled({ record: text }: Remembered, value: JsonValue): WorkingRecord {
  const record = JSON.parse(text) as WorkingRecord;
  return { ...record, payload: { ...record.payload, value } };
}

function valueOf(payload: Payload): JsonValue {
  if (payload.type !== 'WORKING') throw new Error(`This store is for working memory, not ${payload.type}.`);
  return payload.value;
}
