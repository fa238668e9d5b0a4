import { expect } from 'chai';
import { QuotaMeasure, QuotaName, QuotaOrigin, Tier } from '../../proto/gen/recorda/v1/limits.ts';
import { QUOTA_NAMES } from '../../server/domain/memory.ts';
import { MB } from '../../server/policy/units.ts';
import { QUOTAS, TIERS } from '../../server/policy/limits.ts';
import { all, describeDoors, errorOf, type Door } from './doors.ts';

const agentOf = (door: Door, userId = door.newUser()) =>
  door.recorda.agent({ userId, agentId: 'guide', sessionId: 'monday' });

/** Returns the quota of one name. */
async function quotaOf(door: Door, userId: string, name: QuotaName) {
  const { quotas } = await door.recorda.admin.getQuota({ userId });
  return quotas.find((quota) => quota.name === name);
}

describeDoors('Quotas', (door) => {
  it('are those of the tier pro by default', async () => {
    const quota = await door().recorda.admin.getQuota({ userId: door().newUser() });
    expect(quota).to.include({ tier: Tier.PRO, tierOrigin: QuotaOrigin.DEFAULT, tierPriceUsd: 20 });
    expect(quota.quotas).to.have.length(QUOTA_NAMES.length);
    for (const { name, maxCount, maxBytes, countOrigin, bytesOrigin } of quota.quotas) {
      const policy = QUOTAS[name.replace('QUOTA_NAME_', '') as keyof typeof QUOTAS];
      expect({ count: maxCount, bytes: maxBytes }).to.deep.equal(policy);
      expect([countOrigin, bytesOrigin]).to.deep.equal([QuotaOrigin.DEFAULT, QuotaOrigin.DEFAULT]);
    }
    expect(quota.limits.map(({ subject, max }) => [subject, max])).to.deep.equal([
      ['server/long_term.bytes', 1000 * 1024 * MB],
      ['server/graph.nodes', 10_000_000],
      ['server/graph.edges', 50_000_000],
    ]);
  });

  it('of the whole server count the data of all users, in every backend', async () => {
    const { admin } = door().recorda;
    const used = async (subject: string): Promise<number> => {
      const { limits } = await admin.getQuota({ userId: '' });
      return limits.find((limit) => limit.subject === subject)!.used;
    };
    const [nodes, edges] = [await used('server/graph.nodes'), await used('server/graph.edges')];
    const { entities } = agentOf(door());
    await entities.relate({ name: 'Ana', type: 'person' }, 'knows', { name: 'Ben', type: 'person' });
    expect([await used('server/graph.nodes'), await used('server/graph.edges')]).to.deep.equal([nodes + 2, edges + 1]);
  });

  it('of the user take precedence over the tier’s, which the answer states', async () => {
    const { admin } = door().recorda;
    const userId = door().newUser();
    await admin.setTier({ userId, tier: Tier.ENTERPRISE });
    const { quota } = await admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM, maxCount: 7 }] });
    expect(quota).to.include({ tier: Tier.ENTERPRISE, tierOrigin: QuotaOrigin.USER_TIER, tierPriceUsd: 200 });
    expect(await quotaOf(door(), userId, QuotaName.LONG_TERM)).to.deep.equal({
      name: QuotaName.LONG_TERM,
      maxCount: 7,
      maxBytes: 1000 * MB,
      countOrigin: QuotaOrigin.USER,
      bytesOrigin: QuotaOrigin.USER_TIER,
      alerts: [QuotaMeasure.COUNT, QuotaMeasure.BYTES],
      alertsOrigin: QuotaOrigin.DEFAULT,
    });
    expect(await quotaOf(door(), userId, QuotaName.RELATIONSHIP)).to.include({ maxCount: 100_000 });
    await admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM }] });
    await admin.setTier({ userId });
    expect(await quotaOf(door(), userId, QuotaName.LONG_TERM)).to.include({
      maxCount: 10_000,
      countOrigin: QuotaOrigin.DEFAULT,
    });
  });

  it('below the current use keep everything readable, and refuse only additions', async () => {
    const ana = agentOf(door());
    const { userId } = ana.scope;
    const texts = Array.from({ length: 101 }, (_, n) => `memory ${n}`);
    const added = [];
    for (const text of texts) added.push(await ana.add(text));
    const answer = await door().recorda.admin.setTier({ userId, tier: Tier.FREE });
    expect(answer.over).to.deep.equal([
      {
        name: QuotaName.LONG_TERM,
        userId,
        place: '',
        count: 101,
        maxCount: 100,
        bytes: texts.join('').length,
        maxBytes: 10 * MB,
      },
    ]);
    const error = await errorOf(ana.add('one more'));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    expect(error.message).to.contain('(current: 101, max: 100)').and.to.contain('Delete old memories or upgrade');
    expect(error.detail.quota).to.deep.equal({ subject: `user:${userId}/long_term.count`, limit: 100, current: 101 });
    expect(await all(ana.list())).to.have.length(101);
    expect(await ana.retrieve('memory 17', { topK: 1 })).to.have.length(1);
    await ana.update(added[0]!.memory, { text: 'memory' });
    await ana.delete(added[1]!.memory);
    expect((await errorOf(ana.add('one more'))).detail.quota).to.include({ current: 100 });
    await ana.delete(added[2]!.memory);
    expect((await ana.add('one more')).remaining.count).to.equal(0);
    await door().recorda.admin.setTier({ userId, tier: Tier.PRO });
    expect((await ana.add('and more')).remaining.count).to.equal(10_000 - 101);
  });

  it('of bytes state the used and the added bytes in message and details', async () => {
    const ana = agentOf(door());
    const { userId } = ana.scope;
    const { memory } = await ana.add('x'.repeat(10_000));
    await door().recorda.admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM, maxBytes: 10_240 }] });
    const refusals = [
      [ana.add('x'.repeat(1204)), 1204],
      [ana.update(memory, { text: 'x'.repeat(11_204) }), 1204],
      [ana.add('x'.repeat(12_000)), 12_000],
    ] as const;
    for (const [call, addedBytes] of refusals) {
      const error = await errorOf(call);
      const added = addedBytes.toLocaleString('en-US');
      expect(error.message).to.contain(`long_term memories (10,000 B of 10,240 B used; this adds ${added} B).`);
      const subject = `user:${userId}/long_term.bytes`;
      expect(error.detail.quota).to.deep.equal({ subject, limit: 10_240, current: 10_000, addedBytes });
    }
  });

  it('of bytes below the current use refuse updates that grow, and accept those that shrink', async () => {
    const ana = agentOf(door());
    const { memory } = await ana.add('x'.repeat(100));
    const quotas = [{ name: QuotaName.LONG_TERM, maxBytes: 50 }];
    await door().recorda.admin.setQuota({ userId: ana.scope.userId, quotas });
    const error = await errorOf(ana.update(memory, { text: 'x'.repeat(101) }));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    expect((await ana.update(memory.id, { text: 'x'.repeat(99) })).text).to.have.length(99);
  });

  it('of working memory take effect at once, and existing entries stay', async () => {
    const ana = agentOf(door());
    for (const key of ['a', 'b', 'c']) await ana.set(key, 1);
    const quotas = [{ name: QuotaName.WORKING, maxCount: 2 }];
    const { over } = await door().recorda.admin.setQuota({ userId: ana.scope.userId, quotas });
    expect(over).to.have.length(1);
    expect(over[0]).to.include({ name: QuotaName.WORKING, place: 'guide', count: 3, maxCount: 2 });
    expect((await errorOf(ana.set('d', 1))).detail.quota).to.include({ limit: 2, current: 3 });
    expect(await ana.set('b', 2)).to.include({ operation: 'MERGED', evictedCount: 0 });
    expect(await all(ana.list({ type: 'working' }))).to.have.length(3);
  });

  it('report in a dry run what would exceed them, and change nothing', async () => {
    const { admin } = door().recorda;
    const ana = agentOf(door());
    const { userId } = ana.scope;
    await ana.add('a memory');
    await ana.set('city', 'Paris');
    const none = (name: QuotaName) => ({ name, maxCount: 0 });
    const quotas = [none(QuotaName.LONG_TERM), none(QuotaName.WORKING)];
    const { quota, over } = await admin.setQuota({ userId, quotas, dryRun: true });
    expect(over.map(({ name, count, maxCount }) => [name, count, maxCount])).to.have.deep.members([
      [QuotaName.LONG_TERM, 1, 0],
      [QuotaName.WORKING, 1, 0],
    ]);
    expect(quota?.quotas.find(({ name }) => name === QuotaName.LONG_TERM)?.maxCount).to.equal(0);
    expect((await quotaOf(door(), userId, QuotaName.LONG_TERM))?.maxCount).to.equal(10_000);
    await ana.add('another');
    expect((await admin.setTier({ userId, tier: Tier.FREE, dryRun: true })).over).to.deep.equal([]);
    expect((await admin.getQuota({ userId })).tier).to.equal(Tier.PRO);
  });

  it('refuse invalid quotas', async () => {
    const { admin } = door().recorda;
    for (const quotas of [
      [],
      [{ name: QuotaName.UNSPECIFIED, maxCount: 1 }],
      [{ name: QuotaName.PERSONA, maxCount: -1 }],
      [{ name: QuotaName.PERSONA, maxBytes: 2 ** 52 }],
      [{ name: QuotaName.PERSONA }, { name: QuotaName.PERSONA }],
    ]) {
      expect((await errorOf(admin.setQuota({ userId: 'x', quotas }))).reason).to.equal('FIELD_INVALID');
    }
    expect((await errorOf(admin.setTier({ userId: 'x\0' }))).reason).to.equal('FIELD_INVALID');
  });
});

