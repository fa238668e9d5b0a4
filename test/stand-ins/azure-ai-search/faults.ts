/** What goes wrong on purpose: a status, documents that fail within a batch, connections that are cut, answers that take time. */
import type { IndexingResult } from './stored-documents.ts';

export type Fault = {
  /** Part of the path of the requests that meet it; all by default. */
  readonly path?: string | undefined;
  /** How often; 1 by default. */
  readonly times?: number;
} & (
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Fails the documents whose keys are named, or each second one. */
  | { readonly kind: 'partial'; readonly statusCode: number; readonly keys?: readonly string[] }
  /** The connection ends before the request is done, or once it is and before it is answered. */
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
    /** The next of these kinds that this path meets; it is used up by that. */
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

/** Which documents of a batch fail. */
export function failing(fault: Extract<Fault, { kind: 'partial' }> | undefined, key: string, index: number): boolean {
  if (fault === undefined) return false;
  return fault.keys === undefined ? index % 2 === 1 : fault.keys.includes(key);
}

export function failedResult(key: string, statusCode: number): IndexingResult {
  return { key, status: false, errorMessage: 'The document could not be indexed now.', statusCode };
}
