import { expect } from 'chai';
import { QuotaName, Tier, type TypeUsage } from '../../proto/gen/recorda/v1/limits.ts';
import { QUOTA_NAMES } from '../../server/domain/memory.ts';
import { DAY_MS } from '../../server/policy/units.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

const agentOf = (door: Door, userId = door.newUser(), agentId = 'guide') =>
  door.recorda.agent({ userId, agentId, sessionId: 'monday' });

const of = (usages: readonly TypeUsage[], name: QuotaName): TypeUsage => usages.find((usage) => usage.name === name)!;

describeDoors('Usage', (door) => {
  it('counts a user’s memories of every type, beside the quotas', async () => {
    const ana = agentOf(door());
    const { userId } = ana.scope;
    await ana.add('x'.repeat(1000));
    await ana.add('y'.repeat(500));
    for (const text of ['one', 'two']) await ana.add(text, { type: 'short_term' });
    await ana.with({ sessionId: 'tuesday' }).add('three', { type: 'short_term' });
    await ana.set('city', 'Paris');
    await ana.with({ agentId: 'coach' }).set('mood', 'good');
    const { usages } = await door().recorda.admin.getUsage({ userId });
    expect(usages).to.have.length(QUOTA_NAMES.length);
    expect(of(usages, QuotaName.LONG_TERM)).to.deep.equal({
      name: QuotaName.LONG_TERM,
      count: 2,
      bytes: 1500,
      maxCount: 10_000,
      maxBytes: 100 * 1024 * 1024,
      percentOfCount: 0.02,
      percentOfBytes: (1500 * 100) / (100 * 1024 * 1024),
      ownerCount: 1,
      pinnedCount: 0,
    });
    // The fullest of two sessions counts.
    expect(of(usages, QuotaName.SHORT_TERM)).to.include({ count: 3, bytes: 11, percentOfCount: 2, ownerCount: 2 });
    expect(of(usages, QuotaName.WORKING)).to.include({ count: 2, percentOfCount: 1, ownerCount: 2 });
    expect(of(usages, QuotaName.PERSONA)).to.include({ count: 0, bytes: 0, percentOfCount: 0, ownerCount: 0 });
  });

  it('states the time at which it was read', async () => {
    const { admin } = door().recorda;
    const ana = agentOf(door());
    const { memory } = await ana.add('a');
    const { userId, agentId } = ana.scope;
    const { asOfTime } = await admin.getUsage({ userId, agentId });
    expect(asOfTime?.getTime()).to.be.at.least(memory.createTime.getTime()).and.at.most(Date.now());
    for (const answer of [
      await admin.getUsage({}),
      await admin.getUsage({ agentId: 'guide' }),
      await admin.listUsage({}),
    ])
      expect(answer.asOfTime?.getTime()).to.be.at.least(asOfTime!.getTime());
  });

  it('follows deletions, and updates that grow', async () => {
    const ana = agentOf(door());
    const { memory } = await ana.add('a');
    await ana.update(memory.id, { text: 'abcde' });
    const { userId, agentId } = ana.scope;
    const use = async () => of((await door().recorda.admin.getUsage({ userId, agentId })).usages, QuotaName.LONG_TERM);
    expect(await use()).to.include({ count: 1, bytes: 5 });
    await ana.delete(memory.id);
    expect(await use()).to.include({ count: 0, bytes: 0 });
  });

  it('is reported for an agent, of one user or of all', async () => {
    const agentId = `agent of ${door().newUser()}`;
    const ana = agentOf(door(), door().newUser(), agentId);
    await ana.add('by this agent');
    await ana.set('city', 'Paris');
    await ana.with({ agentId: 'another' }).add('by another');
    await agentOf(door(), door().newUser(), agentId).add('of another user');
    const { admin } = door().recorda;
    const one = await admin.getUsage({ userId: ana.scope.userId, agentId });
    expect(of(one.usages, QuotaName.LONG_TERM)).to.include({ count: 1, bytes: 13, percentOfCount: 0.01 });
    expect(of(one.usages, QuotaName.WORKING)).to.include({ count: 1 });
    const all = await admin.getUsage({ agentId });
    expect(of(all.usages, QuotaName.LONG_TERM)).to.include({ count: 2, maxCount: 0, percentOfCount: 0 });
    expect(of(all.usages, QuotaName.WORKING)).to.include({ count: 1 });
    expect(one.limits).to.deep.equal([]);
    const subjects = ['count', 'bytes'].map((measure) => `agent:${agentId}/system_prompt.${measure}`);
    expect(all.limits.map(({ subject, used }) => [subject, used])).to.deep.equal(subjects.map((of) => [of, 0]));
  });

  it('is reported for the tenant, beside the limits of the server', async () => {
    const { admin } = door().recorda;
    const before = of((await admin.getUsage({})).usages, QuotaName.LONG_TERM);
    const [ana, ben] = [agentOf(door()), agentOf(door())];
    await ana.add('12345');
    await ben.add('123');
    const { usages, limits } = await admin.getUsage({});
    const after = of(usages, QuotaName.LONG_TERM);
    expect([after.count - before.count, after.bytes - before.bytes]).to.deep.equal([2, 8]);
    expect(limits.find(({ subject }) => subject === 'server/long_term.bytes')?.used).to.equal(after.bytes);
  });

  it('is zero for an unknown user', async () => {
    const { usages } = await door().recorda.admin.getUsage({ userId: door().newUser() });
    expect(usages.every(({ count, bytes }) => count === 0 && bytes === 0)).to.equal(true);
  });
});

