import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { DAY_MS, MB } from '../../server/policy/units.ts';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors('Sessions and their turns', (door) => {
  const context = () => door().recorda.context;
  const chat = (userId: string, sessionId: string, namespace?: string) =>
    door().recorda.conversation({ userId, sessionId, agentId: 'vera', ...(namespace !== undefined && { namespace }) });
  const said = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ content: `turn ${from + at}` }));

  /** Three turns about one thing, which make one segment. */
  const hotelIn = (place: string) => [
    { content: `Let us book the hotel in ${place} for the trip in March.` },
    { role: 'assistant' as const, content: `The hotel in ${place} costs ninety euros a night in March.` },
    { content: `Good: we decided on the hotel in ${place} for the trip.` },
  ];

  it('lists a user’s sessions in pages, the last used first', async () => {
    const userId = door().newUser();
    for (const sessionId of ['one', 'two', 'three', 'four', 'five']) {
      await chat(userId, sessionId).append(said(1, 2));
      door().advance(1000);
    }
    await chat(userId, 'two').append(said(3, 1));
    await chat(door().newUser(), 'another’s').append(said(1, 1));
    const scope = { userId, sessionId: 'ignored', namespace: 'ignored' };
    const pages: string[][] = [];
    let pageToken = '';
    do {
      const page = await context().listSessions({ scope, pageSize: 2, pageToken });
      pages.push(page.sessions.map(({ sessionId }) => sessionId));
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(pages).to.deep.equal([['two', 'five'], ['four', 'three'], ['one']]);
    const listed = await all(door().recorda.agent({ userId, agentId: 'vera' }).sessions());
    expect(listed.map(({ sessionId }) => sessionId)).to.deep.equal(pages.flat());
    expect(listed[0]).to.deep.include({ turnCount: 3, windowTurnCount: 3, segmentCount: 0, recallOff: false });
    expect(listed[0]?.tokenCount).to.be.greaterThan(0);
    expect(listed[0]?.updateTime.getTime()).to.be.greaterThan(listed[1]!.updateTime.getTime());
  });

  it('marks sessions that ended, and reopens them with a turn', async () => {
    const userId = door().newUser();
    const { append, end } = chat(userId, 's');
    const listed = async () => (await context().listSessions({ scope: { userId } })).sessions[0];
    await append(said(1, 3));
    expect((await listed())?.endTime).to.equal(undefined);
    await end();
    const ended = await listed();
    expect(ended?.endTime).to.be.instanceOf(Date);
    expect(ended).to.include({ turnCount: 3, windowTurnCount: 0 });
    await append(said(4, 1));
    expect((await listed())?.endTime).to.equal(undefined);
  });

  it('lists every stored turn once, in the window and out of it, in either order', async () => {
    const userId = door().newUser();
    const { append, flush, turns } = chat(userId, 's');
    await append(said(1, 7));
    await flush();
    await append([
      ...said(8, 2),
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'search', argumentsJson: '{"q":1}' }] },
      { role: 'tool', content: 'found', toolCallId: 'c1' },
      { role: 'assistant', content: 'Here.', speaker: 'Vera', time: new Date('2026-02-03T04:05:06Z') },
    ]);
    const kept = await all(turns());
    expect(kept.map(({ turn, content }) => [turn, content])).to.deep.equal([
      ...said(1, 9).map(({ content }, at) => [at + 1, content]),
      [10, ''],
      [11, 'found'],
      [12, 'Here.'],
    ]);
    expect(kept.map(({ inWindow }) => inWindow)).to.deep.equal(kept.map(({ turn }) => turn > 7));
    expect(kept[9]).to.deep.include({
      role: 'assistant',
      toolCalls: [{ id: 'c1', name: 'search', argumentsJson: '{"q":1}' }],
      agentId: 'vera',
    });
    expect(kept[10]).to.include({ role: 'tool', toolCallId: 'c1' });
    expect(kept[11]).to.deep.include({ speaker: 'Vera', time: new Date('2026-02-03T04:05:06Z') });
    expect(await all(turns({ newestFirst: true }))).to.deep.equal(kept.toReversed());
    for (const orderBy of ['', 'turn desc']) {
      const numbers: number[] = [];
      let pageToken = '';
      do {
        const page = await context().listTurns({ scope: { userId, sessionId: 's' }, pageSize: 5, pageToken, orderBy });
        expect(page.turns.length).to.be.at.most(5);
        numbers.push(...page.turns.map(({ turn }) => turn));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
      const asKept = kept.map(({ turn }) => turn);
      expect(numbers).to.deep.equal(orderBy === '' ? asKept : asKept.toReversed());
    }
  });

  it('lists each segment once, with its summary, on the page of its last turn', async () => {
    const userId = door().newUser();
    const scope = { userId, sessionId: 's' };
    const { append, flush } = chat(userId, 's');
    const sealed = [];
    for (const place of ['Lisbon', 'Kyoto', 'Ghent']) {
      await append(hotelIn(place));
      sealed.push(...(await flush()));
    }
    await append(said(10, 1));
    expect(sealed.map(({ lastTurn, text }) => [lastTurn, text])).to.deep.equal([3, 6, 9].map((turn) => [turn, '']));
    const kept = (await context().listTurns({ scope })).segments;
    expect(kept.map(({ text: _, ...rest }) => rest)).to.deep.equal(sealed.map(({ text: _, ...rest }) => rest));
    for (const { text, hash } of kept) {
      expect(text).to.include('we decided on the hotel');
      expect(createHash('sha256').update(text).digest('base64url')).to.equal(hash);
    }
    for (const orderBy of ['', 'turn desc'])
      for (const pageSize of [1, 2, 3, 4, 10]) {
        const found = [];
        let pageToken = '';
        do {
          const { turns, segments, nextPageToken } = await context().listTurns({ scope, pageSize, pageToken, orderBy });
          const numbers = turns.map(({ turn }) => turn);
          expect(numbers).to.include.members(segments.map(({ lastTurn }) => lastTurn));
          found.push(...segments);
          pageToken = nextPageToken;
        } while (pageToken !== '');
        expect(found).to.deep.equal(orderBy === '' ? kept : kept.toReversed());
      }
    const other = { ...scope, namespace: 'other' };
    expect((await context().listTurns({ scope: other })).segments).to.deep.equal([]);
  });

  it('lists segments whose turns are deleted at the end of the list', async () => {
    const userId = door().newUser();
    const scope = { userId, sessionId: 's' };
    const { append, flush } = chat(userId, 's');
    await append(hotelIn('Lisbon'), { recallOff: true });
    await flush();
    await append(said(4, 2));
    for (const orderBy of ['', 'turn desc']) {
      const { turns, segments } = await context().listTurns({ scope, orderBy });
      expect(turns.map(({ turn }) => turn)).to.have.members([4, 5]);
      expect(segments.map(({ lastTurn }) => lastTurn)).to.deep.equal([3]);
    }
  });

  it('lists only the turns of the scope’s namespace', async () => {
    const userId = door().newUser();
    await chat(userId, 's', 'work').append(said(1, 1));
    await chat(userId, 's', 'home').append(said(2, 1));
    await chat(userId, 's', 'work').flush();
    await chat(userId, 's', 'work').append(said(3, 1));
    const numbers = async (namespace?: string) =>
      (await all(chat(userId, 's', namespace).turns())).map((it) => it.turn);
    expect(await numbers('work')).to.deep.equal([1, 3]);
    expect(await numbers('home')).to.deep.equal([2]);
    expect(await numbers()).to.deep.equal([1, 2, 3]);
  });

  it('lists no turn that is out of recall, expired or erased', async () => {
    const userId = door().newUser();
    const off = chat(userId, 'off');
    await off.append(said(1, 3), { recallOff: true });
    expect(await all(off.turns())).to.have.length(3);
    await off.flush();
    expect(await all(off.turns())).to.deep.equal([]);
    const old = chat(userId, 'old');
    await old.append(said(1, 3));
    await old.end();
    door().advance(89 * DAY_MS);
    expect(await all(old.turns())).to.have.length(3);
    door().advance(2 * DAY_MS);
    expect(await all(old.turns())).to.deep.equal([]);
    const last = chat(userId, 'last');
    await last.append(said(1, 2));
    await last.flush();
    await all(door().recorda.admin.deleteUserData({ userId, force: true }));
    expect(await all(last.turns())).to.deep.equal([]);
    expect((await context().listSessions({ scope: { userId } })).sessions).to.deep.equal([]);
  });

  it('is empty for a user without sessions, and for a session without turns', async () => {
    const userId = door().newUser();
    expect(await context().listSessions({ scope: { userId } })).to.deep.include({ sessions: [], nextPageToken: '' });
    const scope = { userId, sessionId: 'none' };
    expect(await context().listTurns({ scope })).to.deep.include({ turns: [], nextPageToken: '' });
  });

  it('ends a page early if its turns would exceed the size of an answer', async () => {
    const userId = door().newUser();
    const { append, turns } = chat(userId, 's');
    for (let turn = 1; turn < 18; turn += 6)
      await append(said(turn, 6).map(({ content }) => ({ content: content.padEnd(MB, '\nwords of a long turn') })));
    const page = await context().listTurns({ scope: { userId, sessionId: 's' }, pageSize: 1000 });
    expect(page.turns.length).to.be.within(2, 17);
    expect((await all(turns())).map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 18 }, (_, at) => at + 1));
  });

  it('refuses an unknown order, and a page token of another list', async () => {
    const userId = door().newUser();
    const { append } = chat(userId, 's');
    await append(said(1, 3));
    const scope = { userId, sessionId: 's' };
    expect((await errorOf(context().listTurns({ scope, orderBy: 'time' }))).message).to.include('turn desc');
    const { nextPageToken: pageToken } = await context().listTurns({ scope, pageSize: 1 });
    for (const other of [
      { scope: { userId, sessionId: 'other' }, pageToken },
      { scope, pageToken, orderBy: 'turn desc' },
    ])
      expect((await errorOf(context().listTurns(other))).reason).to.equal('PAGE_TOKEN_INVALID');
    expect((await errorOf(context().listSessions({ scope, pageToken }))).reason).to.equal('PAGE_TOKEN_INVALID');
    expect((await errorOf(context().listTurns({ scope: { userId } }))).reason).to.equal('FIELD_INVALID');
  });
});
