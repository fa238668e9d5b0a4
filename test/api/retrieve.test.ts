import { expect } from 'chai';
import { describeAllDoors, errorOf } from './doors.ts';

/** A search index ranks its own candidates, and does not consider others that were added next to them. */
const SESSION = process.env['RECORDA_TEST_LONG_TERM'] === undefined ? ['session_id'] : [];

describeAllDoors('Retrieving', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  it('ranks skiing first, slopes second', async () => {
    const ana = agent();
    for (const text of ['User enjoys skiing', 'User avoids advanced slopes', 'User likes coffee with mountain view']) {
      await ana.add(text);
    }
    const hits = await ana.retrieve('skiing preferences', { topK: 2 });
    expect(hits.map(({ text }) => text)).to.deep.equal(['User enjoys skiing', 'User avoids advanced slopes']);
    expect(hits[0]!.score).to.be.greaterThan(hits[1]!.score);
    expect(hits.targetMs).to.equal(100);
    for (const { similarity } of hits) expect(similarity).to.be.within(0, 1);
  });

  it('finds the same order in Spanish, although the word for slope also means track, runway and clue', async () => {
    const ana = agent();
    const wanted = ['disfruta esquiar', 'evita las pistas avanzadas', 'le gusta el café con vista a la montaña'];
    for (const at of [2, 0, 1]) await ana.add(wanted[at]!);
    const hits = await ana.retrieve('preferencias de esquí', { topK: 3 });
    expect(hits.map(({ text }) => text)).to.deep.equal(wanted);
    expect(hits[1]!.similarity).to.be.greaterThan(hits[2]!.similarity);
  });

  it('searches all types, and lists working memory first', async () => {
    const ana = agent();
    await ana.add('User likes French cuisine');
    await ana.set('current_destination', 'Paris');
    const hits = await ana.retrieve('Paris trip planning', { types: ['long_term', 'working'] });
    expect(hits.map(({ type }) => type)).to.deep.equal(['working', 'long_term']);
    expect(hits.map(({ text }) => text)).to.deep.equal(['Paris', 'User likes French cuisine']);
    expect(hits.targetMs).to.equal(150);
    expect(hits.types.map(({ type, count, error }) => ({ type, count, error }))).to.deep.equal([
      { type: 'working', count: 1, error: undefined },
      { type: 'long_term', count: 1, error: undefined },
    ]);
  });

  it('finds a message of the session, and none of another session', async () => {
    const ana = agent();
    await ana.add('My passport expires in May', { type: 'short_term' });
    const [hit] = await ana.retrieve('passport', { types: ['short_term'] });
    expect(hit?.memory).to.include({ type: 'short_term', text: 'My passport expires in May' });
    expect(await ana.with({ sessionId: 'tuesday' }).retrieve('passport', { types: ['short_term'] })).to.have.length(0);
  });

  it('orders all types by similarity if asked, with topK over all together', async () => {
    const ana = agent();
    await ana.set('lunch', 'onion soup');
    await ana.add('User is training for a marathon in Berlin');
    await ana.add('User runs every morning');
    const options = { types: ['working', 'long_term'], topK: 2, orderBy: 'score' } as const;
    const hits = await ana.retrieve('marathon training in Berlin', options);
    expect(hits).to.have.length(2);
    expect(hits[0]!.text).to.equal('User is training for a marathon in Berlin');
    expect(hits[0]!.similarity).to.be.at.least(hits[1]!.similarity);
  });

  /** Adds six memories of two types, of which the best three about tea are of both. */
  const withTea = async () => {
    const ana = agent();
    await ana.set('drink', 'a cup of green tea');
    await ana.set('gate', 'boards at gate 12');
    await ana.set('room', 'room 304');
    await ana.add('User drinks green tea every morning');
    await ana.add('User drinks tea with lemon');
    await ana.add('User rides a motorbike to the office');
    return ana;
  };
  const BOTH = ['working', 'long_term'] as const;

  it('applies topK per type, and topKTotal to the most similar across types, in either order', async () => {
    const ana = await withTea();
    expect(await ana.retrieve('green tea', { types: BOTH, topK: 3 })).to.have.length(6);
    const all = await ana.retrieve('green tea', { types: BOTH, topK: 3, orderBy: 'score', topKTotal: 6 });
    expect(all).to.have.length(6);
    const best = all.slice(0, 3).map(({ text }) => text);

    const byScore = await ana.retrieve('green tea', { types: BOTH, topKTotal: 3, orderBy: 'score' });
    expect(byScore.map(({ text }) => text)).to.deep.equal(best);
    const grouped = await ana.retrieve('green tea', { types: BOTH, topKTotal: 3 });
    expect(grouped.map(({ type }) => type)).to.deep.equal(['working', 'long_term', 'long_term']);
    expect(grouped.map(({ text }) => text)).to.have.members(best);
    expect(grouped.types.map(({ type, count }) => ({ type, count }))).to.deep.equal(
      BOTH.map((type) => ({ type, count: 3 })),
    );
  });

  it('uses topKTotal as the topK of a single type, also above 5, and both if both are given', async () => {
    const ana = await withTea();
    for (let i = 0; i < 6; i++) await ana.add(`User bought ${i + 3} tins of tea`);
    expect(await ana.retrieve('tea', { topKTotal: 8 })).to.have.length(8);
    const hits = await ana.retrieve('tea', { types: BOTH, topK: 2, topKTotal: 3 });
    expect(hits).to.have.length(3);
    expect(hits.filter(({ type }) => type === 'long_term')).to.have.length(2);
    expect(await ana.retrieve('tea', { types: BOTH, topK: 1, topKTotal: 50, orderBy: 'score' })).to.have.length(2);
  });

  it('applies a filter on metadata', async () => {
    const ana = agent();
    await ana.add('User enjoys skiing', { metadata: { category: 'sports', level: 3 } });
    await ana.add('User likes coffee', { metadata: { category: 'food' } });
    await ana.add('User likes tea');
    const texts = async (filter: string): Promise<string[]> =>
      (await ana.retrieve('what does the user like', { filter })).map(({ text }) => text);
    expect(await texts('metadata.category == "sports"')).to.deep.equal(['User enjoys skiing']);
    expect(await texts('metadata.level >= 3 && metadata.category in ["sports", "food"]')).to.deep.equal([
      'User enjoys skiing',
    ]);
    expect(await texts('!has(metadata.category)')).to.deep.equal(['User likes tea']);
    expect(await texts('metadata.category == "music"')).to.deep.equal([]);
  });

  it('returns an empty answer for an unknown user, not an error', async () => {
    const hits = await agent().retrieve('anything', { types: ['working', 'short_term', 'long_term'] });
    expect(hits).to.have.length(0);
    expect(hits.types.map(({ count, error }) => ({ count, error }))).to.deep.equal(
      [0, 0, 0].map((count) => ({ count, error: undefined })),
    );
    expect(hits.targetMs).to.equal(50);
  });

  it('leaves out hits below the requested similarity', async () => {
    const ana = agent();
    await ana.add('User enjoys skiing in the Alps');
    await ana.add('The quarterly report is due on Friday');
    const hits = await ana.retrieve('skiing in the Alps', { minSimilarity: 0.33 });
    expect(hits.map(({ text }) => text)).to.deep.equal(['User enjoys skiing in the Alps']);
    expect(await ana.retrieve('skiing in the Alps', { minSimilarity: 0 })).to.have.length(2);
  });

  it('explains a score if asked: its parts add up to it', async () => {
    const ana = agent();
    await ana.add('User enjoys skiing');
    const [explained] = await ana.retrieve('skiing', { explain: true });
    const shares = explained!.signals.map(({ share }) => share);
    expect(shares).not.to.have.length(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).to.be.closeTo(explained!.score, 1e-6);
    const [plain] = await ana.retrieve('skiing');
    expect(plain!.signals).to.deep.equal([]);
  });

  it('explains what it inferred from texts', async () => {
    const sent = agent();
    const loose = sent.with({ sessionId: '' });
    await sent.add('Bought the red skis', { speaker: 'Ana', eventTime: new Date('2024-01-02') });
    await loose.add('Marta: on 5 May 2023 I sold the old skis');
    await loose.add('Skis need wax');
    const hits = await loose.retrieve('skis', { explain: true });
    expect(Object.fromEntries(hits.map(({ text, inferred }) => [text, inferred]))).to.deep.equal({
      'Bought the red skis': [],
      'Marta: on 5 May 2023 I sold the old skis': ['speaker', 'event_time', ...SESSION],
      'Skis need wax': SESSION,
    });
    const { memory } = hits.find(({ text }) => text.startsWith('Marta'))!;
    expect(memory).to.include({ speaker: undefined, eventTime: undefined });
    expect((await loose.retrieve('skis')).flatMap(({ inferred }) => inferred)).to.deep.equal([]);
  });

  it('answers Spanish with Spanish', async () => {
    const ana = agent();
    await ana.add('A Ana le encanta esquiar en Baqueira');
    await ana.add('El perro de Ana se llama Toby');
    expect((await ana.retrieve('¿Dónde esquía Ana?', { topK: 1 }))[0]?.text).to.include('esquiar');
  });

  it('sees all adds, updates and deletions made before it began', async () => {
    const ana = agent();
    const { memory } = await ana.add('User plays the violin');
    expect(await ana.retrieve('violin')).to.have.length(1);
    await ana.update(memory, { text: 'User plays the trumpet' });
    const [changed] = await ana.retrieve('trumpet');
    expect(changed?.text).to.equal('User plays the trumpet');
    await ana.delete(memory.id);
    expect(await ana.retrieve('trumpet')).to.have.length(0);
  });

  it('separates a user’s memories by namespace', async () => {
    const ana = agent();
    await ana.with({ namespace: 'work' }).add('The project is called Lighthouse');
    await ana.with({ namespace: 'home' }).add('The project is to paint the fence');
    const texts = async (namespace?: string): Promise<string[]> =>
      (await ana.with({ namespace }).retrieve('project')).map(({ text }) => text).toSorted();
    expect(await texts('work')).to.deep.equal(['The project is called Lighthouse']);
    expect(await texts('home')).to.deep.equal(['The project is to paint the fence']);
    expect(await texts()).to.have.length(2);
    expect(await texts('Work')).to.deep.equal([]);
  });

  it('accepts a topK of 1 and of 10,000, and returns no more than that', async () => {
    const ana = agent();
    for (let n = 0; n < 8; n += 1) await ana.add(`User visited museum number ${n}`);
    expect(await ana.retrieve('museum')).to.have.length(5);
    expect(await ana.retrieve('museum', { topK: 1 })).to.have.length(1);
    expect(await ana.retrieve('museum', { topK: 10_000 })).to.have.length(8);
  });

  it('reports whether more memories are likely to belong to the answer', async () => {
    const ana = agent();
    for (const animal of ['a dog called Rex', 'a cat called Tom', 'a parrot called Kiwi', 'a turtle called Tilda']) {
      await ana.add(`User has ${animal} as a pet`);
    }
    const advised = async (topK: number, query = 'Which pets does the user have?') =>
      (await ana.retrieve(query, { topK })).types.map(({ moreLikely }) => moreLikely);
    expect(await advised(2)).to.deep.equal([true]);
    expect(await advised(5)).to.deep.equal([false]);
    expect(await advised(2, 'What is the name of the parrot?')).to.deep.equal([false]);
    const types = ['working', 'long_term'] as const;
    await ana.set('pets', 'Which pets the user has');
    const both = await ana.retrieve('Which pets does the user have?', { types, topK: 1 });
    expect(both.types.map(({ type, moreLikely }) => [type, moreLikely])).to.deep.equal([
      ['working', false],
      ['long_term', true],
    ]);
  });

  it('reports latencies of calls beside their targets', async () => {
    const ana = agent();
    await ana.add('User enjoys skiing');
    await ana.retrieve('skiing');
    const { rows } = await door().recorda.admin.getLatencyReport({});
    const row = rows.find(
      ({ operation, types }) => operation === 'search_memory' && types.join() === 'MEMORY_TYPE_LONG_TERM',
    );
    expect(row).to.include({ targetMs: 100 });
    expect(row!.count).to.be.greaterThan(0);
    expect(row!.p50Ms).to.be.greaterThan(0).and.at.most(row!.p99Ms);
    expect(row!.heldPercent).to.be.within(0, 100);
    await ana.retrieve('skiing', { includeArchived: true });
    const withArchive = (await door().recorda.admin.getLatencyReport({})).rows.find(
      ({ operation, backend }) => operation === 'search_memory' && backend.endsWith('+archive'),
    );
    expect(withArchive).to.include({ targetMs: 1000 });
    const onlyAdds = await door().recorda.admin.getLatencyReport({ operations: ['create_memory'] });
    expect(new Set(onlyAdds.rows.map(({ operation }) => operation))).to.deep.equal(new Set(['create_memory']));
    expect((await errorOf(door().recorda.admin.getLatencyReport({ types: ['UNRECOGNIZED'] }))).reason).to.equal(
      'FIELD_INVALID',
    );
  });
});
