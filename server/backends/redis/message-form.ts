/** The form of a message in Redis: a JSON head and the content beside it, compressed if that is smaller. */
import type { MemoryRecord, MessagePayload } from '../../domain/memory.ts';
import { readText, type StoredText } from '../stored-text.ts';

export type MessageRecord = MemoryRecord & { readonly payload: MessagePayload };

/** The answer of HMGET for MESSAGE_FIELDS. */
export type MessageFields = readonly (Buffer | null)[];
export const MESSAGE_FIELDS = ['head', 'body', 'session', 'accesses', 'lastMs'] as const;

/** Returns all but the content, the expiry, which is the session's, and the access counts. */
export function headOf({ expireTimeMs: _, accessCount: __, lastAccessTimeMs: ___, ...record }: MessageRecord): string {
  return JSON.stringify({ ...record, payload: { ...record.payload, content: '' } });
}

export function bodyOf({ body }: StoredText): string | Buffer {
  return typeof body === 'string' ? body : Buffer.from(body);
}

/** Returns the message with the content that was stored as `body`. */
export function withBody(head: MessageRecord, body: Buffer): MessageRecord {
  const content = readText(head.isCompressed ? body : body.toString());
  return { ...head, payload: { ...head.payload, content } };
}

/** Returns undefined if there is no such message. */
export function readMessage(fields: MessageFields, expireTimeMs: number): MessageRecord | undefined {
  const [head, body, , accesses, lastMs] = fields;
  if (!head || !body) return undefined;
  return {
    ...withBody(JSON.parse(head.toString()) as MessageRecord, body),
    expireTimeMs,
    ...(accesses && { accessCount: Number(accesses.toString()) }),
    ...(lastMs && { lastAccessTimeMs: Number(lastMs.toString()) }),
  };
}