describeDoors('Quotas of a tenant', (door) => {
  it('apply to users who have no quota of their own', async () => {
    const { admin } = door().recorda;
    const [ana, ben] = [agentOf(door()), agentOf(door())];
    await ana.add('one');
    await ben.add('one');
    await admin.setTier({ userId: ben.scope.userId, tier: Tier.PRO });
    const { over } = await admin.setQuota({ quotas: [{ name: QuotaName.LONG_TERM, maxCount: 0 }] });
    expect(over.map(({ userId }) => userId))
      .to.include(ana.scope.userId)
      .and.not.include(ben.scope.userId);
    expect((await errorOf(ana.add('two'))).detail.quota).to.include({ limit: 0, current: 1 });
    await ben.add('two');
    expect(await quotaOf(door(), ana.scope.userId, QuotaName.LONG_TERM)).to.include({
      maxCount: 0,
      countOrigin: QuotaOrigin.TENANT,
      bytesOrigin: QuotaOrigin.DEFAULT,
    });
    await admin.setTier({ tier: Tier.FREE });
    expect(await quotaOf(door(), ana.scope.userId, QuotaName.ENTITY)).to.include({
      maxCount: TIERS.FREE.quotas.ENTITY?.count,
      countOrigin: QuotaOrigin.TENANT_TIER,
    });
    await admin.setTier({});
    await admin.setQuota({ quotas: [{ name: QuotaName.LONG_TERM }] });
    await ana.add('two');
  });
});
