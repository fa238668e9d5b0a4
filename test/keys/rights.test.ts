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

  it('refuses a token that would mint another before that is in the audit log', async () => {
    const actions = async () =>
      (await as({ role: 'admin' }).admin.listAuditEvents({ pageSize: 1000 })).events
        .filter(({ operation }) => operation === 'MintToken')
        .map(({ action }) => action);
    for (const token of [{ tokenId: 'a-token' }, { keyId: 'tk_0123456789abcdef' }, { keyId: '' }]) {
      const error = await errorOf(as({ ...token, userIds: ['max'] }).admin.mintToken({ userId: 'max' }));
      expect(error.reason).to.equal('NOT_PERMITTED');
    }
    const refused = Array<string>(3).fill('AUDIT_ACTION_REFUSE');
    expect(await actions()).to.deep.equal(refused);
    await as({})
      .admin.mintToken({ userId: 'max' })
      .catch(() => undefined);
    expect(await actions()).to.deep.equal(['AUDIT_ACTION_CALL', ...refused]);
  });

  it('lets turns of a key for a session touch what was said in it, and nothing else of the user', async () => {
    const userId = 'ida';
    const by = (recorda: Recorda, sessionId: string) => (content: string) =>
      recorda.conversation({ userId, sessionId, agentId: 'guide' }).append([{ content }]);
    const said = await by(whole, 'monday')('I live in Oslo.');
    const { id } = said.facts[0]!;
    const say = by(as({ userIds: [userId], sessionIds: ['tuesday'] }), 'tuesday');
    const standing = async () => {
      const { fact, history } = await whole.context.getFact({ scope: { userId }, id });
      return [fact!.state, fact!.supersededBy, fact!.confirmationCount, history.length];
    };
    const before = await standing();

    expect((await say('Is it sunny where I live in Oslo?')).mentionedFactIds).to.deep.equal([]);
    expect((await say('Forget that I live in Oslo.')).forgottenFactIds).to.deep.equal([]);
    const [own] = (await say('I live in Oslo.')).facts;
    expect(own).to.include({ operation: 'FACT_OPERATION_ADDED' });
    expect((await say('I live in Bergen now.')).facts.flatMap(({ supersededIds }) => supersededIds)).to.deep.equal([
      own!.id,
    ]);
    expect((await say('Forget that.')).forgottenFactIds).not.to.include(id);
    expect(await standing()).to.deep.equal(before);

    const people = async () => {
      const { memories } = await whole.memory.listMemories({ scope: { userId }, type: 'MEMORY_TYPE_ENTITY' });
      return JSON.stringify(memories);
    };
    expect((await say('My sister Ana lives in Lima.')).facts).to.have.length(1);
    expect(await people()).not.to.include('Ana');
    await by(whole, 'monday')('My sister Eva lives in Rome.');
    expect(await people()).to.include('Eva');

    // A caller for the whole user continues as before.
    expect((await by(whole, 'friday')('Is it sunny where I live in Oslo?')).mentionedFactIds).to.include(id);
    expect((await by(whole, 'friday')('Forget that I live in Oslo.')).forgottenFactIds).to.deep.equal([id]);
  });

  it('answers a key that may only write alike, whatever there was', async () => {
    const scope = { userId: 'leo', agentId: 'guide' };
    const blind = as({ access: 'write' });
    const session = (sessionId: string) => ({ ...scope, sessionId });
    await whole.conversation(session('monday')).append([{ content: 'I live in Oslo.' }]);
    const turns = (content: string) => [{ content, role: 'ROLE_USER' as const }];
    const append = async (content: string) => {
      const {
        latencyMs: _,
        window: _window,
        turns: told,
        ...rest
      } = await blind.context.appendTurns({
        scope: session('monday'),
        turns: turns(content),
      });
      expect(told.map(({ continuity, shift }) => ({ continuity, shift }))).to.deep.equal([
        { continuity: undefined, shift: undefined },
      ]);
      return rest;
    };
    const unheard = await append('The weather is mild.');
    const guesses = [
      'I live in Oslo.',
      'Do I still live in Oslo?',
      'I live in Bergen now.',
      'Forget that I live in Bergen.',
    ];
    for (const guess of guesses) expect(await append(guess), guess).to.deep.equal(unheard);
    const { sealed } = await blind.context.flushTopic({ scope: session('monday') });
    expect(sealed.map(({ hash, tokenCount }) => ({ hash, tokenCount }))).to.deep.equal([{ hash: '', tokenCount: 0 }]);
    for (const guess of guesses) await append(guess);
    const ended = await blind.context.endSession({ scope: session('monday') });
    expect(ended.sealed.map(({ hash }) => hash)).to.deep.equal(['']);

    const { fact: known } = await whole.context.addFact({
      scope,
      text: 'I work at the harbour.',
      confidence: 'FACT_CONFIDENCE_LOW',
    });
    const add = async (text: string) => {
      const { latencyMs: _, fact, ...rest } = await blind.context.addFact({ scope, text });
      const { createTime, lastConfirmedTime, ...labels } = fact!;
      expect([createTime, lastConfirmedTime].every((time) => time!.getTime() > known!.createTime!.getTime())).to.equal(
        true,
      );
      return { ...rest, labels };
    };
    const added = await add('I collect stamps.');
    for (const guess of ['I work at the harbour.', 'I work at the airport.']) {
      expect(await add(guess), guess).to.deep.equal(added);
    }
    const { fact, operation } = await blind.agent(scope).facts.add('I play chess.');
    expect(operation).to.equal('added');
    expect(fact).to.include({ id: '', text: '' });
  });
});
