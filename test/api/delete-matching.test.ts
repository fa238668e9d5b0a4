import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors('Deleting by a filter', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  it('reports what it would delete, and deletes it only if forced', async () => {
    const ana = agent();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1)
      ids.push((await ana.add(`memory ${n}`, { speaker: n % 3 === 0 ? 'Ben' : 'Ana' })).memory.id);
    const bens = ids.filter((_, n) => n % 3 === 0);
    expect(await ana.deleteMatching('speaker == "Ben"')).to.deep.equal({
      matchedCount: 4,
      deletedCount: 0,
      deletedRelationshipCount: 0,
      sampleIds: bens,
    });
    expect(await all(ana.list())).to.have.length(12);
    expect(await ana.deleteMatching('speaker == "Ben"', { force: true })).to.include({ deletedCount: 4 });
    expect((await all(ana.list())).map(({ id }) => id)).to.deep.equal(ids.filter((id) => !bens.includes(id)));
    expect(await ana.retrieve('memory', { topK: 20 })).to.have.length(8);
    expect(await ana.deleteMatching('speaker == "Ben"', { force: true })).to.include({ matchedCount: 0 });
  });

  it('deletes more than one page, and lists the first hundred ids', async () => {
    const { recorda, newUser } = door();
    const userId = newUser();
    const requests = Array.from({ length: 450 }, (_, n) => ({
      memory: { scope: { userId }, payload: { $case: 'text' as const, value: { content: `memory ${n}` } } },
    }));
    await recorda.memory.batchAddMemories({ requests });
    const gone = await recorda.agent({ userId }).deleteMatching('true', { force: true });
    expect(gone).to.include({ matchedCount: 450, deletedCount: 450 });
    expect(gone.sampleIds).to.have.length(100);
    expect(await all(recorda.agent({ userId }).list())).to.have.length(0);
    const again = await recorda.agent({ userId }).add('room again');
    expect(again.remaining.count).to.equal(9999);
  });

  it('deletes only memories of the type and scope', async () => {
    const ana = agent();
    const other = ana.with({ sessionId: 'tuesday', taskId: 'other' });
    await ana.add('here', { type: 'short_term' });
    await other.add('there', { type: 'short_term' });
    await ana.with({ taskId: 'mine' }).set('key', 1);
    await other.set('key', 1);
    await ana.add('kept');
    expect(await ana.deleteMatching('true', { type: 'short_term', force: true })).to.include({ deletedCount: 1 });
    expect(await all(other.list({ type: 'short_term' }))).to.have.length(1);
    expect(await other.deleteMatching('key == "key"', { type: 'working', force: true })).to.include({
      deletedCount: 1,
    });
    expect(await all(ana.list({ type: 'working' }))).to.have.length(1);
    expect(await all(ana.list())).to.have.length(1);
  });

  it('requires a valid filter and a type', async () => {
    const ana = agent();
    await ana.add('kept');
    expect((await errorOf(ana.deleteMatching('', { force: true }))).detail.fields?.[0]?.field).to.equal('filter');
    expect((await errorOf(ana.deleteMatching('nonsense ==', { force: true }))).reason).to.equal('FILTER_INVALID');
    const untyped = door().recorda.memory.deleteMemories({ scope: { ...ana.scope }, filter: 'true', force: true });
    expect((await errorOf(untyped)).detail.fields?.[0]?.field).to.equal('type');
    expect(await all(ana.list())).to.have.length(1);
  });
});
