import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { describeGraphStore } from './graph.ts';
import { describeMemoryStore, type OpenedStore } from './memory-store.ts';
import { describeOrderedDocuments, type OpenedDocuments } from './ordered-documents.ts';

type Name = keyof TemporaryStore['stores'];

/**
 * One store for each quota, which all types share: opening one takes longer than most tests, and each test has a tenant of its own. One
 * that is opened again takes the place of the one before.
 */
const shared = new Map<string, Promise<TemporaryStore>>();

async function open(name: Name, quota?: Quota): Promise<OpenedStore> {
  const key = JSON.stringify(quota ?? null);
  const opening = shared.get(key) ?? openTemporary({ quota });
  shared.set(key, opening);
  const { stores, clock } = await opening;
  return {
    store: stores[name],
    clock,
    embed: (text) => (name === 'LONG_TERM' ? encoder.embed(text) : undefined),
    flush: async () => (await shared.get(key))!.sweep(),
    async reopen() {
      const { dataDir, close } = (await shared.get(key))!;
      await close();
      shared.set(key, openTemporary({ dataDir, clock, quota }));
      return open(name, quota);
    },
    close: async () => undefined,
  };
}

describe('the types of the embedded store', () => {
  after(async () => {
    for (const opening of shared.values()) await closeAndDelete(await opening);
    shared.clear();
  });

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
});

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
