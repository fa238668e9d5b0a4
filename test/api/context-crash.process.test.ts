import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { scaled } from '../scale.ts';
import { BATCH, batchOf, SCOPE } from './appended-batches.ts';

const CHILD = fileURLToPath(new URL('./appending-child.js', import.meta.url));

type Message = { readonly begun?: number; readonly acknowledged?: number };

describe('A conversation on a server that is killed', () => {
  it('keeps every acknowledged turn exactly once, each with its summary', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-killed-'));
    let next = 0;
    for (let kill = 0; kill < scaled(4, 100); kill += 1) {
      const child = fork(CHILD, [dataDir, String(next)]);
      const state = { begun: next - 1 };
      child.on('message', (message: Message) => {
        if (message.begun !== undefined) state.begun = message.begun;
        if (message.acknowledged === undefined) return;
        next = message.acknowledged + 1;
        if (next % 7 === kill % 7 && next > kill * 5 + 3) child.kill('SIGKILL');
      });
      // 'exit' would be too early: messages of the child may arrive after it.
      await once(child, 'close');
      const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
      const { context } = recordaOver(pipelineTransport(pipeline, close));
      // The append that was interrupted is repeated: whether or not it was applied before the kill, it is
      // there once.
      for (; next <= state.begun; next += 1)
        await context.appendTurns({ scope: SCOPE, turns: batchOf(next), requestId: `batch-${next}` });
      const { sealed } = await context.flushTopic({ scope: SCOPE });
      const { turnCount } = await context.endSession({ scope: SCOPE });
      expect(turnCount).to.equal(next * BATCH);
      expect(sealed.at(-1)?.lastTurn ?? turnCount).to.equal(turnCount);
      // Turns that were sealed are complete: each is found again, once.
      const asked = { scope: SCOPE, newTurn: `What did I say in batch${next - 1} part0?`, maxRecallTokens: 4000 };
      const { blocks } = await context.assembleContext(asked);
      const recalled = blocks.filter(({ kind }) => kind === 'BLOCK_KIND_RECALL').flatMap(({ sources }) => sources);
      expect(new Set(recalled).size).to.equal(recalled.length);
      expect(recalled).to.include(`recall:killed/${(next - 1) * BATCH + 1}`);
      await close();
    }
    await rm(dataDir, { recursive: true });
  }).timeout(0);

  it('builds prompts from a single moment while turns are appended', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-moment-'));
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
    const { context } = recordaOver(pipelineTransport(pipeline, close));
    const state = { isAppending: true };
    const appending = (async () => {
      for (let number = 0; number < 60; number += 1)
        await context.appendTurns({ scope: SCOPE, turns: batchOf(number) });
      state.isAppending = false;
    })();
    let prompts = 0;
    while (state.isAppending) {
      const { blocks } = await context.assembleContext({ scope: SCOPE, newTurn: 'And?', maxRecallTokens: 0 });
      const sources = blocks.flatMap((block) => block.sources);
      const turns = sources.flatMap((source) => (source.startsWith('turn:') ? [Number(source.slice(5))] : []));
      // Appends are whole, without a gap between sealed turns and others.
      turns.forEach((turn, at) => expect(turn).to.equal(turns[0]! + at));
      expect((turns.at(-1) ?? 0) % BATCH).to.equal(0);
      expect(turns[0] ?? 1).to.satisfy(
        (first: number) => first === 1 || sources.some((source) => source.startsWith('segment:')),
      );
      prompts += 1;
    }
    await appending;
    expect(prompts).to.be.greaterThan(5);
    await close();
    await rm(dataDir, { recursive: true });
  });
});
