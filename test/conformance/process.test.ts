import { workingStore } from '../../server/backends/process/working-store.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeMemoryStore } from './memory-store.ts';

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
