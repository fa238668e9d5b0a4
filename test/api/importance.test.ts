import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors('Importance and access counts', (door) => {
  it('stores the importance of a memory, which filters can use and which changes nothing else', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser() });
    const { memory: allergy } = await ana.add('Allergic to penicillin', { importance: 1 });
    const { memory: tea } = await ana.add('Had tea at four');
    expect([allergy.importance, tea.importance]).to.deep.equal([1, 0.5]);
    const found = await all(ana.list({ filter: 'importance > 0.8' }));
    expect(found.map(({ id }) => id)).to.deep.equal([allergy.id]);
    const lowered = await ana.update(tea, { importance: 0 });
    expect(lowered).to.deep.include({ text: 'Had tea at four', importance: 0 });
    expect((await ana.update(tea.id, { importance: null })).importance).to.equal(0.5);
    for (const importance of [-0.1, 1.1, Number.NaN]) {
      const error = await errorOf(ana.add('x', { importance }));
      expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['memory.importance']);
    }
    expect((await errorOf(ana.update(tea.id, { importance: 2 }))).reason).to.equal('FIELD_INVALID');
  });

  it('counts the reads of an entry of working memory', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser(), agentId: 'guide' });
    const { memory } = await ana.set('city', 'Paris');
    expect(memory).to.deep.include({ accessCount: 0, lastAccessTime: undefined });
    await ana.retrieve('which city', { types: ['working'] });
    const read = await ana.get(memory.id);
    expect(read.accessCount).to.equal(1);
    expect(read.lastAccessTime).to.be.instanceOf(Date);
    expect((await ana.set('city', 'Rome')).memory.accessCount).to.equal(2);
  });
});
