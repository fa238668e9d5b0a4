import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { scaled } from '../scale.ts';

const TURNS = scaled(60, 400);
const SCOPE = { userId: 'ana', agentId: 'vera', sessionId: 'monday' };

/** A session grows turn by turn; the history of its index must not affect its prompts. */
describe('Prompts of the same store at the same time', () => {
  let dataDir: string;
  let nowMs = Date.UTC(2026, 0, 5);
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-same-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  async function open(): Promise<Recorda> {
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, clock: { now: () => nowMs } });
    return recordaOver(pipelineTransport(pipeline, close));
  }

  it('have the same bytes before and after a restart @torture', async () => {
    const random = seededRandom(3);
    const questions = Array.from({ length: 40 }, () => query(random));
    const promptsOf = async ({ context }: Recorda): Promise<readonly unknown[]> => {
      const prompts: unknown[] = [];
      for (const newTurn of questions) {
        const { latencyMs: _, ...prompt } = await context.assembleContext({ scope: SCOPE, newTurn });
        prompts.push(prompt);
      }
      return prompts;
    };
    const first = await open();
    for (let at = 0; at < TURNS; at++) {
      nowMs += 60_000;
      const role = at % 2 === 0 ? 'ROLE_USER' : 'ROLE_ASSISTANT';
      await first.context.appendTurns({ scope: SCOPE, turns: [{ role, content: `${sentence(random)} ${at}` }] });
      if (at % 10 === 0) await first.context.assembleContext({ scope: SCOPE, newTurn: query(random) });
    }
    const before = await promptsOf(first);
    await first.close();
    const second = await open();
    expect(await promptsOf(second)).to.deep.equal(before);
    await second.close();
  });
});
