import { expect } from 'chai';
import { describeDoors, errorOf } from './doors.ts';

describeDoors('Episodes', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'travel' });

  it('are started, continued and ended', async () => {
    const ana = agent();
    const { memory: begun } = await ana.episodes.start('Book a table for two in Lyon');
    expect(begun).to.include({ type: 'episodic', text: 'Book a table for two in Lyon', outcome: undefined });
    expect(begun.endTime).to.equal(undefined);
    const first = await ana.episodes.step(begun, 'Search restaurants');
    const second = await ana.episodes.step(first, {
      action: 'Call the restaurant',
      tool: 'phone.call',
      inputDigest: 'sha256:1',
      outputDigest: 'sha256:2',
      status: 'error',
      error: 'nobody answered',
      durationMs: 1234.567,
      time: new Date(1_700_000_000_000),
    });
    expect(second.steps[1]).to.deep.equal({
      action: 'Call the restaurant',
      tool: 'phone.call',
      inputDigest: 'sha256:1',
      outputDigest: 'sha256:2',
      status: 'error',
      error: 'nobody answered',
      durationMs: 1234.567,
      time: new Date(1_700_000_000_000),
    });
    expect(second.steps[0]).to.include({ action: 'Search restaurants', tool: '', status: 'ok', durationMs: undefined });
    door().advance(5000);
    const ended = await ana.episodes.end(second, 'failure', { note: 'The restaurant is closed on Mondays' });
    expect(ended).to.include({ outcome: 'failure', outcomeNote: 'The restaurant is closed on Mondays' });
    expect(ended.endTime!.getTime()).to.be.at.least(begun.startTime.getTime() + 5000);
    expect(await ana.get(begun.id)).to.deep.equal({ ...ended, accessCount: 0, lastAccessTime: undefined });
  });

  it('accept no step once they have ended, and say what to do', async () => {
    const ana = agent();
    const { memory } = await ana.episodes.start('Pay the rent');
    await ana.episodes.end(memory, 'success');
    const error = await errorOf(ana.episodes.step(memory.id, 'once more'));
    expect(error).to.include({ reason: 'EPISODE_ENDED', code: 'FAILED_PRECONDITION', retryable: false });
    expect(error.detail.precondition).to.include({ type: 'EPISODE_RUNNING', subject: memory.id });
    expect(error.message).to.match(/Add a new episode, or clear outcome and end_time/);
    await ana.update(memory.id, { outcome: null, endTime: null });
    expect((await ana.episodes.step(memory.id, 'once more')).steps).to.have.length(1);
  });

  it('accept fifty concurrent steps, in order of arrival, and refuse the next', async () => {
    const ana = agent();
    const { memory } = await ana.episodes.start('Count to fifty');
    const counts = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => (await ana.episodes.step(memory.id, `step ${n}`)).steps.length),
    );
    expect(new Set(counts).size).to.equal(50);
    const { steps } = (await ana.get(memory.id)) as typeof memory;
    expect(steps.map(({ action }) => action)).to.have.members(Array.from({ length: 50 }, (_, n) => `step ${n}`));
    counts.forEach((count, n) => expect(steps[count - 1]?.action).to.equal(`step ${n}`));
    const error = await errorOf(ana.episodes.step(memory.id, 'step 50'));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    expect(error.detail.quota).to.deep.equal({ subject: 'episode/steps', limit: 50, current: 50 });
    expect(error.message).to.match(/continue in a new one/);
  });

  it('refuse the fifty-first step with the same error, whichever call adds it', async () => {
    const ana = agent();
    const steps = Array.from({ length: 51 }, (_, n) => ({ action: `step ${n}` }));
    const { memory } = await ana.episodes.start('Count to fifty', { steps: steps.slice(0, 50) });
    const appended = await errorOf(ana.episodes.step(memory.id, 'step 50'));
    const added = await errorOf(ana.episodes.start('Count to fifty-one', { steps }));
    const many = Array.from({ length: 500 }, (_, n) => ({ action: `step ${n}` }));
    const addedMany = await errorOf(ana.episodes.start('Count to five hundred', { steps: many }));
    for (const [error, current] of [
      [appended, 50],
      [added, 51],
      [addedMany, 500],
    ] as const) {
      expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED' });
      expect(error.detail.quota).to.deep.equal({ subject: 'episode/steps', limit: 50, current });
    }
  });

  it('apply a repeated step once', async () => {
    const ana = agent();
    const { memory } = await ana.episodes.start('Water the plants');
    const repeats = await Promise.all(
      Array.from({ length: 20 }, () => ana.episodes.step(memory.id, 'fill the can', { requestId: 'can' })),
    );
    for (const repeat of repeats) expect(repeat).to.deep.equal(repeats[0]);
    expect(((await ana.get(memory.id)) as typeof memory).steps).to.have.length(1);
    const other = await errorOf(ana.episodes.step(memory.id, 'empty the can', { requestId: 'can' }));
    expect(other.reason).to.equal('REQUEST_ID_REUSED');
  });

  it('are found by task, steps and outcome, the most recent first among equals', async () => {
    const ana = agent();
    const told = async (task: string, steps: string[], outcome: 'success' | 'failure', note = '') => {
      door().advance(1000);
      const { memory } = await ana.episodes.start(task, { steps: steps.map((action) => ({ action })) });
      return ana.episodes.end(memory, outcome, { note });
    };
    await told('Write the weekly report', ['collect figures', 'draft the text'], 'success');
    const older = await told('Deploy the shop to production', ['run the migration'], 'failure', 'the disk was full');
    const newer = await told('Deploy the shop to production', ['run the migration'], 'failure', 'the disk was full');
    await told('Order lunch for the team', ['ask everyone', 'call the pizzeria'], 'success');
    const ids = async (query: string, options = {}) =>
      (await ana.episodes.find(query, options)).map(({ memory }) => memory.id);
    expect((await ids('what happened when we last tried to deploy to production?')).slice(0, 2)).to.deep.equal([
      newer.id,
      older.id,
    ]);
    expect((await ids('¿qué pasó la última vez que desplegamos la tienda?'))[0]).to.equal(newer.id);
    expect((await ids('database migration', { outcome: 'failure', topK: 1 }))[0]).to.equal(newer.id);
    expect((await ids('who called the pizzeria?', { outcome: 'failure' })).length).to.equal(2);
    const [lunch] = await ana.episodes.find('who called the pizzeria?', { topK: 1 });
    expect(lunch?.text).to.equal('Order lunch for the team');
    const listed = [];
    for await (const memory of ana.list({ type: 'episodic', filter: 'outcome == "failure"' })) listed.push(memory.id);
    expect(listed).to.deep.equal([older.id, newer.id]);
  });

  it('refuse invalid steps and invalid episodes', async () => {
    const ana = agent();
    const { memory } = await ana.episodes.start('Try');
    const fields = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.map(({ field }) => field);
    expect(await fields(ana.episodes.step(memory.id, ' '))).to.deep.equal(['step.action']);
    expect(await fields(ana.episodes.step(memory.id, { action: 'a', durationMs: -1 }))).to.deep.equal([
      'step.duration',
    ]);
    expect(await fields(ana.episodes.step(memory.id, { action: 'a', error: 'e'.repeat(4097) }))).to.deep.equal([
      'step.error',
    ]);
    const { memory: text } = await ana.add('a text');
    expect(await fields(ana.episodes.step(text.id, 'a'))).to.deep.equal(['id']);
    expect((await errorOf(ana.episodes.step(`ep_${'0'.repeat(32)}`, 'a'))).reason).to.equal('MEMORY_NOT_FOUND');
    expect((await errorOf(ana.with({ agentId: 'other' }).episodes.step(memory.id, 'a'))).reason).to.equal(
      'MEMORY_NOT_FOUND',
    );
    const stale = await ana.episodes.step(memory, 'a');
    expect((await errorOf(ana.episodes.step(memory, 'b'))).reason).to.equal('ETAG_MISMATCH');
    expect(stale.steps).to.have.length(1);
    const missing = door().recorda.memory.appendEpisodeStep({ scope: ana.scope, id: memory.id });
    expect(await fields(missing)).to.deep.equal(['step']);
  });
});
