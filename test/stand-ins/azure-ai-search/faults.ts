/** Faults that tests inject: a status, documents that fail within a batch, cut connections, slow answers. */
import type { IndexingResult } from './stored-documents.ts';

export type Fault = {
  /** Part of the path of the requests that are affected; by default all are. */
  readonly path?: string | undefined;
  /** The number of requests that are affected; 1 by default. */
  readonly times?: number;
} & (
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Fails the documents with these keys, or every second one. */
  | { readonly kind: 'partial'; readonly statusCode: number; readonly keys?: readonly string[] }
  /** Cuts the connection before the request is executed, or after it is executed and before it is answered. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
  | { readonly kind: 'slow'; readonly ms: number }
);

export function faults() {
  let waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    add(fault: Fault): void {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    clear(): void {
      waiting = [];
    },
    /** Returns the next fault of these kinds for this path, and consumes it. */
    next<Kind extends Fault['kind']>(
      path: string,
      ...kinds: readonly Kind[]
    ): Extract<Fault, { kind: Kind }> | undefined {
      const meets = ({ fault }: { fault: Fault }): boolean =>
        kinds.some((kind) => kind === fault.kind) && path.includes(fault.path ?? '');
      const found = waiting.find(meets);
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) waiting = waiting.filter((one) => one !== found);
      return found.fault as Extract<Fault, { kind: Kind }>;
    },
  };
}

/** Returns whether a document of a batch fails. */
export function failing(fault: Extract<Fault, { kind: 'partial' }> | undefined, key: string, index: number): boolean {
  if (fault === undefined) return false;
  return fault.keys === undefined ? index % 2 === 1 : fault.keys.includes(key);
}

export function failedResult(key: string, statusCode: number): IndexingResult {
  return { key, status: false, errorMessage: 'The document could not be indexed now.', statusCode };
}
