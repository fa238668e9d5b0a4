import type { Raised } from '../../server/domain/accounts.ts';
import { workingStore } from '../../server/backends/process/working-store.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeMemoryStore } from './memory-store.ts';
import { describeTypeAccounts } from './type-accounts.ts';

describeMemoryStore('process working', {
  traits: { type: 'WORKING', whenFull: 'EVICT_LEAST_RECENT', evictsByCount: false, isDurable: false },
  async open(quota) {
    const clock = movableClock();
    return {
      store: workingStore({ quota, clock, newIndex: () => memoryIndex(encoder), embed: (text) => encoder.embed(text) }),
      clock,
      embed: () => undefined,
      flush: async () => undefined,
      reopen: () => Promise.reject(new Error('working memory does not outlive its process')),
      close: async () => undefined,
    };
  },
});

describeTypeAccounts('process working', 'WORKING', async (quota) => {
  const clock = movableClock();
  const raised: Raised[] = [];
  const onAlerts = (alerts: readonly Raised[]): void => void raised.push(...alerts);
  const parts = { newIndex: () => memoryIndex(encoder), embed: (text: string) => encoder.embed(text) };
  const store = workingStore({ ...parts, quota, clock, onAlerts });
  return { store, accounts: store.accounts, clock, raised, close: async () => undefined };
});
