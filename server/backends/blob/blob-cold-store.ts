/**
 * Cold storage in a container of Azure Blob Storage. An object is a block blob whose last 32 bytes are the SHA-256 of those before. It
 * appears under its name once it is complete: a short one with its one request, a long one with the commit of its blocks.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContainerClient } from '@azure/storage-blob';
import { abortError } from '../../domain/abort.ts';
import { coldName } from '../../domain/cold-name.ts';
import { coldObjectDamaged } from '../../domain/errors.ts';
import { BLOB } from '../../policy/backends.ts';
import { COLD } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { CallContext } from '../../ports/stores.ts';
import { callersError, isMissing, isTaken, withSignal } from './blob-errors.ts';
import { blobListings } from './list-blobs.ts';

const DIGEST_BYTES = 32;
/** A name for checks, under which nothing stays. */
const CHECKED = 'checks/recorda';

/** Makes the store; `ensure` resolves once the container exists, and is called until it does. */
export function blobColdStore(container: ContainerClient, ensure: () => Promise<void>): ColdStore {
  const blobOf = (name: string) => container.getBlockBlobClient(coldName(name));
  const listed = blobListings(container);
  const asked = requestsOnce(ensure);

  async function put(
    name: string,
    chunks: AsyncIterable<Uint8Array>,
    ifAbsent: boolean,
    call: CallContext,
  ): Promise<number | undefined> {
    const blob = blobOf(name);
    const conditions = ifAbsent ? { ifNoneMatch: '*' } : {};
    const source = withDigest(chunks, call.signal);
    const first = await asked(call, () => firstBlock(source));
    try {
      await asked(call, (abortSignal) =>
        first.isAll
          ? blob.upload(first.bytes, first.bytes.byteLength, { abortSignal, conditions })
          : blob.uploadStream(Readable.from(joined(first.bytes, source)), BLOB.blockBytes, BLOB.blocksAtOnce, {
              abortSignal,
              conditions,
            }),
      );
    } catch (error) {
      if (ifAbsent && isTaken(error)) return undefined;
      throw error;
    }
    return source.taken();
  }

  return {
    backend: 'azure-blob',

    async put(name, chunks, { ifAbsent }, call) {
      const bytes = await orTranslated(put(name, chunks, ifAbsent, call));
      return bytes === undefined ? undefined : { name, bytes };
    },

    async get(name, call) {
      const blob = blobOf(name);
      try {
        const { readableStreamBody, contentLength = 0 } = await asked(call, (abortSignal) =>
          blob.download(0, undefined, { abortSignal }),
        );
        if (readableStreamBody === undefined) throw new Error('The driver returned no stream.');
        // A reader that has begun may take as long as it needs.
        return verified(readableStreamBody as Readable, name, contentLength);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw callersError(error);
      }
    },

    list: ({ prefix, after = '', limit }, call) =>
      orTranslated(
        asked(call, async (abortSignal) => {
          const most = Math.min(limit, COLD.pageSize);
          const { blobs, isLast } = await listed(prefix, after, most, abortSignal);
          const last = isLast ? undefined : blobs.at(-1)?.name;
          const objects = blobs.map(({ name, bytes }) => ({ name, bytes: Math.max(0, bytes - DIGEST_BYTES) }));
          return { objects, ...(last !== undefined && { next: last }) };
        }),
      ),

    async delete(name, call) {
      const blob = blobOf(name);
      const { succeeded } = await orTranslated(
        asked(call, (abortSignal) => blob.deleteIfExists({ abortSignal, deleteSnapshots: 'include' })),
      );
      return succeeded;
    },

    async check(call) {
      const blob = blobOf(CHECKED);
      await orTranslated(
        asked(call, async (abortSignal) => {
          await blob.upload('', 0, { abortSignal });
          await blob.deleteIfExists({ abortSignal });
        }),
      );
    },
  };
}

/** Returns a function that sends requests once the container exists. */
function requestsOnce(ensure: () => Promise<void>) {
  let ready: Promise<void> | undefined;
  const isReady = (): Promise<void> =>
    (ready ??= ensure().catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));
  return <T>({ signal }: CallContext, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> =>
    withSignal(signal, async (abortSignal) => {
      await isReady();
      return work(abortSignal);
    });
}

/** Yields the bytes followed by their digest, and counts those before it. */
function withDigest(chunks: AsyncIterable<Uint8Array>, signal: CallContext['signal']) {
  let taken = 0;
  async function* read(): AsyncGenerator<Uint8Array, void> {
    const digest = createHash('sha256');
    for await (const chunk of chunks) {
      if (signal.aborted) throw abortError(signal);
      taken += chunk.byteLength;
      digest.update(chunk);
      yield chunk;
    }
    yield digest.digest();
  }
  const bytes = read();
  return { next: () => bytes.next(), taken: () => taken };
}

type Source = Pick<ReturnType<typeof withDigest>, 'next'>;

async function firstBlock(source: Source): Promise<{ readonly bytes: Buffer; readonly isAll: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < BLOB.blockBytes) {
    const { done, value } = await source.next();
    if (done === true) return { bytes: Buffer.concat(chunks), isAll: true };
    chunks.push(value);
    size += value.byteLength;
  }
  return { bytes: Buffer.concat(chunks), isAll: false };
}

async function* joined(first: Uint8Array, source: Source): AsyncGenerator<Uint8Array, void> {
  yield first;
  for (let part = await source.next(); part.done !== true; part = await source.next()) yield part.value;
}

/** Ends with an error if the bytes are not those that were put. */
async function* verified(stream: Readable, name: string, length: number): AsyncGenerator<Uint8Array, void> {
  const digest = createHash('sha256');
  // The last bytes received: these are the digest once nothing follows.
  let held: Buffer = Buffer.alloc(0);
  let read = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.byteLength;
      const bytes = Buffer.concat([held, chunk]);
      const end = Math.max(0, bytes.byteLength - DIGEST_BYTES);
      held = bytes.subarray(end);
      if (end === 0) continue;
      digest.update(bytes.subarray(0, end));
      yield bytes.subarray(0, end);
    }
  } catch (error) {
    throw callersError(error);
  } finally {
    stream.destroy();
  }
  if (read !== length || !digest.digest().equals(held)) throw coldObjectDamaged(name);
}

async function orTranslated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw callersError(error);
  }
}
