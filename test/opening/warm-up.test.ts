import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ExtractFactsRequest, ExtractFactsResponse } from '../../proto/gen/recorda/v1/facts.ts';
import { ANYBODY } from '../../server/domain/caller.ts';
import { openRecorda } from '../../server/recorda.ts';
import { workingStore } from '../../server/backends/process/working-store.ts';
import { methods } from '../../server/methods/methods.ts';
import { WARM_UP } from '../../server/policy/serving.ts';
import type { WorkingStore } from '../../server/ports/stores.ts';
import { playThrough } from '../../server/opening/warm-up.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import type { AdminService } from '../../server/services/admin/admin-service.ts';
import type { ContextService } from '../../server/services/context/context-service.ts';
import type { MemoryDependencies } from '../../server/services/memory/dependencies.ts';

describe('the warm-up', () => {
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
    expect(rounds).to.be.within(1, WARM_UP.rounds);
    expect(rounds * 3).to.equal(made);
  });

  it('reads facts before anybody tells one, so that the first to do so keeps nobody waiting', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-warm-up-'));
    const server = await openRecorda({ dataDir });
    try {
      const call = { caller: ANYBODY, signal: new AbortController().signal };
      const text = 'My wife is allergic to peanuts. ¿Qué hora es? Vivo en Lima y trabajo de noche.';
      const request = ExtractFactsRequest.encode({ scope: undefined, text }).finish();
      const from = process.cpuUsage();
      const answer = await server.pipeline.unary('recorda.v1.ContextService/ExtractFacts', request, call);
      expect(ExtractFactsResponse.decode(answer).facts).not.to.be.empty;
      // Without the warm-up it is 134 ms of processor time. A clock would also count what else the machine does.
      const { user, system } = process.cpuUsage(from);
      expect((user + system) / 1000).to.be.below(50);
    } finally {
      await server.close();
      await rm(dataDir, { recursive: true });
    }
  });
});
