/** Compares the store of LangGraph with the one that LangGraph keeps in memory. */
import { expect } from 'chai';
import { RecordaStore } from '../../../client/adapters/langgraph.ts';
import { describeBothDoors } from '../../api/doors.ts';
import { scaled, testSeed } from '../../scale.ts';
import { LangGraphOperations } from './langgraph-operations.ts';

const SEED = testSeed();

describeBothDoors('A store of LangGraph', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser() });

  it(`answers as LangGraph's own does, seed ${SEED} @torture`, async () => {
    const ana = agent();
    const operations = new LangGraphOperations(SEED);
    for (let step = 0; step < scaled(200, 2000); step += 1) {
      // Another program continues with it.
      await operations.step(new RecordaStore(ana));
      if (step % 100 === 0) await operations.all(new RecordaStore(ana));
    }
    expect(operations.answered).to.be.greaterThan(20);
  });

  it('shows a namespace nothing of one whose name begins alike', async () => {
    const store = new RecordaStore(agent());
    await store.put(['tenant', 'acme'], 'note', { text: 'ours' });
    await store.put(['tenant', 'acme-corp'], 'secret', { text: 'theirs' });
    await store.put(['tenant', 'acme', 'deep'], 'more', { text: 'ours, too' });
    for (const query of [undefined, 'theirs secret']) {
      const found = await store.search(['tenant', 'acme'], query === undefined ? {} : { query });
      expect(found.map(({ key }) => key)).to.have.members(['note', 'more']);
    }
    expect(await store.listNamespaces({ prefix: ['tenant', 'acme'] })).to.deep.equal([
      ['tenant', 'acme'],
      ['tenant', 'acme', 'deep'],
    ]);
    expect(await store.search([])).to.have.length(3);
  });

  it('finds by meaning, with a filter, and leaves out what is not indexed until last', async () => {
    const store = new RecordaStore(agent());
    await store.put(['memories'], 'food', { text: 'She eats no meat', kind: 'diet' });
    await store.put(['memories'], 'job', { text: 'She works as a surgeon', kind: 'work' });
    await store.put(['memories'], 'quiet', { text: 'vegetarian food', kind: 'diet' }, false);
    const query = 'Is she a vegetarian?';
    const found = await store.search(['memories'], { query });
    expect(found.map(({ key }) => key)).to.deep.equal(['food', 'job', 'quiet']);
    expect(found[0]!.score).to.be.within(0, 1);
    expect(found[2]!.score).to.equal(undefined);
    const work = await store.search(['memories'], { query, filter: { kind: { $ne: 'diet' } }, limit: 1 });
    expect(work.map(({ key }) => key)).to.deep.equal(['job']);
    expect((await store.search(['memories'], { query, limit: 1, offset: 1 })).map(({ key }) => key)).to.deep.equal([
      'job',
    ]);
  });

  it('refuses names that LangGraph refuses, and makes nothing of such a batch', async () => {
    const store = new RecordaStore(agent());
    const put = { namespace: ['a'], key: 'b', value: { c: 1 } };
    for (const namespace of [[], [''], ['a.b'], ['a:b']]) {
      let name = '';
      await store.batch([put, { ...put, namespace }]).catch((error: Error) => (name = error.name));
      expect(name, JSON.stringify(namespace)).to.equal('InvalidNamespaceError');
    }
    expect(await store.search([])).to.deep.equal([]);
  });
});