describeDoors('The list of usage', (door) => {
  it('has every user once, ordered by the bytes of the ids, including those with only working memory', async () => {
    const { admin } = door().recorda;
    const prefix = door().newUser();
    const names = ['a', 'b', 'z', 'á', '\uffe6', '😀'].map((name) => `${prefix} ${name}`);
    for (const [index, userId] of names.entries()) {
      const agent = agentOf(door(), userId);
      if (index % 2 === 0) await agent.add('kept');
      else await agent.set('city', 'Paris');
    }
    const found: string[] = [];
    let pageToken = '';
    do {
      const page = await admin.listUsage({ pageSize: 2, pageToken });
      expect(page.users.length).to.be.at.most(2);
      for (const { userId, usages } of page.users) {
        expect(usages).to.have.length(QUOTA_NAMES.length);
        found.push(userId);
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(found.filter((userId) => userId.startsWith(`${prefix} `))).to.deep.equal(names);
    expect(new Set(found).size).to.equal(found.length);
  });

  it('refuses an invalid page token, and a page size over the limit', async () => {
    const { admin } = door().recorda;
    for (const pageToken of ['x', 'AAAA']) {
      expect((await errorOf(admin.listUsage({ pageToken }))).reason).to.equal('PAGE_TOKEN_INVALID');
    }
    expect((await errorOf(admin.listUsage({ pageSize: 1001 }))).reason).to.equal('FIELD_INVALID');
  });
});

describeDoors('Costs', (door) => {
  it('multiply the usage by its rate, line by line', async () => {
    const ana = agentOf(door());
    for (let n = 0; n < 4; n += 1) await ana.add('x'.repeat(2 ** 20));
    await ana.add('y'.repeat(2 ** 19), { type: 'short_term' });
    const answer = await door().recorda.admin.estimateCost({ userId: ana.scope.userId });
    const [vectors, graph, redis] = answer.lines;
    expect(vectors).to.deep.include({ backend: 'vector_store', unit: 'GB', quantity: 4 / 1024, rateUsd: 0.4 });
    expect(vectors?.monthlyUsd).to.be.closeTo((4 / 1024) * 0.4, 1e-12);
    expect(graph).to.deep.include({ backend: 'graph', quantity: 0, rateUsd: 5, monthlyUsd: 0 });
    expect(redis?.monthlyUsd).to.be.closeTo((0.5 / 1024) * 0.15, 1e-12);
    expect(answer.monthlyUsd).to.be.closeTo((4 / 1024) * 0.4 + (0.5 / 1024) * 0.15, 1e-12);
    // Without samples the use is assumed to stay the same.
    expect(answer).to.include({ projectedMonthlyUsd: answer.monthlyUsd, sampledDays: 0, horizonDays: 30 });
    expect(answer.tierPriceUsd).to.equal(20);
  });

  it('of a tenant use the prices of each user’s tier', async () => {
    const { admin } = door().recorda;
    const [ana, ben] = [agentOf(door()), agentOf(door())];
    const before = (await admin.estimateCost({})).tierPriceUsd;
    await ana.add('a');
    await ben.add('b');
    expect((await admin.estimateCost({})).tierPriceUsd - before).to.equal(40);
    await admin.setTier({ userId: ana.scope.userId, tier: Tier.ENTERPRISE });
    await admin.setTier({ userId: ben.scope.userId, tier: Tier.FREE });
    expect((await admin.estimateCost({})).tierPriceUsd - before).to.equal(200);
  });

  it('refuse a horizon beyond a year', async () => {
    const { admin } = door().recorda;
    expect((await errorOf(admin.estimateCost({ horizonDays: 366 }))).detail.fields?.[0]?.field).to.equal(
      'horizon_days',
    );
    door().advance(DAY_MS);
    expect((await admin.estimateCost({ horizonDays: 365 })).horizonDays).to.equal(365);
  });
});
