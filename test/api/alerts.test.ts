import { expect } from 'chai';
import { AlertLevel, QuotaMeasure, QuotaName, QuotaOrigin, type Alert } from '../../proto/gen/recorda/v1/limits.ts';
import type { Agent } from '../../client/agent.ts';
import { encodeAlertToken } from '../../server/domain/resume-token.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';
import type { WatchAlertsResponse } from '../../proto/gen/recorda/v1/limits.ts';

const MAX = 20;

/** Returns an agent whose user may have 20 long-term memories. */
async function limited(door: Door, maxCount = MAX): Promise<Agent> {
  const userId = door.newUser();
  await door.recorda.admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM, maxCount }] });
  return door.recorda.agent({ userId, agentId: 'guide', sessionId: 'monday' });
}

async function addMany(agent: Agent, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await agent.add(`memory ${n}`)).memory.id);
  return ids;
}

async function alertsOf(door: Door, agent: Agent): Promise<readonly Alert[]> {
  return (await door.recorda.admin.listAlerts({ userId: agent.scope.userId })).alerts;
}

/** Alerts of working memory are written a moment later. */
async function untilAlerts(door: Door, agent: Agent, count: number): Promise<readonly Alert[]> {
  for (;;) {
    const alerts = await alertsOf(door, agent);
    if (alerts.length >= count) return alerts;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describeDoors('Alerts', (door) => {
  it('warn above 80 %, are critical above 95 %, once each, and say what to do', async () => {
    const ana = await limited(door());
    await addMany(ana, 16);
    expect(await alertsOf(door(), ana)).to.deep.equal([]);
    await addMany(ana, 3);
    const [warning, ...none] = await alertsOf(door(), ana);
    expect(none).to.deep.equal([]);
    expect(warning).to.deep.include({
      level: AlertLevel.WARNING,
      name: QuotaName.LONG_TERM,
      measure: QuotaMeasure.COUNT,
      userId: ana.scope.userId,
      place: '',
      current: 17,
      max: MAX,
      percentUsed: 85,
    });
    expect(warning?.advice).to.contain('DeleteMemories').and.to.contain('SetTier');
    expect(warning?.createTime).to.be.instanceOf(Date);
    await addMany(ana, 1);
    const [critical, ...earlier] = await alertsOf(door(), ana);
    expect(critical).to.include({ level: AlertLevel.CRITICAL, current: 20, percentUsed: 100 });
    expect(earlier).to.deep.equal([warning]);
    await errorOf(ana.add('one too many'));
    expect(await alertsOf(door(), ana)).to.have.length(2);
  });

  it('are raised again only after the use has fallen five points below', async () => {
    const ana = await limited(door());
    const ids = await addMany(ana, 17);
    await ana.delete(ids[0]!);
    await addMany(ana, 1);
    expect(await alertsOf(door(), ana)).to.have.length(1);
    await ana.delete(ids[1]!);
    await ana.delete(ids[2]!);
    await addMany(ana, 2);
    expect((await alertsOf(door(), ana)).map(({ level }) => level)).to.deep.equal([
      AlertLevel.WARNING,
      AlertLevel.WARNING,
    ]);
  });

  it('are also raised when a quota is lowered', async () => {
    const ana = await limited(door(), 1000);
    await addMany(ana, 10);
    const quotas = [{ name: QuotaName.LONG_TERM, maxCount: 10 }];
    await door().recorda.admin.setQuota({ userId: ana.scope.userId, quotas });
    expect((await alertsOf(door(), ana)).map(({ level, max }) => [level, max])).to.deep.equal([
      [AlertLevel.CRITICAL, 10],
    ]);
  });

  it('are not raised for quotas that evict, unless they are switched on', async () => {
    const ana = await limited(door());
    const { userId } = ana.scope;
    const { admin } = door().recorda;
    const rolling = { name: QuotaName.SHORT_TERM, maxCount: 5, maxBytes: 200 };
    const set = (alerts?: boolean) =>
      admin.setQuota({
        userId,
        quotas: [
          { ...rolling, ...(alerts !== undefined && { alerts }) },
          { name: QuotaName.WORKING, maxCount: 5, maxBytes: 100 },
        ],
      });
    const { quota } = await set();
    const of = (name: QuotaName) => quota?.quotas.find((one) => one.name === name);
    expect(of(QuotaName.SHORT_TERM)).to.deep.include({ alerts: [], alertsOrigin: QuotaOrigin.DEFAULT });
    expect(of(QuotaName.WORKING)).to.deep.include({ alerts: [QuotaMeasure.COUNT], alertsOrigin: QuotaOrigin.DEFAULT });
    for (let n = 0; n < 12; n += 1) await ana.add(`message ${n}`.padEnd(50), { type: 'short_term' });
    for (const key of ['a', 'b', 'c']) await ana.set(key, 'x'.repeat(60));
    for (const key of ['a', 'b', 'c', 'd', 'e']) await ana.set(key, 1);
    const alerts = await untilAlerts(door(), ana, 1);
    expect(alerts.map(({ name, measure }) => [name, measure])).to.deep.equal([[QuotaName.WORKING, QuotaMeasure.COUNT]]);
    await set(true);
    await ana.add('one more', { type: 'short_term' });
    expect((await untilAlerts(door(), ana, 2)).map(({ name }) => name)).to.include(QuotaName.SHORT_TERM);
  });

  it('are not raised for a quota whose alerts are switched off, for a user or for all', async () => {
    const ana = await limited(door());
    const { admin } = door().recorda;
    const { userId } = ana.scope;
    const quotas = [{ name: QuotaName.LONG_TERM, maxCount: MAX, alerts: false }];
    const { quota } = await admin.setQuota({ userId, quotas });
    expect(quota?.quotas.find(({ name }) => name === QuotaName.LONG_TERM)).to.deep.include({
      alerts: [],
      alertsOrigin: QuotaOrigin.USER,
    });
    await addMany(ana, MAX);
    expect(await alertsOf(door(), ana)).to.deep.equal([]);
    await admin.setQuota({ userId, quotas: [{ name: QuotaName.LONG_TERM, maxCount: MAX }] });
    expect((await alertsOf(door(), ana)).map(({ level }) => level)).to.deep.equal([AlertLevel.CRITICAL]);
  });

  it('are raised per agent for working memory, and per session for messages', async () => {
    const ana = await limited(door());
    const { userId } = ana.scope;
    const few = [QuotaName.WORKING, QuotaName.SHORT_TERM].map((name) => ({ name, maxCount: 5, alerts: true }));
    await door().recorda.admin.setQuota({ userId, quotas: few });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await ana.set(key, 1);
    for (const text of ['1', '2', '3', '4', '5', '6']) await ana.add(text, { type: 'short_term' });
    const alerts = await untilAlerts(door(), ana, 2);
    expect(alerts.map(({ name, place, level }) => [name, place, level])).to.have.deep.members([
      [QuotaName.WORKING, 'guide', AlertLevel.CRITICAL],
      [QuotaName.SHORT_TERM, 'monday', AlertLevel.CRITICAL],
    ]);
  });

  it('are listed in pages, newest first, by user, level and quota', async () => {
    const { admin } = door().recorda;
    const [ana, ben] = [await limited(door()), await limited(door(), 3)];
    await addMany(ana, 20);
    await addMany(ben, 3);
    const { userId } = ana.scope;
    const first = await admin.listAlerts({ userId, pageSize: 1 });
    expect(first.alerts.map(({ level }) => level)).to.deep.equal([AlertLevel.CRITICAL]);
    const second = await admin.listAlerts({ userId, pageSize: 1, pageToken: first.nextPageToken });
    expect(second.alerts.map(({ level }) => level)).to.deep.equal([AlertLevel.WARNING]);
    expect(second.nextPageToken).to.equal('');
    const warnings = await admin.listAlerts({ userId, level: AlertLevel.WARNING });
    expect(warnings.alerts).to.deep.equal(second.alerts);
    expect((await admin.listAlerts({ userId, name: QuotaName.ENTITY })).alerts).to.deep.equal([]);
    const all = (await admin.listAlerts({ pageSize: 3 })).alerts.map((alert) => alert.userId);
    expect(all).to.deep.equal([ben.scope.userId, userId, userId]);
    const other = admin.listAlerts({ userId: ben.scope.userId, pageSize: 1, pageToken: first.nextPageToken });
    expect((await errorOf(other)).reason).to.equal('PAGE_TOKEN_INVALID');
  });
});

/** Reads a stream, message by message. */
function reading(stream: AsyncIterable<WatchAlertsResponse>) {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    async next(): Promise<WatchAlertsResponse | undefined> {
      const { done, value } = (await iterator.next()) as IteratorResult<WatchAlertsResponse, undefined>;
      return done === true ? undefined : value;
    },
    leave: async (): Promise<void> => void (await iterator.return?.()),
  };
}

describeDoors('Watching alerts', (door) => {
  it('reports each alert as it is raised, and resumes from a token without loss or repetition', async () => {
    const { admin } = door().recorda;
    const ana = await limited(door());
    const { userId } = ana.scope;
    const stream = reading(admin.watchAlerts({ userId }));
    const start = await stream.next();
    expect(start?.alert).to.equal(undefined);
    const waiting = stream.next();
    await addMany(ana, 17);
    const first = await waiting;
    expect(first?.alert).to.include({ level: AlertLevel.WARNING, userId });
    await stream.leave();
    await addMany(ana, 3);
    const resumed = reading(admin.watchAlerts({ userId, resumeToken: first?.resumeToken ?? '' }));
    await resumed.next();
    expect((await resumed.next())?.alert).to.include({ level: AlertLevel.CRITICAL });
    await resumed.leave();
    const again = reading(admin.watchAlerts({ userId, fromOldest: true, level: AlertLevel.CRITICAL }));
    await again.next();
    expect((await again.next())?.alert).to.include({ level: AlertLevel.CRITICAL });
    await again.leave();
  });

  it('refuses another user’s token, and an invalid one', async () => {
    const { admin } = door().recorda;
    const ana = await limited(door());
    const stream = reading(admin.watchAlerts({ userId: ana.scope.userId }));
    const { resumeToken = '' } = (await stream.next()) ?? {};
    await stream.leave();
    const others = reading(admin.watchAlerts({ userId: door().newUser(), resumeToken }));
    const error = await errorOf(others.next());
    expect(error.detail.fields?.[0]?.field).to.equal('resume_token');
    // This is like a token of another store, or of this one once its alerts are no longer kept.
    const { userId } = ana.scope;
    const far = encodeAlertToken(1_000_000, { tenant: 'default', userId });
    const gone = await errorOf(reading(admin.watchAlerts({ userId, resumeToken: far })).next());
    expect(gone).to.include({ reason: 'CHANGES_GONE', code: 'OUT_OF_RANGE' });
    expect(gone.message).to.contain('ListAlerts');
  });
});
