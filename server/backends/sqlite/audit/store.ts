/** Implements the port of the audit log over the threads. */
import { RecordaError } from '../../../domain/errors.ts';
import { diskFull } from '../../../domain/store-errors.ts';
import { UNREAD, type AuditAction, type AuditHead } from '../../../domain/audit.ts';
import { AUDITING } from '../../../policy/lifecycle.ts';
import { DISK } from '../../../policy/backends.ts';
import type { AuditTrail } from '../../../ports/audit.ts';
import { readHead } from '../engine/file/audit-head.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { AuditReads } from './reads.ts';
import type { AuditWrites } from './writes.ts';

export type AuditTrailOptions = {
  readonly writer: Remote<AuditWrites>;
  readonly readers: ReaderPool<AuditReads>;
  readonly headFile: string;
  /** Returns why the store no longer writes. */
  readonly failure: () => Error | undefined;
  /** Tells whether the store's disk is full. */
  readonly isFull: () => boolean;
  readonly onLoss: (why: Error, count: number) => void;
};

export type OpenAuditTrail = AuditTrail & {
  /** Writes the waiting events. */
  flush(): Promise<void>;
};

export function sqliteAuditTrail({
  writer,
  readers,
  headFile,
  failure,
  isFull,
  onLoss,
}: AuditTrailOptions): OpenAuditTrail {
  /** The events are kept as JSON: passing one text to the writer costs this thread much less than many objects. */
  let waiting: string[] = [];
  let underWay = 0;
  let flushing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const anybody = () => readers.of({ tenant: '', userId: '' });

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return flushing;
    underWay += lines.length;
    const sent = writer
      .recordNotes({ lines: lines.join('\n') })
      .catch((error: Error) => onLoss(error, lines.length))
      .finally(() => (underWay -= lines.length));
    flushing = Promise.all([flushing, sent]).then(() => undefined);
    return flushing;
  };
  const refuseUnlessWriting = (action?: AuditAction): void => {
    if (failure() !== undefined || waiting.length + underWay >= AUDITING.mostNotes) throw notAudited();
    // The record would take room that is reserved for deletions.
    if (isFull() && (action === 'ADD' || action === 'UPDATE')) throw diskFull(DISK.retryAfterMs);
  };

  return {
    record: (events) => writer.recordAudit({ events }),
    note(events) {
      refuseUnlessWriting();
      for (const event of events) waiting.push(JSON.stringify(event));
      if (waiting.length >= AUDITING.notesAtOnce) void flush();
      else timer ??= setTimeout(() => void flush(), AUDITING.noteMs).unref();
    },
    refuseUnlessWriting,
    flush,

    async list(query, { signal }) {
      await flush();
      return anybody().listAudit(query, signal);
    },

    async end({ signal }) {
      await flush();
      return anybody().endOfAudit({}, signal);
    },

    async hashes(pageNos, { signal }) {
      const found: AuditHead[] = [];
      for (let at = 0; at < pageNos.length; at += AUDITING.pagesAtOnce) {
        const some = pageNos.slice(at, at + AUDITING.pagesAtOnce);
        found.push(...(await anybody().hashesOfAudit({ pageNos: some }, signal)));
      }
      return found;
    },

    async *verify({ signal }) {
      await flush();
      // The head is read before the pages: pages written meanwhile come after it.
      const head = readHead(headFile);
      for (let read = { ...UNREAD, isAtEnd: false }; !read.isAtEnd; yield read) {
        read = await anybody().checkAudit({ read, head }, signal);
      }
    },
  };
}

function notAudited(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The audit log cannot be written, so nothing is changed. Check the disk of the store, then restart Recorda.',
  );
}
