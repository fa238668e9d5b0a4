/**
 * Gathers the texts of concurrent calls into common batches, and splits long calls into several: an endpoint or a model answers one batch
 * of fifty texts almost as soon as a batch of one.
 */
import { abortError } from '../domain/abort.ts';
import type { Embedder } from '../ports/stores.ts';

export type GatherLimits = {
  /** The most texts in a batch, and their bytes. A single text may have more bytes. */
  readonly texts: number;
  readonly bytes: number;
  /** The most batches under way at once. */
  readonly concurrent: number;
  /** How long a batch that is not full waits for more, in milliseconds. */
  readonly gatherMs: number;
};

export type BatchWork = {
  /** Returns a vector for each text, or rejects. The signal aborts once nobody waits for the batch any more. */
  run(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Tells whether a batch may have failed because of one of its texts; then halves of it are tried, down to single calls. */
  mayBeOfOneText(error: unknown): boolean;
};

/** A call that waits for its vectors. */
type Waiting = {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  /** The number of its texts that are in batches already. */
  begun: number;
  missing: number;
  isOver: boolean;
  end(error?: Error): void;
  readonly onOver: Set<() => void>;
};

type Part = { readonly call: Waiting; readonly from: number; readonly texts: readonly string[] };

/** Makes an Embedder's `embed` whose calls share batches. */
export function gathered(work: BatchWork, limits: GatherLimits): Embedder['embed'] {
  const queue: Waiting[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  function textsWaiting(): number {
    return queue.reduce((sum, call) => sum + textsLeftOf(call), 0);
  }

  function startSoon(): void {
    if (running >= limits.concurrent) return;
    if (textsWaiting() >= limits.texts) start();
    else timer ??= setTimeout(start, limits.gatherMs);
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    while (running < limits.concurrent && queue.length > 0) {
      running++;
      void runParts(work, nextParts()).finally(() => {
        running--;
        start();
      });
    }
  }

  /** Calls with few texts left are first: a query does not wait for a batch of adds, which takes the remaining room. */
  function nextParts(): readonly Part[] {
    queue.sort((left, right) => textsLeftOf(left) - textsLeftOf(right));
    const parts: Part[] = [];
    let textsLeft = limits.texts;
    let bytesLeft = limits.bytes;
    for (let call = queue[0]; call !== undefined && textsLeft > 0; call = queue[0]) {
      const from = call.begun;
      while (call.begun < call.texts.length && textsLeft > 0) {
        const bytes = Buffer.byteLength(call.texts[call.begun] as string);
        if (bytes > bytesLeft && textsLeft < limits.texts) break;
        bytesLeft -= bytes;
        textsLeft--;
        call.begun++;
      }
      if (call.begun > from) parts.push({ call, from, texts: call.texts.slice(from, call.begun) });
      if (call.begun < call.texts.length) break;
      queue.shift();
    }
    return parts;
  }

  return async (texts, { signal }) => {
    if (signal.aborted) throw abortError(signal);
    if (texts.length === 0) return [];
    return new Promise((resolve, reject) => {
      const vectors: Float32Array[] = new Array<Float32Array>(texts.length);
      const onAbort = (): void => call.end(abortError(signal));
      const call: Waiting = {
        texts,
        vectors,
        begun: 0,
        missing: texts.length,
        isOver: false,
        onOver: new Set(),
        end(error) {
          if (call.isOver) return;
          call.isOver = true;
          signal.removeEventListener('abort', onAbort);
          const index = queue.indexOf(call);
          if (index >= 0) queue.splice(index, 1);
          for (const stopIfUnwanted of call.onOver) stopIfUnwanted();
          if (error === undefined) resolve(vectors);
          else reject(error);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(call);
      startSoon();
    });
  };
}

/** Never rejects: it settles the calls. */
async function runParts(work: BatchWork, parts: readonly Part[]): Promise<void> {
  const wanted = parts.filter(({ call }) => !call.isOver);
  if (wanted.length === 0) return;
  const stop = new AbortController();
  const stopIfUnwanted = (): void => {
    if (wanted.every(({ call }) => call.isOver)) stop.abort();
  };
  for (const { call } of wanted) call.onOver.add(stopIfUnwanted);
  try {
    const vectors = await work.run(
      wanted.flatMap(({ texts }) => texts),
      stop.signal,
    );
    let at = 0;
    for (const part of wanted) deliver(part, vectors.slice(at, (at += part.texts.length)));
  } catch (error) {
    if (wanted.length > 1 && work.mayBeOfOneText(error)) {
      const half = wanted.length >> 1;
      await runParts(work, wanted.slice(0, half));
      await runParts(work, wanted.slice(half));
    } else for (const { call } of wanted) call.end(error as Error);
  } finally {
    for (const { call } of wanted) call.onOver.delete(stopIfUnwanted);
  }
}

function textsLeftOf({ texts, begun }: Waiting): number {
  return texts.length - begun;
}

function deliver({ call, from, texts }: Part, vectors: readonly Float32Array[]): void {
  for (const [index, vector] of vectors.entries()) call.vectors[from + index] = vector;
  call.missing -= texts.length;
  if (call.missing === 0) call.end();
}
