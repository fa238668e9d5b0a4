/** Takes a memory that another server wrote into the record, so that a change of it is decided on its present state. */
import { withAdded } from '../../../domain/decide/quota.ts';
import { notFound } from '../../../domain/errors.ts';
import type { MemoryRef } from '../../../domain/intents.ts';
import { storedForm } from '../../stored-text.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { KnownThere } from '../records/memory-commands.ts';
import type { OutboxOfStore } from './writes.ts';
import type { MemoryTable } from '../records/memory-table.ts';

/** Throws MEMORY_NOT_FOUND if another server has removed it. Does nothing if its last change here is unseen and newer. */
export function applyRemoteDocument(quotaAccounts: QuotaAccounts, rows: MemoryTable, outbox: OutboxOfStore) {
  return (known: KnownThere | undefined, { id, scope }: MemoryRef, nowMs: number): void => {
    const revision = typeof known === 'object' ? known.revision : 0;
    if (known === undefined || known === 'RECORD' || outbox.isAhead(id, revision)) return;
    if (known === 'GONE') throw notFound(id);
    outbox.follow(id, revision);
    const { record, text, vector, embedder } = known;
    const { payload, sizeBytes, version } = record;
    if (payload.type !== 'LONG_TERM') return;
    const found = rows.find(id, scope, nowMs);
    if (found !== undefined && found.record.version === version && found.record.updateTimeMs === record.updateTimeMs) {
      return;
    }
    const owner = quotaAccounts.owner(quotaAccounts.user(scope), 'LONG_TERM', '', null);
    const applied = { ...record, ...storedForm(text) };
    const vectors = { vector, embedder };
    const grownBytes = sizeBytes - (found?.record.sizeBytes ?? 0);
    if (found === undefined) {
      const { metadata } = record;
      rows.insert(owner, {
        id,
        scope: record.scope,
        payload: { ...payload, content: '' },
        source: record.source,
        importance: record.importance,
        isPinned: record.isPinned,
        metadataJson: metadata && JSON.stringify(metadata),
        nowMs: record.createTimeMs,
        autoPrune: 'OFF',
        sizeBytes,
        text,
        ...vectors,
      });
      rows.replace(owner, applied, 0, undefined, {});
    } else rows.replace(owner, applied, grownBytes, text, vectors);
    // Quotas count what this server has: a memory that it needs in order to change it is accepted over the quota.
    const { usage } = owner;
    const after =
      found === undefined ? withAdded(usage, sizeBytes) : { count: usage.count, bytes: usage.bytes + grownBytes };
    quotaAccounts.save(owner, after, owner.expireMs);
  };
}
