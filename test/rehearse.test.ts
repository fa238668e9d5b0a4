import { expect } from 'chai';
import { workingStore } from '../server/backends/process/working-store.ts';
import { methods } from '../server/methods/methods.ts';
import { REHEARSAL } from '../server/policy/rehearsing.ts';
import type { WorkingStore } from '../server/ports/stores.ts';
import { playThrough } from '../server/rehearse.ts';
import { staticEncoder } from '../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../server/embedders/static/static-table.ts';
import { memoryIndex } from '../server/retrieval/memory-index.ts';
import type { AdminService } from '../server/services/admin/admin-service.ts';
import type { ContextService } from '../server/services/context/context-service.ts';
import type { MemoryDependencies } from '../server/services/memory/dependencies.ts';

describe('a rehearsal', () => {
  const encoder = staticEncoder(loadStaticTable());
  const clock = { now: () => Date.now() };
  const stage = (): WorkingStore =>
    workingStore({ clock, newIndex: () => memoryIndex(encoder), embed: (text) => encoder.embed(text) });

  it('plays every round through, over no store but its own', async () => {
    let made = 0;
    const rounds = await playThrough({
      clock,
      working: stage(),
      dependencies: {
        newUuid: () => (made += 1).toString(16).padStart(32, '0'),
      } as MemoryDependencies,
      methodsOf: (memory) => methods(memory, {} as AdminService, {} as ContextService),
    });
    expect(rounds).to.be.within(1, REHEARSAL.rounds);
    expect(rounds * 3).to.equal(made);
  });
});
