/** Implements the port through which receivers outside get the audit log. */
import type { AuditFeed } from '../../../ports/audit.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { FeedReads } from './feed-reads.ts';
import type { AuditWrites } from './writes.ts';

export type AuditFeedParts = {
  readonly writer: Remote<AuditWrites>;
  readonly readers: ReaderPool<FeedReads>;
  /** Writes the records that wait. */
  readonly flush: () => Promise<void>;
};

export function sqliteAuditFeed({ writer, readers, flush }: AuditFeedParts): AuditFeed {
  return {
    async after(query, { signal }) {
      await flush();
      return readers.leastBusy().auditAfter(query, signal);
    },
    shippedUpTo: (receiver, { signal }) => readers.leastBusy().shippedUpTo({ receiver }, signal),
    acknowledge: (receiver, upTo, { signal }) => writer.acknowledgeAudit({ receiver, ...upTo }, signal),
  };
}
