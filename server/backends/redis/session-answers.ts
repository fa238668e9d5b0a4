/** The answers to repeats of applied requests about messages. */
import { notFound } from '../../domain/errors.ts';
import type { RemoveIntent, Removed, UpdateIntent } from '../../domain/intents.ts';
import type { MemoryRecord, Payload } from '../../domain/memory.ts';
import type { AddAnswer, Placed, UpdateAnswer } from '../../domain/writes/asks.ts';
import { toAdded, type SizedIntent } from '../../domain/writes/records.ts';
import type { StoredText } from '../stored-text.ts';
import { headOf, withBody, type MessageRecord } from './message-form.ts';
import { openContent, repeated, sealContent, type NewRequest, type Prior } from './repeats.ts';
import type { MessageWrites } from './session-transaction.ts';

export type AddMessage = SizedIntent & { readonly text: StoredText };
/** An update; `text` is the patch's content. */
export type UpdateMessage = UpdateIntent & { readonly text?: StoredText | undefined };

/** Returns the body that an earlier version kept with a message for a repeat; null if the message is deleted. */
export type KeptBody = (id: string, field: string) => Promise<Buffer | null>;

/** A remembered request holds the record's head and when its session was to expire. It holds no content. */
type Remembered = { readonly record: string; readonly expireMs: number };
type AddOutcome = Placed & Remembered;
type UpdateOutcome = Remembered & {
  readonly remaining: UpdateAnswer['remaining'];
  /** The content at that time, if a repeat does not bring it. */
  readonly sealed?: string | undefined;
  /** The field in which an earlier version kept the message. */
  readonly requestField?: string | undefined;
};

export function rememberedAdd(write: AddMessage, answer: AddAnswer<MessageWrites>): NewRequest | undefined {
  const { record, ...placed } = toAdded<MessageWrites>(answer);
  const outcome: AddOutcome = { ...placed, ...remembered(record) };
  return write.requestId && { requestId: write.requestId, outcome };
}

export function repeatedAdd(write: AddMessage, prior: Prior): AddAnswer<MessageWrites> | undefined {
  const outcome = repeated<AddOutcome>(write, prior);
  if (outcome === undefined) return undefined;
  const { expireMs: _, ...placed } = outcome;
  return { ...placed, record: recalled(outcome, contentOf(write.payload)) };
}

export function rememberedUpdate(write: UpdateMessage, { record, remaining }: UpdateAnswer): NewRequest | undefined {
  const { requestId, text } = write;
  if (requestId === undefined) return undefined;
  // The content for a repeat that does not bring it, also after the message is deleted.
  const sealed = text === undefined ? sealContent(requestId, contentOf(record.payload)) : undefined;
  const outcome: UpdateOutcome = { remaining, ...remembered(record), sealed };
  return { requestId, outcome };
}

export async function repeatedUpdate(
  write: UpdateMessage,
  prior: Prior,
  keptBody: KeptBody,
): Promise<UpdateAnswer | undefined> {
  const outcome = repeated<UpdateOutcome>(write, prior);
  if (outcome === undefined) return undefined;
  const { sealed, requestField = '', remaining } = outcome;
  const { id, patch, requestId } = write;
  if (patch.content !== undefined) return { record: recalled(outcome, patch.content), remaining };
  if (sealed !== undefined) return { record: recalled(outcome, openContent(requestId!, sealed)), remaining };
  const body = await keptBody(id, requestField);
  if (body === null) throw notFound(id);
  return { record: withBody(recalled(outcome, ''), body), remaining };
}

export function repeatedRemove(write: RemoveIntent, prior: Prior): Removed | undefined {
  return repeated<Removed>(write, prior);
}

function remembered(record: MemoryRecord): Remembered {
  return { record: headOf(record as MessageRecord), expireMs: record.expireTimeMs ?? 0 };
}

function recalled({ record, expireMs }: Remembered, content: string): MessageRecord {
  const head = JSON.parse(record) as MessageRecord;
  return { ...head, payload: { ...head.payload, content }, expireTimeMs: expireMs };
}

export function contentOf(payload: Payload): string {
  if (payload.type !== 'SHORT_TERM') throw new Error(`Redis stores messages, not ${payload.type}.`);
  return payload.content;
}
