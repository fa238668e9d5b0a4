/** Writes to the index, in batches of permitted size, and reads the outcome of each document. */
import { RestError } from '@azure/core-rest-pipeline';
import { IndexDocumentsBatch, type SearchClient } from '@azure/search-documents';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortError, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { CallContext, Outcome } from '../../ports/stores.ts';
import type { SearchWrite } from '../../ports/search.ts';
import type { IndexDocument } from './document-form.ts';
import { HTTP } from './http-status.ts';
import { isNewer, type KnownRevision, type KnownRevisions } from './known-revisions.ts';
import { isPassingStatus, passing, refused, type Attempts } from './search-errors.ts';

/** A document to be put, or the key of one to be removed. */
export type Change = KnownRevision & { readonly document: IndexDocument };

type Writing = {
  readonly client: SearchClient<IndexDocument>;
  readonly attempt: Attempts['attempt'];
  readonly known: KnownRevisions;
  /** Returns the revisions that the index has of these keys. */
  readonly stored: (keys: readonly string[], call: CallContext) => Promise<ReadonlyMap<string, number>>;
};

const WRITTEN: Outcome<SearchWrite> = { ok: true, value: 'WRITTEN' };
const OUTDATED: Outcome<SearchWrite> = { ok: true, value: 'OUTDATED' };

export function writeDocuments({ client, attempt, known, stored }: Writing) {
  /** Returns the status of each document, by key. */
  async function send(changes: readonly Change[], { signal }: CallContext): Promise<ReadonlyMap<string, number>> {
    const batch = new IndexDocumentsBatch<IndexDocument>();
    for (const { document, isRemoved } of changes) {
      if (isRemoved) batch.delete([document]);
      else batch.upload([document]);
    }
    const { results } = await attempt((sending) => client.indexDocuments(batch, sending), signal);
    return new Map(results.map(({ key, statusCode }) => [key, statusCode]));
  }

  /** Sends a batch; documents whose errors may pass are sent again without the others. */
  async function settle(
    changes: readonly Change[],
    call: CallContext,
  ): Promise<ReadonlyMap<string, Outcome<SearchWrite>>> {
    const outcomes = new Map<string, Outcome<SearchWrite>>();
    let left = changes;
    for (let tried = 0; left.length > 0 && tried <= AZURE_SEARCH.retries; tried += 1) {
      if (tried > 0) await pause(AZURE_SEARCH.firstRetryMs * 2 ** (tried - 1), call.signal);
      const statuses = await send(left, call);
      for (const { document } of left) outcomes.set(document.key, outcomeOf(statuses.get(document.key)));
      left = left.filter(({ document }) => mayPass(outcomes.get(document.key)));
    }
    return outcomes;
  }

  /** Writes a batch; if the service rejects it as a whole, its documents share the error. */
  async function write(
    changes: readonly Change[],
    call: CallContext,
  ): Promise<ReadonlyMap<string, Outcome<SearchWrite>>> {
    try {
      return await settle(changes, call);
    } catch (error) {
      if (isTooLarge(error) && changes.length === 1) return failed(changes, refused(HTTP.tooLarge));
      if (isTooLarge(error)) {
        const half = Math.ceil(changes.length / 2);
        const [first, second] = [await write(changes.slice(0, half), call), await write(changes.slice(half), call)];
        return new Map([...first, ...second]);
      }
      if (call.signal.aborted) throw abortError(call.signal);
      if (!(error instanceof RecordaError)) throw error;
      return failed(changes, error);
    }
  }

  /** Returns an outcome for each change, in order. */
  return async (changes: readonly Change[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]> => {
    const unknown = changes.map(({ document }) => document.key).filter((key) => known.of(key) === undefined);
    const revisions = await stored(unknown, call);
    const isOutdated = (change: Change): boolean => {
      const { key } = change.document;
      const revision = revisions.get(key);
      return !isNewer(change, known.of(key) ?? (revision === undefined ? undefined : { revision, isRemoved: false }));
    };
    const outcomes = new Map<string, Outcome<SearchWrite>>();
    for (const batch of batches(changes.filter((change) => !isOutdated(change)))) {
      for (const [key, outcome] of await write(batch, call)) outcomes.set(key, outcome);
    }
    for (const { document, revision, isRemoved } of changes) {
      if (outcomes.get(document.key)?.ok === true) known.note(document.key, { revision, isRemoved });
    }
    return changes.map(({ document }) => outcomes.get(document.key) ?? OUTDATED);
  };
}

function failed(changes: readonly Change[], error: RecordaError): ReadonlyMap<string, Outcome<SearchWrite>> {
  return new Map(changes.map(({ document }) => [document.key, { ok: false, error }]));
}

function outcomeOf(status: number | undefined): Outcome<SearchWrite> {
  if (status === undefined) return { ok: false, error: passing(0) };
  if (status < HTTP.redirect) return WRITTEN;
  return { ok: false, error: isPassingStatus(status) ? passing(status) : refused(status) };
}

function mayPass(outcome: Outcome<SearchWrite> | undefined): boolean {
  return outcome?.ok === false && outcome.error.retryable;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RestError && error.statusCode === HTTP.tooLarge;
}

async function pause(ms: number, signal: StopSignal): Promise<void> {
  if (signal.aborted) throw abortError(signal);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await sleep(ms, undefined, { signal: stop.signal });
  } catch {
    throw abortError(signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Splits changes, in order, into batches that the service accepts. */
function batches(changes: readonly Change[]): readonly (readonly Change[])[] {
  const all: Change[][] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change.document));
    const last = all.at(-1);
    const hasRoom =
      last !== undefined && last.length < AZURE_SEARCH.batchDocuments && bytes + size <= AZURE_SEARCH.batchBytes;
    if (hasRoom) last.push(change);
    else all.push([change]);
    bytes = hasRoom ? bytes + size : size;
  }
  return all;
}
