/** Frames messages of a stream as the Connect protocol does: a byte of flags, four of length, the message. */

/** The flag of the last message, which is JSON and tells how the stream ended. */
export const FLAG_END = 0b10;
const HEAD_BYTES = 5;

/** Returns the envelope of one message, not compressed. */
export function envelope(message: Uint8Array): Uint8Array {
  const framed = new Uint8Array(HEAD_BYTES + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, HEAD_BYTES);
  return framed;
}

export type Envelope = { readonly flags: number; readonly message: Uint8Array };

/**
 * Yields each envelope as soon as it is complete. An incomplete one at the end of a broken stream is dropped. Leaving
 * cancels the body.
 */
export async function* envelopes(body: ReadableStream<Uint8Array>): AsyncGenerator<Envelope, void> {
  const reader = body.getReader();
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let neededBytes = HEAD_BYTES;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      held.push(value);
      heldBytes += value.length;
      if (heldBytes < neededBytes) continue;
      // A large message arrives in many parts, which are joined only once.
      let rest = joined(held.splice(0), heldBytes);
      for (let next = framed(rest); next !== undefined; next = framed(rest)) {
        yield next;
        rest = rest.subarray(HEAD_BYTES + next.message.length);
      }
      held.push(rest);
      heldBytes = rest.length;
      neededBytes = lengthOf(rest);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the length of the envelope that begins here, or of its head if that is incomplete. */
function lengthOf(bytes: Uint8Array): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES;
  return HEAD_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
}

function framed(bytes: Uint8Array): Envelope | undefined {
  const end = lengthOf(bytes);
  if (bytes.length < end) return undefined;
  return { flags: bytes[0]!, message: bytes.subarray(HEAD_BYTES, end) };
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
