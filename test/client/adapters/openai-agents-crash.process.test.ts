import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AgentInputItem } from '@openai/agents';
import { expect } from 'chai';
import { RecordaSession } from '../../../client/adapters/openai-agents.ts';
import { connect } from '../../../client/index.ts';
import { scaled } from '../../scale.ts';
import { startServer } from '../../server-process.ts';

const numbered = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content });

describe('a session of the OpenAI Agents SDK whose server is killed', () => {
  it('has all that was acknowledged, once and in its order @torture', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-session-'));
    /**
     * Items in `acknowledged` must be there; `unknown` has those that were in progress when the server was
     * killed.
     */
    const acknowledged: string[] = [];
    const unknown = new Set<string>();
    for (let round = 0; round < scaled(3, 60); round += 1) {
      const server = await startServer({ dataDir });
      const recorda = connect(server.address, { tries: 1 });
      const session = new RecordaSession(recorda.agent({ userId: 'ana' }), { sessionId: 'killed' });
      const gone = once(server.process, 'exit');
      for (let index = 0; ; index += 1) {
        // The kill happens in the midst of a write, or between two.
        if (index === 6 + round * 5) void setTimeout(round % 4).then(() => server.process.kill('SIGKILL'));
        const pair = [`${round}/${index} question`, `${round}/${index} answer`];
        try {
          await session.addItems(pair.map(numbered));
        } catch {
          for (const content of pair) unknown.add(content);
          break;
        }
        acknowledged.push(...pair);
      }
      await gone;
      await recorda.close();
    }
    const server = await startServer({ dataDir });
    const recorda = connect(server.address);
    const session = new RecordaSession(recorda.agent({ userId: 'ana' }), { sessionId: 'killed' });
    const found = (await session.getItems()).map((item) => (item as { readonly content: string }).content);
    expect(acknowledged.length).to.be.greaterThan(10);
    expect(found.filter((content) => !unknown.has(content))).to.deep.equal(acknowledged);
    // A pair that was not acknowledged is there whole or not at all.
    const extra = found.filter((content) => unknown.has(content));
    expect(new Set(extra).size).to.equal(extra.length);
    expect(extra.filter((content) => content.endsWith('question')).length * 2).to.equal(extra.length);
    await recorda.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }).timeout(0);
});
