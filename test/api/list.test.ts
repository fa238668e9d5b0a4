import { expect } from 'chai';
import { all, describeAllDoors, errorOf } from './doors.ts';

describeAllDoors('Listing', (door) => {
  const scope = () => ({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  it('returns every memory once, in order, across pages', async () => {
    const ana = door().recorda.agent(scope());
    const added: string[] = [];
    for (let n = 0; n < 25; n += 1)
      added.push((await ana.add(`memory ${n}`, { metadata: { even: n % 2 === 0 } })).memory.id);
    const ids = async (options: Parameters<typeof ana.list>[0]): Promise<string[]> =>
      (await all(ana.list(options))).map(({ id }) => id);
    for (const pageSize of [1, 7, 25, 1000]) expect(await ids({ pageSize })).to.deep.equal(added);
    expect(await ids({ pageSize: 7, orderBy: 'create_time desc' })).to.deep.equal(added.toReversed());
    const even = added.filter((_, n) => n % 2 === 0);
    expect(await ids({ pageSize: 4, filter: 'metadata.even == true' })).to.deep.equal(even);
  });

  it('neither skips nor repeats memories that stay while others are added and deleted', async () => {
    const ana = door().recorda.agent(scope());
    const added: string[] = [];
    for (let n = 0; n < 20; n += 1) added.push((await ana.add(`memory ${n}`)).memory.id);
    const seen: string[] = [];
    for await (const { id } of ana.list({ pageSize: 3 })) {
      seen.push(id);
      if (seen.length === 4) await ana.delete(added[1]!);
      if (seen.length === 5) await ana.delete(added[12]!);
      if (seen.length === 6) added.push((await ana.add('late')).memory.id);
    }
    expect(seen).to.deep.equal(added.filter((id) => id !== added[12]));
  });

  it('shows all but payload and metadata in the basic view', async () => {
    const of = scope();
    await door()
      .recorda.agent(of)
      .add('User enjoys skiing', { metadata: { a: 1 } });
    const { memories } = await door().recorda.memory.listMemories({
      scope: of,
      type: 'MEMORY_TYPE_LONG_TERM',
      view: 'MEMORY_VIEW_BASIC',
    });
    expect(memories[0]).to.include({ payload: undefined, metadata: undefined, type: 'MEMORY_TYPE_LONG_TERM' });
    expect(memories[0]!.sizeBytes).to.be.greaterThan(0);
    expect(memories[0]!.id).to.match(/^lt_/);
  });

  it('refuses a token that was altered, invented, or issued for another request', async () => {
    const of = scope();
    const ana = door().recorda.agent(of);
    for (let n = 0; n < 3; n += 1) await ana.add(`memory ${n}`);
    const request = { scope: of, type: 'MEMORY_TYPE_LONG_TERM', pageSize: 1 } as const;
    const list = (changed: object) => door().recorda.memory.listMemories({ ...request, ...changed });
    const { nextPageToken } = await list({});
    expect(nextPageToken).not.to.equal('');
    expect((await list({ pageToken: nextPageToken })).memories).to.have.length(1);
    const flipped = (at: number): string =>
      nextPageToken.slice(0, at) + (nextPageToken[at] === 'A' ? 'B' : 'A') + nextPageToken.slice(at + 1);
    const refused: object[] = [
      { pageToken: 'nonsense' },
      { pageToken: `${nextPageToken}A` },
      { pageToken: nextPageToken.slice(0, -1) },
      { pageToken: flipped(0) },
      { pageToken: flipped(Math.floor(nextPageToken.length / 2)) },
      { pageToken: nextPageToken, filter: 'metadata.a == 1' },
      { pageToken: nextPageToken, orderBy: 'create_time desc' },
      { pageToken: nextPageToken, type: 'MEMORY_TYPE_SHORT_TERM' },
      { pageToken: nextPageToken, scope: { ...of, userId: door().newUser() } },
    ];
    for (const changed of refused) {
      const error = await errorOf(list(changed));
      expect(error, JSON.stringify(changed)).to.include({ reason: 'PAGE_TOKEN_INVALID', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.[0]?.field).to.equal('page_token');
    }
  });
});
