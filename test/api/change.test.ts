import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors('Changing', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  it('changes only the fields that the mask names', async () => {
    const ana = agent();
    const { memory } = await ana.add('User enjoys skiing', {
      speaker: 'Ana',
      turn: 3,
      eventTime: new Date(1000),
      metadata: { category: 'sports' },
    });
    const changed = await ana.update(memory, { text: 'User enjoys snowboarding' });
    expect(changed).to.deep.equal({
      ...memory,
      text: 'User enjoys snowboarding',
      etag: changed.etag,
      updateTime: changed.updateTime,
      sizeBytes: memory.sizeBytes + 'User enjoys snowboarding'.length - 'User enjoys skiing'.length,
      storedBytes: changed.storedBytes,
    });
    expect(changed.etag).not.to.equal(memory.etag);
    const cleared = await ana.update(changed, { metadata: null, turn: null, eventTime: null, speaker: null });
    expect(cleared).to.include({ text: 'User enjoys snowboarding', metadata: undefined, turn: undefined });
    expect(cleared).to.include({ eventTime: undefined, speaker: undefined });
    expect(await ana.get(memory.id)).to.deep.equal(cleared);
  });

  it('ignores fields that the mask does not name, even invalid ones', async () => {
    const ana = agent();
    const { memory } = await ana.add('User enjoys skiing', { metadata: { category: 'sports' } });
    const { memory: changed } = await door().recorda.memory.updateMemory({
      memory: {
        id: memory.id,
        scope: { userId: ana.scope.userId },
        payload: { $case: 'text', value: { content: '', speaker: 'Ben' } },
        metadata: { category: 'music' },
        createTime: new Date(0),
      },
      updateMask: ['text.speaker'],
    });
    expect(changed?.payload?.value).to.include({ content: 'User enjoys skiing', speaker: 'Ben' });
    expect(changed?.metadata).to.deep.equal({ category: 'sports' });
    expect(changed?.createTime).to.deep.equal(memory.createTime);
  });

  it('changes every field that is set if there is no mask', async () => {
    const ana = agent();
    const { memory } = await ana.add('User enjoys skiing', { speaker: 'Ana', metadata: { a: 1 } });
    const { memory: changed } = await door().recorda.memory.updateMemory({
      memory: {
        id: memory.id,
        scope: { userId: ana.scope.userId },
        payload: { $case: 'text', value: { content: 'User enjoys tea' } },
      },
    });
    expect(changed?.payload?.value).to.include({ content: 'User enjoys tea', speaker: 'Ana' });
    expect(changed?.metadata).to.deep.equal({ a: 1 });
  });

  it('changes working entries and messages', async () => {
    const ana = agent();
    const { memory: entry } = await ana.set('city', 'Paris');
    expect(await ana.update(entry, { value: { name: 'Lyon' } })).to.deep.include({
      key: 'city',
      value: { name: 'Lyon' },
    });
    const { memory: message } = await ana.add('Hi', { type: 'short_term', role: 'user' });
    expect(await ana.update(message, { text: 'Hello', role: 'assistant' })).to.include({
      text: 'Hello',
      role: 'assistant',
    });
  });

  it('refuses a stale etag and changes nothing', async () => {
    const ana = agent();
    for (const { memory } of [
      await ana.add('one'),
      await ana.set('k', 'one'),
      await ana.add('one', { type: 'short_term' }),
    ]) {
      const patch = memory.type === 'working' ? { value: 'two' } : { text: 'two' };
      await ana.update(memory, patch);
      for (const call of [() => ana.update(memory, { metadata: { a: 1 } }), () => ana.delete(memory)]) {
        const error = await errorOf(call());
        expect(error).to.include({ reason: 'ETAG_MISMATCH', code: 'ABORTED', retryable: false });
        expect(error.detail.precondition).to.include({ subject: memory.id });
      }
      expect(await ana.get(memory.id)).to.deep.include({ text: 'two', metadata: undefined });
    }
    const { memory } = await ana.add('three');
    expect((await errorOf(ana.update({ id: memory.id, etag: 'nonsense' }, { text: 'x' }))).reason).to.equal(
      'ETAG_MISMATCH',
    );
  });

  it('refuses an update that makes the content invalid, or changes its type', async () => {
    const ana = agent();
    const { memory } = await ana.add('one');
    expect((await errorOf(ana.update(memory.id, { text: '' }))).detail.fields?.[0]?.field).to.equal(
      'memory.text.content',
    );
    const wrongType = await errorOf(ana.update(memory.id, { role: 'user' }));
    expect(wrongType).to.have.nested.property('detail.fields[0].field', 'update_mask');
    expect(await ana.get(memory.id)).to.deep.equal(memory);
  });

  it('deletes a memory once', async () => {
    const ana = agent();
    for (const { memory } of [await ana.add('x'), await ana.set('k', 1), await ana.add('x', { type: 'short_term' })]) {
      await ana.delete(memory.id);
      const calls = [
        () => ana.get(memory.id),
        () => ana.delete(memory.id),
        () => ana.update(memory.id, { metadata: {} }),
      ];
      for (const call of calls) {
        const error = await errorOf(call());
        expect(error).to.include({ reason: 'MEMORY_NOT_FOUND', code: 'NOT_FOUND' });
        expect(error.detail.resource).to.deep.equal({ type: 'recorda.v1.Memory', name: memory.id });
      }
    }
    for (const id of ['nonsense', `lt_${'0'.repeat(32)}`, '../../etc/passwd']) {
      expect((await errorOf(ana.get(id))).reason).to.equal('MEMORY_NOT_FOUND');
    }
  });

  it('applies a repeated request id once and returns the first answer again', async () => {
    const ana = agent();
    const requestId = `r-${ana.scope.userId}`;
    const options = { requestId, metadata: { b: 1, a: [2, { d: 3, c: 4 }] } };
    const first = await ana.add('User enjoys skiing', options);
    const again = await Promise.all(Array.from({ length: 20 }, () => ana.add('User enjoys skiing', options)));
    for (const answer of again) expect({ ...answer, latencyMs: first.latencyMs }).to.deep.equal(first);
    expect(await all(ana.list())).to.have.length(1);

    const changed = await ana.update(first.memory, { text: 'new' }, { requestId: `${requestId}-u` });
    expect(await ana.update(first.memory, { text: 'new' }, { requestId: `${requestId}-u` })).to.deep.equal(changed);
    await ana.delete(changed, { requestId: `${requestId}-d` });
    await ana.delete(changed, { requestId: `${requestId}-d` });
  });

  it('refuses a request id with another body, and stores nothing', async () => {
    const ana = agent();
    const requestId = `r-${ana.scope.userId}`;
    await ana.add('User enjoys skiing', { requestId });
    const others = [
      () => ana.add('User enjoys tea', { requestId }),
      () => ana.add('User enjoys skiing', { requestId, metadata: { a: 1 } }),
      () => ana.with({ namespace: 'other' }).add('User enjoys skiing', { requestId }),
    ];
    for (const call of others) {
      const error = await errorOf(call());
      expect(error).to.include({ reason: 'REQUEST_ID_REUSED', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.[0]?.field).to.equal('request_id');
    }
    expect(await all(ana.list())).to.have.length(1);
    const other = agent();
    expect((await other.add('User enjoys tea', { requestId })).operation).to.equal('ADD');
  });

  it('refuses a request id that was used for another memory type, and stores nothing', async () => {
    const ana = agent();
    const id = (name: string): string => `${name}-${ana.scope.userId}`;
    await ana.set('city', 'Paris', { requestId: id('set') });
    const { memory } = await ana.add('User enjoys skiing', { requestId: id('add') });
    await ana.update(memory, { text: 'User enjoys tea' }, { requestId: id('update') });
    const others = [
      () => ana.add('User enjoys chess', { requestId: id('set') }),
      () => ana.add('Hello', { type: 'short_term', requestId: id('set') }),
      () => ana.delete(memory, { requestId: id('set') }),
      () => ana.set('city', 'Lyon', { requestId: id('add') }),
      () => ana.set('city', 'Lyon', { requestId: id('update') }),
    ];
    for (const call of others) {
      const error = await errorOf(call());
      expect(error).to.include({ reason: 'REQUEST_ID_REUSED', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.[0]?.field).to.equal('request_id');
    }
    expect(await all(ana.list())).to.have.length(1);
    expect(await all(ana.list({ type: 'short_term' }))).to.have.length(0);
    expect((await all(ana.list({ type: 'working' }))).map(({ text }) => text)).to.deep.equal(['Paris']);
  });

  it('lets a request id be used again if its request was refused', async () => {
    const ana = agent();
    const requestId = `r-${ana.scope.userId}`;
    const missing = `lt_${'0'.repeat(32)}`;
    expect(await errorOf(ana.delete({ id: missing, etag: '' }, { requestId }))).to.include({
      reason: 'MEMORY_NOT_FOUND',
    });
    expect((await ana.set('city', 'Paris', { requestId })).operation).to.equal('ADD');
    expect(await errorOf(ana.delete({ id: missing, etag: '' }, { requestId }))).to.include({
      reason: 'REQUEST_ID_REUSED',
    });
  });

  it('also deduplicates writes of working memory and messages by request id', async () => {
    const ana = agent();
    const requestId = 'same';
    const first = await ana.set('city', 'Paris', { requestId });
    await ana.set('city', 'Lyon');
    expect((await ana.set('city', 'Paris', { requestId })).memory).to.deep.equal(first.memory);
    expect((await all(ana.list({ type: 'working' }))).map(({ text }) => text)).to.deep.equal(['Lyon']);
    await ana.add('Hi', { type: 'short_term', requestId: 'message' });
    await ana.add('Hi', { type: 'short_term', requestId: 'message' });
    expect(await all(ana.list({ type: 'short_term' }))).to.have.length(1);
  });

  it('deletes the entries of a task that ends, and no others', async () => {
    const ana = agent();
    const paris = ana.with({ taskId: 'paris' });
    await paris.set('city', 'Paris');
    await paris.set('days', 3);
    await ana.with({ taskId: 'rome' }).set('city', 'Rome');
    await ana.set('mood', 'good');
    expect(await paris.endTask()).to.equal(2);
    expect(await paris.endTask()).to.equal(0);
    const left = (await all(ana.list({ type: 'working' }))).map(({ text }) => text);
    expect(left.toSorted()).to.deep.equal(['Rome', 'good']);
    expect(await ana.endTask()).to.equal(1);
    expect(await all(ana.list({ type: 'working' }))).to.have.length(1);
  });
});
