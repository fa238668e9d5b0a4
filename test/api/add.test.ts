import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { KB } from '../../server/policy/units.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { all, describeAllDoors, errorOf } from './doors.ts';

describeAllDoors('Adding', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  it('stores working memory by key and returns the quota that is left', async () => {
    const ana = agent();
    const added = await ana.add({ current_destination: 'Paris' }, { type: 'working' });
    expect(added.memory.id).to.match(/^wm_[0-9a-f]{32}$/);
    expect(added).to.include({ operation: 'ADD', prunedCount: 0, evictedCount: 0 });
    expect(added.remaining.count).to.equal(QUOTAS.WORKING.count - 1);
    expect(added.latencyMs).to.be.greaterThan(0);
    expect(added.memory).to.deep.include({
      type: 'working',
      key: 'current_destination',
      value: 'Paris',
      text: 'Paris',
    });
    expect(await ana.get(added.memory.id)).to.deep.include({ value: 'Paris' });
  });

  it('replaces a working entry of the same key', async () => {
    const ana = agent();
    const first = await ana.set('city', 'Paris');
    const second = await ana.set('city', { name: 'Lyon', days: [1, 2.5, null, true] });
    expect(second.operation).to.equal('MERGED');
    expect(second.memory.id).to.equal(first.memory.id);
    expect(second.memory.etag).not.to.equal(first.memory.etag);
    expect(
      (await all(ana.list({ type: 'working' }))).map((memory) => memory.type === 'working' && memory.value),
    ).to.deep.equal([{ name: 'Lyon', days: [1, 2.5, null, true] }]);
  });

  it('keeps null and false as values', async () => {
    const ana = agent();
    expect((await ana.set('a', null)).memory.value).to.equal(null);
    expect((await ana.set('b', false)).memory.value).to.equal(false);
  });

  it('refuses a 101st key of working memory but still replaces known keys', async () => {
    const ana = agent();
    for (let n = 0; n < QUOTAS.WORKING.count; n += 1) await ana.set(`key-${n}`, n);
    const error = await errorOf(ana.set('one-more', 1));
    expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED', retryable: false });
    expect(error.detail.quota).to.include({ limit: 100, current: 100 });
    expect((await ana.set('key-7', 'new')).operation).to.equal('MERGED');
  });

  it('evicts the least recently used working entries beyond 10 KB, and lists the evicted ids', async () => {
    const ana = agent();
    const value = 'x'.repeat(3 * KB);
    const first = await ana.set('first', value);
    const second = await ana.set('second', value);
    await ana.set('third', value);
    await ana.get(first.memory.id);
    const added = await ana.set('fourth', value);
    expect(added).to.deep.include({
      operation: 'ADD_WITH_EVICTION',
      evictedCount: 1,
      removedIds: [second.memory.id],
    });
    expect((await errorOf(ana.get(second.memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
    expect((await ana.get(first.memory.id)).text).to.equal(value);
  });

  it('keeps the messages of a session for an hour, and only the last 100', async () => {
    const ana = agent();
    const first = await ana.add('Book me a flight', { type: 'short_term', role: 'user' });
    expect(first.memory).to.deep.include({ type: 'short_term', role: 'user', text: 'Book me a flight' });
    expect(first.memory.expireTime!.getTime() - first.memory.createTime.getTime()).to.equal(SHORT_TERM_TTL_MS);
    for (let n = 1; n < 100; n += 1) await ana.add(`message ${n}`, { type: 'short_term', role: 'assistant' });
    const over = await ana.add('message 100', { type: 'short_term' });
    expect(over).to.deep.include({ operation: 'ADD_WITH_EVICTION', evictedCount: 1, removedIds: [first.memory.id] });
    const kept = await all(ana.list({ type: 'short_term', pageSize: 40 }));
    expect(kept).to.have.length(100);
    expect(kept.map(({ text }) => text))
      .to.include('message 100')
      .and.not.include('Book me a flight');
  });

  it('keeps a long-term memory with its source, time and place', async () => {
    const ana = agent();
    const eventTime = new Date('1969-07-20T20:17:40.500Z');
    const { memory } = await ana.add('The Eagle has landed 🚀', {
      speaker: 'Neil',
      eventTime,
      turn: -3,
      metadata: { category: 'space', tags: ['moon', null, { deep: true }], ratio: 0.1 },
    });
    const read = await ana.get(memory.id);
    expect(read).to.deep.equal(memory);
    expect(read).to.deep.include({
      text: 'The Eagle has landed 🚀',
      speaker: 'Neil',
      eventTime,
      turn: -3,
      metadata: { category: 'space', tags: ['moon', null, { deep: true }], ratio: 0.1 },
      expireTime: undefined,
      isCompressed: false,
    });
    expect(read.scope).to.include({ agentId: 'travel', sessionId: 'monday' });
    expect(read.createTime.getTime()).to.be.closeTo(Date.now(), 60_000);
  });

  it('stores 5 KB of text compressed and reads it back unchanged', async () => {
    const ana = agent();
    const text = 'User likes long walks on the beach. ¿Y la montaña? '.repeat(100).slice(0, 5 * KB);
    const { memory } = await ana.add(text);
    expect(memory.isCompressed).to.equal(true);
    expect(memory.sizeBytes).to.equal(Buffer.byteLength(text));
    expect(memory.storedBytes).to.be.lessThan(memory.sizeBytes / 2);
    expect((await ana.get(memory.id)).text).to.equal(text);
    const [hit] = await ana.retrieve('walks on the beach');
    expect(hit?.text).to.equal(text);
  });

  it('does not compress short texts, nor texts that zlib cannot make smaller', async () => {
    const ana = agent();
    const noise = Array.from(randomBytes(3 * KB), (byte) => String.fromCodePoint(0x4e00 + byte * 80)).join('');
    const { memory } = await ana.add('short');
    expect(memory).to.include({ isCompressed: false, sizeBytes: 5, storedBytes: 5 });
    const long = await ana.add(noise);
    expect((await ana.get(long.memory.id)).text).to.equal(noise);
    expect(long.memory.storedBytes).to.be.at.most(long.memory.sizeBytes);
  });

  it('accepts a content of exactly 1 MiB', async () => {
    const ana = agent();
    const text = 'á'.repeat((1024 * KB) / 2);
    const { memory } = await ana.add(text);
    expect(memory.sizeBytes).to.equal(1024 * KB);
    expect((await ana.get(memory.id)).text).to.equal(text);
  });

  it('answers each add of a batch in order; one that fails stops none of the others', async () => {
    const { recorda, newUser } = door();
    const scope = { userId: newUser(), agentId: 'travel', sessionId: 's' };
    const text = (content: string) => ({ memory: { scope, payload: { $case: 'text' as const, value: { content } } } });
    const { results } = await recorda.memory.batchAddMemories({
      requests: [
        text('User enjoys skiing'),
        text(''),
        { memory: { scope, payload: { $case: 'working', value: { key: 'city', value: 'Paris' } } } },
        { memory: { scope, payload: { $case: 'message', value: { content: 'Hi' } } } },
        {},
      ],
    });
    expect(results.map(({ result }) => result?.$case)).to.deep.equal(['added', 'error', 'added', 'added', 'error']);
    const failures = results.flatMap(({ result }) => (result?.$case === 'error' ? [result.value] : []));
    expect(failures.map(({ reason }) => reason)).to.deep.equal([
      'ERROR_REASON_FIELD_INVALID',
      'ERROR_REASON_FIELD_INVALID',
    ]);
    expect(failures.map(({ code }) => code)).to.deep.equal([3, 3]);
    expect(failures[0]?.fields).to.deep.equal(['memory.text.content']);
    expect(await all(recorda.agent(scope).list())).to.have.length(1);
  });
});
