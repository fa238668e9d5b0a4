import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { describeGraphStore } from './graph.ts';
import { describeMemoryStore, type OpenedStore } from './memory-store.ts';
import { describeOrderedDocuments, type OpenedDocuments } from './ordered-documents.ts';

type Name = keyof TemporaryStore['stores'];

async function open(name: Name, quota?: Quota): Promise<OpenedStore> {
  return opened(name, await openTemporary({ quota }), quota);
}

function opened(name: Name, temporary: TemporaryStore, quota?: Quota): OpenedStore {
  const { dataDir, clock } = temporary;
  return {
    store: temporary.stores[name],
    clock,
    embed: (text) => (name === 'LONG_TERM' ? encoder.embed(text) : undefined),
    flush: () => temporary.sweep(),
    async reopen() {
      await temporary.close();
      return opened(name, await openTemporary({ dataDir, clock, quota }), quota);
    },
    close: () => closeAndDelete(temporary),
  };
}

describeMemoryStore('sqlite long_term', {
  traits: { type: 'LONG_TERM', whenFull: 'REFUSE', evictsByCount: false, isDurable: true },
  open: (quota) => open('LONG_TERM', quota),
});

describeMemoryStore('sqlite short_term', {
  traits: {
    type: 'SHORT_TERM',
    whenFull: 'EVICT_OLDEST',
    evictsByCount: true,
    ttlMs: SHORT_TERM_TTL_MS,
    isDurable: true,
  },
  open: (quota) => open('SHORT_TERM', quota),
});

for (const type of ['PERSONA', 'STRUCTURED', 'EPISODIC', 'ENTITY'] as const) {
  describeMemoryStore(`sqlite ${type.toLowerCase()}`, {
    traits: { type, whenFull: 'REFUSE', evictsByCount: false, isDurable: true },
    open: (quota) => open(type, quota),
  });
}

describeGraphStore('sqlite', async (bounds) => {
  const temporary = await openTemporary(bounds);
  return { store: temporary.stores.ENTITY, close: () => closeAndDelete(temporary) };
});

async function openDocuments(options: Parameters<typeof openTemporary>[0]): Promise<OpenedDocuments> {
  const temporary = await openTemporary(options);
  const { dataDir, clock } = temporary;
  return {
    store: temporary.ordered,
    async reopen() {
      await temporary.close();
      return openDocuments({ dataDir, clock });
    },
    close: () => closeAndDelete(temporary),
  };
}

describeOrderedDocuments('sqlite', (quota) => openDocuments({ quota }));
