import { expect } from 'chai';
import { QuotaName, type QuotaSetting, type TypeUsage } from '../../proto/gen/recorda/v1/limits.ts';
import { DiscardableKind } from '../../proto/gen/recorda/v1/context.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

const USES = [QuotaName.RECALL, QuotaName.FACT, QuotaName.SESSION, QuotaName.REQUEST_ID] as const;

describeDoors('Quotas of data other than memories', (door) => {
  const conversation = (userId: string, sessionId: string) =>
    door().recorda.conversation({ userId, sessionId, agentId: 'guide' });
  const used = async (userId: string, name: QuotaName): Promise<TypeUsage> => {
    const { usages } = await door().recorda.admin.getUsage({ userId });
    return usages.find((usage) => usage.name === name)!;
  };
  const limit = (userId: string, ...quotas: QuotaSetting[]) => door().recorda.admin.setQuota({ userId, quotas });

  it('appear in the usage of a user and of the tenant, and in the cost estimate', async () => {
    const { admin } = door().recorda;
    const ofTenant = async (name: QuotaName) =>
      (await admin.getUsage({})).usages.find((usage) => usage.name === name)!.bytes;
    const before = await ofTenant(QuotaName.RECALL);
    const userId = door().newUser();
    const chat = conversation(userId, 'monday');
    await chat.append([
      { content: 'Vivo en Córdoba y prefiero los trenes.' },
      { role: 'assistant', content: 'Noted.' },
    ]);
    const agent = door().recorda.agent({ userId });
    await agent.add('Likes trains', { requestId: 'once' });
    const [recall, fact, session, request] = await Promise.all(USES.map((name) => used(userId, name)));
    const bytes = Buffer.byteLength('Vivo en Córdoba y prefiero los trenes.') + 'Noted.'.length;
    expect(recall).to.include({ count: 2, bytes, maxCount: 10_000, maxBytes: 100 * 2 ** 20 });
    expect(session).to.include({ count: 1, bytes, maxCount: 10_000 });
    expect(fact?.count).to.be.at.least(1);
    expect(request).to.include({ count: 1, maxCount: 100_000 });
    expect(request?.bytes).to.be.at.least('once'.length);
    expect((await ofTenant(QuotaName.RECALL)) - before).to.equal(bytes);
    const { lines } = await admin.estimateCost({ userId });
    const all = [recall, fact, session, request].reduce((sum, usage) => sum + usage!.bytes, 0);
    const disk = lines.find(({ backend }) => backend === 'disk');
    expect(disk).to.include({ unit: 'GB', rateUsd: 0.08 });
    expect(disk?.quantity).to.be.closeTo(all / 2 ** 30, 1e-15);
  });

  it('delete the oldest recalled turns, by count and by bytes, and report how many', async () => {
    const userId = door().newUser();
    await limit(userId, { name: QuotaName.RECALL, maxCount: 4 });
    const chat = conversation(userId, 'monday');
    const first = await chat.append(Array.from({ length: 4 }, (_, n) => ({ content: `Turn number ${n}` })));
    expect(first.droppedTurnCount).to.equal(0);
    const second = await chat.append([{ content: 'Turn number 4' }, { content: 'Turn number 5' }]);
    expect(second.droppedTurnCount).to.equal(2);
    expect(await used(userId, QuotaName.RECALL)).to.include({ count: 4, percentOfCount: 100 });
    await limit(userId, { name: QuotaName.RECALL, maxBytes: 100 });
    const third = await conversation(userId, 'tuesday').append([{ content: 'x'.repeat(90) }]);
    expect(third.droppedTurnCount).to.equal(4);
    expect(await used(userId, QuotaName.RECALL)).to.include({ count: 1, bytes: 90 });
  });

  it('refuse facts beyond the quota, exactly even under concurrency, and say what to do', async () => {
    const userId = door().newUser();
    await limit(userId, { name: QuotaName.FACT, maxCount: 5 });
    const { facts } = door().recorda.agent({ userId, sessionId: 'monday' });
    const topics = Array.from({ length: 12 }, (_, n) => `me gusta tema${n}`);
    const outcomes = await Promise.allSettled(topics.map((text) => facts.add(text)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(5);
    const error = await errorOf(facts.add('me gusta otro tema'));
    expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED' });
    expect(error.message).to.contain('ForgetFact').and.to.contain('too many facts (current: 5, max: 5)');
    expect(error.detail.quota).to.deep.equal({ subject: `user:${userId}/fact.count`, limit: 5, current: 5 });
    await limit(userId, { name: QuotaName.FACT, maxBytes: 90 });
    expect((await errorOf(facts.add('me gusta '.repeat(9)))).detail.quota).to.include({ limit: 90 });
    expect(await used(userId, QuotaName.FACT)).to.include({ count: 5 });
  });

  it('delete ended sessions, and refuse a new session if none has ended', async () => {
    const userId = door().newUser();
    await limit(userId, { name: QuotaName.SESSION, maxCount: 3 });
    const days = ['monday', 'tuesday', 'wednesday'];
    for (const day of days) await conversation(userId, day).append([{ content: `It is ${day}` }]);
    const refused = await errorOf(conversation(userId, 'thursday').append([{ content: 'It is thursday' }]));
    expect(refused).to.include({ reason: 'QUOTA_EXCEEDED' });
    expect(refused.message).to.contain('EndSession');
    expect(refused.detail.quota).to.deep.equal({ subject: `user:${userId}/session.count`, limit: 3, current: 3 });
    expect((await conversation(userId, 'monday').append([{ content: 'Still monday' }])).droppedSessionCount).to.equal(
      0,
    );
    await conversation(userId, 'tuesday').end();
    const appended = await conversation(userId, 'thursday').append([{ content: 'It is thursday' }]);
    expect(appended).to.include({ droppedSessionCount: 1 });
    expect(appended.droppedSessionIds).to.deep.equal(['tuesday']);
    expect(await used(userId, QuotaName.SESSION)).to.include({ count: 3 });
  });

  it('refuse bytes of sessions that do not fit, and state the amounts in units', async () => {
    const userId = door().newUser();
    await limit(userId, { name: QuotaName.SESSION, maxBytes: 1000 });
    const chat = conversation(userId, 'monday');
    await chat.append([{ content: 'x'.repeat(600) }]);
    const error = await errorOf(chat.append([{ content: 'y'.repeat(500) }]));
    expect(error.message).to.contain('sessions (600 B of 1,000 B used; this adds 500 B)');
    expect(await used(userId, QuotaName.SESSION)).to.include({ count: 1, bytes: 600 });
    expect(await used(userId, QuotaName.RECALL)).to.include({ count: 1, bytes: 600 });
  });

  it('drop the oldest request ids, so that a repeat of one is applied again', async () => {
    const userId = door().newUser();
    await limit(userId, { name: QuotaName.REQUEST_ID, maxCount: 2 });
    const agent = door().recorda.agent({ userId });
    const add = async (requestId: string) => (await agent.add(`Said with ${requestId}`, { requestId })).memory.id;
    const ids = [await add('a'), await add('b'), await add('c')];
    expect(await used(userId, QuotaName.REQUEST_ID)).to.include({ count: 2 });
    expect(await add('c')).to.equal(ids[2]);
    expect(await add('b')).to.equal(ids[1]);
    expect(ids).not.to.include(await add('a'));
  });

  it('follow SetTier and SetQuota for a tenant’s users, and report who is over them', async () => {
    const userId = door().newUser();
    for (const day of ['monday', 'tuesday']) await conversation(userId, day).append([{ content: day }]);
    const { over } = await limit(
      userId,
      { name: QuotaName.SESSION, maxCount: 1 },
      { name: QuotaName.RECALL, maxCount: 1 },
    );
    expect(over.map(({ name, count, maxCount }) => [name, count, maxCount])).to.deep.equal([
      [QuotaName.RECALL, 2, 1],
      [QuotaName.SESSION, 2, 1],
    ]);
  });

  it('are freed when the user is erased', async () => {
    const userId = door().newUser();
    await conversation(userId, 'monday').append([{ content: 'Me gusta el mate.' }]);
    await door().recorda.agent({ userId }).add('Likes mate', { requestId: 'once' });
    await eraseAll(door(), userId);
    for (const name of USES) expect(await used(userId, name)).to.include({ count: 0, bytes: 0 });
  });
});

describeDoors('Quotas of data that belongs to no user', (door) => {
  const limitsOf = async (query: { userId?: string; agentId?: string }): Promise<Record<string, [number, number]>> => {
    const { limits } = await door().recorda.admin.getUsage(query);
    return Object.fromEntries(limits.map(({ subject, used, max }) => [subject, [used, max]]));
  };

  it('delete the oldest versions of an agent’s system prompt, never the current one', async () => {
    const { context } = door().recorda;
    const agentId = `agent-of-${door().newUser()}`;
    const put = (identity: string) => context.putSystemPrompt({ agentId, systemPrompt: { identity } });
    const before = await limitsOf({});
    const versions: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const { systemPrompt, droppedVersionCount } = await put(`You are number ${n}.`);
      expect(droppedVersionCount).to.equal(0);
      versions.push(systemPrompt!.version);
    }
    expect((await put('You are number 0.')).droppedVersionCount).to.equal(0);
    const { droppedVersionCount, systemPrompt } = await put('You are the last.');
    expect(droppedVersionCount).to.equal(1);
    expect((await context.getSystemPrompt({ agentId })).systemPrompt).to.deep.equal(systemPrompt);
    // It is the oldest, and was current until now.
    const gone = await errorOf(context.getSystemPrompt({ agentId, version: versions[0]! }));
    expect(gone.reason).to.equal('SYSTEM_PROMPT_NOT_FOUND');
    await context.getSystemPrompt({ agentId, version: versions[1]! });
    const used = await limitsOf({ agentId });
    expect(used[`agent:${agentId}/system_prompt.count`]).to.deep.equal([100, 100]);
    const [bytes, most] = used[`agent:${agentId}/system_prompt.bytes`]!;
    expect([bytes > 2000, most]).to.deep.equal([true, 2 ** 20]);
    const after = await limitsOf({});
    expect(after['tenant/system_prompt.count']).to.deep.equal([
      before['tenant/system_prompt.count']![0] + 100,
      100_000,
    ]);
    expect(after['tenant/system_prompt.bytes']![0] - before['tenant/system_prompt.bytes']![0]).to.equal(bytes);
  });

  it('refuse a system prompt that alone is too large, and keep the current one', async () => {
    const { context } = door().recorda;
    const agentId = `agent-of-${door().newUser()}`;
    const { systemPrompt: kept } = await context.putSystemPrompt({
      agentId,
      systemPrompt: { identity: 'You are small.' },
    });
    const blank = ' '.repeat(600 * 1024);
    const error = await errorOf(
      context.putSystemPrompt({ agentId, systemPrompt: { identity: `a${blank}`, rules: `b${blank}` } }),
    );
    expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED' });
    expect(error.message).to.contain('It exceeds the quota by itself');
    expect(error.detail.quota).to.include({ subject: `agent:${agentId}/system_prompt.bytes`, limit: 2 ** 20 });
    expect((await context.getSystemPrompt({ agentId })).systemPrompt).to.deep.equal(kept);
  });

  it('count the discardables of a user', async () => {
    const userId = door().newUser();
    const scope = { userId, sessionId: 'monday' };
    const subject = `user:${userId}/discardable.bytes`;
    expect((await limitsOf({ userId }))[subject]).to.deep.equal([0, 10 * 2 ** 20]);
    const kind = DiscardableKind.TOOL_LOG;
    const { droppedBytes } = await door().recorda.context.recordDiscardable({ scope, kind, text: 'x'.repeat(1000) });
    expect(droppedBytes).to.equal(0);
    expect((await limitsOf({ userId }))[subject]![0]).to.be.within(1000, 1300);
    await eraseAll(door(), userId);
    expect((await limitsOf({ userId }))[subject]![0]).to.equal(0);
  });
});

async function eraseAll({ recorda }: Door, userId: string): Promise<void> {
  for await (const _ of recorda.admin.deleteUserData({ userId, force: true })) continue;
}
