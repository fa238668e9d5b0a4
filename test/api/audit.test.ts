import { expect } from 'chai';
import fc from 'fast-check';
import type { AuditEvent } from '../../proto/gen/recorda/v1/audit.ts';
import { all, describeDoors, errorOf } from './doors.ts';
import { tellEverything } from './everything-of-a-user.ts';
import { hostileText } from './hostile-fields.ts';

describeDoors('the audit log', (door) => {
  const eventsOf = async (userId: string): Promise<AuditEvent[]> => {
    const events: AuditEvent[] = [];
    let pageToken = '';
    do {
      const page = await door().recorda.admin.listAuditEvents({ userId, pageSize: 30, pageToken });
      events.push(...page.events);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    return events;
  };
  const told = ({ action, subject, operation }: AuditEvent): string =>
    `${operation}: ${action.replace('AUDIT_ACTION_', '')} ${subject}`.trim();

  it('records who changed what, for every type, without the user’s words', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    await tellEverything(recorda, user, (place) => `secret of ${place}`);
    await recorda.agent({ userId: user, agentId: 'guide', sessionId: 'tuesday' }).endTask();
    const events = await eventsOf(user);
    const kinds = new Set(events.map(told));
    expect([...kinds]).to.include.members([
      'AddMemory: ADD WORKING',
      'EndTask: REMOVE WORKING',
      'AddMemory: ADD SHORT_TERM',
      'AddMemory: ADD LONG_TERM',
      'AddMemory: ADD PERSONA',
      'AddMemory: UPDATE PERSONA',
      'AddMemory: ADD STRUCTURED',
      'AddMemory: ADD EPISODIC',
      'AppendEpisodeStep: UPDATE EPISODIC',
      'AddMemory: ADD ENTITY',
      'AddMemory: ADD RELATIONSHIP',
      'AppendTurns: ADD TURN',
      'AppendTurns: ADD FACT',
      'AddFact: ADD FACT',
      'ReportOutput: UPDATE SESSION',
      'StoreResponse: ADD ANSWER',
      'RecordDiscardable: ADD DISCARDABLE',
      'PutCollection: UPDATE COLLECTION',
      'SetTier: UPDATE PLAN',
      'SetQuota: UPDATE PLAN',
    ]);
    expect(JSON.stringify(events)).not.to.match(new RegExp(`secret|Paris|tuesday|${user}|[a-z]{2}_[0-9a-f]{32}`));
    expect(new Set(events.map((event) => event.user)).size).to.equal(1);
    const numbers = events.map(({ number }) => number);
    expect(numbers).to.deep.equal(numbers.toSorted((one, other) => other - one));
    for (const { time } of events) expect(Math.abs(time!.getTime() - Date.now())).to.be.lessThan(60_000);
  });

  it('records removals with their reasons, exports, imports, and finally the erasure', async () => {
    const { recorda, newUser } = door();
    const user = newUser();
    const agent = recorda.agent({ userId: user, sessionId: 's' });
    await recorda.admin.setQuota({ userId: user, quotas: [{ name: 'QUOTA_NAME_SHORT_TERM', maxCount: 2 }] });
    for (const text of ['one', 'two', 'three']) await agent.add(text, { type: 'short_term' });
    const { memory } = await agent.add('a note');
    await agent.delete(memory);
    const parts = await all(recorda.admin.exportUserData({ userId: user }));
    const lines = Buffer.concat(parts.map((part) => part.lines));
    await recorda.admin.importUserData({ userId: user, lines });
    const whys = (await eventsOf(user)).map((event) => `${told(event)} ${event.why}`);
    expect(whys).to.include.members([
      'AddMemory: REMOVE SHORT_TERM ROOM',
      'DeleteMemory: REMOVE LONG_TERM CALL',
      'ExportUserData: EXPORT CALL',
      'ImportUserData: IMPORT CALL',
    ]);
    const [{ user: pseudonym } = { user: '' }] = await eventsOf(user);
    await all(recorda.admin.deleteUserData({ userId: user, force: true, reason: 'request 17' }));
    expect(await eventsOf(user)).to.deep.equal([]);
    const last = (await eventsOf('')).filter((event) => event.user === pseudonym).slice(0, 3);
    expect(last.map((event) => `${told(event)} ${event.why}`)).to.have.members([
      'DeleteUserData: ERASE ALL ERASURE',
      'DeleteUserData: KEY DESTROY CALL',
      'DeleteUserData: CALL request 17',
    ]);
  });

  it('verifies as unbroken, and reports its length', async () => {
    const { recorda, newUser } = door();
    await recorda.agent({ userId: newUser(), agentId: 'a' }).set('city', 'Paris');
    const steps = await all(recorda.admin.verifyAudit({}));
    const end = steps.at(-1)!;
    expect(end).to.include({ isAtEnd: true, fault: 'AUDIT_FAULT_UNSPECIFIED', faultPage: 0 });
    expect(end.hash).to.match(/^[0-9a-f]{64}$/);
    const [newest] = (await recorda.admin.listAuditEvents({ pageSize: 1 })).events;
    expect(newest!.number).to.be.at.least(end.recordCount);
  });

  it('refuses page tokens that it did not issue, and withstands hostile user ids', async () => {
    const { admin } = door().recorda;
    expect((await errorOf(admin.listAuditEvents({ pageToken: 'x' }))).reason).to.equal('PAGE_TOKEN_INVALID');
    const property = fc.asyncProperty(hostileText, fc.integer(), async (userId, pageSize) => {
      const outcome = await admin.listAuditEvents({ userId, pageSize }).catch((error: { reason: string }) => error);
      if ('reason' in outcome) expect(outcome.reason).to.equal('FIELD_INVALID');
      else expect(outcome.events.length).to.be.at.most(1000);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
