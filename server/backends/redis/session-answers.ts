/** What writes answer, first and to repeats. */
import type { Outcome, Remaining } from '../../domain/intents.ts';
import type { Added, AddIntent } from '../../ports/stores.ts';
import type { StoredText } from '../stored-text.ts';
import type { MessageRecord } from './message-form.ts';

/** Remembered of a request: the record's head, and when its session was to expire then. No content. */
type Remembered = { readonly record: string; readonly expireMs: number };
export type AddOutcome = Omit<Added, 'record'> & Remembered;
export type UpdateOutcome = Remembered & {
  readonly remaining: Remaining;
  /** The content then, where a repeat does not bring it. */
  readonly sealed?: string | undefined;
  /** Of the message: where an earlier version kept it. */
  readonly requestField?: string | undefined;
};

export function newRecord(
  { id, scope, payload, source, metadata, importance, nowMs }: AddIntent,
  text: StoredText,
  size: number,
  expireTimeMs: number,
): MessageRecord {
  return {
    id,
    scope,
    payload: payload as MessageRecord['payload'],
    ...(source !== undefined && { source }),
    ...(metadata !== undefined && { metadata }),
    ...(importance !== undefined && { importance }),
    createTimeMs: nowMs,
    updateTimeMs: nowMs,
    expireTimeMs,
    version: 1,
    sizeBytes: size,
    ...storedForm(text),
  };
}

export function storedForm({ body, bytes }: StoredText): Pick<MessageRecord, 'storedBytes' | 'isCompressed'> {
  return { storedBytes: bytes, isCompressed: typeof body !== 'string' };
}

export function rememberedRecord({ record, expireMs }: Remembered, content: string): MessageRecord {
  const head = JSON.parse(record) as MessageRecord;
  return { ...head, payload: { ...head.payload, content }, expireTimeMs: expireMs };
}

/** The answer of then, with the content that the repeat brings again. */
export function repeatedAdd({ payload }: AddIntent, outcome: AddOutcome): Added {
  const { expireMs: _, ...added } = outcome;
  const { content } = payload as MessageRecord['payload'];
  return { ...added, record: rememberedRecord(outcome, content) };
}

export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}
