import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { ANYBODY, type Caller } from '../../server/domain/caller.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { errorOf } from '../api/doors.ts';

describe('what a key may do within its role', () => {
  let dataDir: string;
  let server: RecordaServer;
  let whole: Recorda;
  const as = (limits: Partial<Caller>): Recorda => {
    const caller: Caller = { ...ANYBODY, keyId: '0123456789abcdef', role: 'agent', ...limits };
    const { pipeline } = server;
    return recordaOver(
      pipelineTransport(
        {
          unary: (method, bytes, call) => pipeline.unary(method, bytes, { ...call, caller }),
          stream: (method, bytes, call) => pipeline.stream(method, bytes, { ...call, caller }),
        },
        () => Promise.resolve(),
      ),
    );
  };

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-rights-'));
    server = await openRecorda({ dataDir, isBrief: true });
    whole = as({});
  });

  after(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('tells a key that may only write nothing of what was remembered before', async () => {
    const scope = { userId: 'ana', agentId: 'guide' };
    const secret = 'The safe is behind the mirror';
    const { memory } = await whole.agent(scope).persona.set('place', secret);
    const { fact } = await whole.context.addFact({ scope, text: 'I live in Oslo.' });
    const blind = as({ access: 'write' });
    const answers = [
      await blind.memory.updateMemory({
        memory: { id: memory.id, scope, importance: 0.5 },
        updateMask: ['importance'],
      }),
      await blind.memory.batchAddMemories({
        requests: [{ memory: { scope, payload: { $case: 'text', value: { content: 'New' } } } }],
      }),
      await blind.context.addFact({ scope, text: 'I live in Oslo.' }),
      await blind.context.confirmFact({ scope, id: fact!.id }),
    ];
    const told = JSON.stringify(answers);
    expect(told).to.include(memory.id).and.include(fact!.id);
    expect(told).not.to.match(/mirror|Oslo|New/);
    const { memory: added } = await blind.agent(scope).add('A note that is not told');
    expect(added).to.include({ type: 'long_term', text: '' });
    expect((await blind.agent(scope).persona.set('place', 'Elsewhere')).memory).to.include({
      type: 'persona',
      value: null,
    });
    expect((await errorOf(blind.agent(scope).retrieve('safe'))).reason).to.equal('NOT_PERMITTED');
    expect((await whole.agent(scope).persona.get('place'))?.value).to.equal('Elsewhere');
    const error = await errorOf(as({ access: 'read' }).agent(scope).add('x'));
    expect([error.reason, error.code]).to.deep.equal(['NOT_PERMITTED', 'PERMISSION_DENIED']);
    expect(error.message).to.include('may only read');
  });

  it('gives a key for a session prompts of what was said in it alone', async () => {
    const userId = 'eva';
    const say = (sessionId: string, content: string) =>
      whole.conversation({ userId, sessionId, agentId: 'guide' }).append([{ content }]);
    await say('monday', 'I live in Tromsø. The gate opens with 4711.');
    await whole.conversation({ userId, sessionId: 'monday', agentId: 'guide' }).end();
    await say('tuesday', 'I work at a bakery in the harbour.');
    const question = 'Where do I live, and with what does the gate open?';
    const prompt = async (by: Recorda, mode: 'ASSEMBLE_MODE_PROMPT' | 'ASSEMBLE_MODE_TAIL') => {
      const scope = { userId, sessionId: 'tuesday', agentId: 'guide' };
      return (await by.context.assembleContext({ scope, newTurn: question, maxTokens: 2000, mode })).payload;
    };
    const own = as({ userIds: [userId], sessionIds: ['tuesday'] });
    for (const mode of ['ASSEMBLE_MODE_PROMPT', 'ASSEMBLE_MODE_TAIL'] as const) {
      expect(await prompt(whole, mode), mode).to.match(/Tromsø/);
      expect(await prompt(own, mode), mode).not.to.match(/Tromsø|4711/);
    }
    expect(await prompt(own, 'ASSEMBLE_MODE_PROMPT')).to.include('bakery');
    expect((await errorOf(own.context.listSessions({ scope: { userId } }))).reason).to.equal('NOT_PERMITTED');
    const monday = { userId, sessionId: 'monday' };
    expect((await errorOf(own.context.listTurns({ scope: monday }))).reason).to.equal('NOT_PERMITTED');
  });
});
