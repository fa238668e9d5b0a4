import { indexedMemoryStore } from '../../server/backends/indexed/indexed-memory-store.ts';
import { embedderKey } from '../../server/embedders/embedder-key.ts';
import { mirrorOutbox } from '../../server/jobs/outbox.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { laggingIndex, type LaggingIndex } from '../backends/indexed/lagging-index.ts';
import { describeMemoryStore, type OpenedStore } from './memory-store.ts';

const MIRROR = 'lagging';

function opened(temporary: TemporaryStore, index: LaggingIndex, quota?: Quota): OpenedStore {
  const { dataDir, clock, local, outbox, leases } = temporary;
  const mirroring = mirrorOutbox({
    outbox,
    index,
    leases,
    clock,
    log: silentLog,
    telemetry: { outbox: () => undefined },
  });
  return {
    store: indexedMemoryStore({
      local,
      index,
      outbox,
      clock,
      isSole: false,
      embed: (text) => encoder.embed(text),
      embedder: embedderKey(encoder.identity),
    }),
    clock,
    embed: (text) => encoder.embed(text),
    flush: () => temporary.sweep(),
    async reopen() {
      await mirroring.stop();
      await temporary.close();
      return opened(await openTemporary({ dataDir, clock, quota, mirror: MIRROR }), index, quota);
    },
    async close() {
      await mirroring.stop();
      await closeAndDelete(temporary);
    },
  };
}

for (const lagMs of [0, 300]) {
  describeMemoryStore(`long_term under an index that lags by ${lagMs} ms`, {
    traits: { type: 'LONG_TERM', whenFull: 'REFUSE', evictsByCount: false, isDurable: true },
    open: async (quota) => opened(await openTemporary({ quota, mirror: MIRROR }), laggingIndex(lagMs), quota),
  });
}
