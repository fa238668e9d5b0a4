import { expect } from 'chai';
import { wire } from '../../client/index.ts';
import { describeDoors, errorOf } from './doors.ts';

describeDoors('Reports on conversations', (door) => {
  const context = () => door().recorda.context;
  const session = () => ({ userId: door().newUser(), sessionId: 'monday' });
  const say = (content: string) => ({ role: 'ROLE_USER' as const, content });
  const extras = [
    { kind: 'BLOCK_KIND_TOOL_DESCRIPTION' as const, name: 'weather', text: 'weather(city): tells the weather.' },
    { kind: 'BLOCK_KIND_EXAMPLE' as const, name: 'one', text: 'Q: 1+1? A: {"sum": 2}' },
    { kind: 'BLOCK_KIND_FORMAT' as const, name: 'json', text: 'Answer in JSON.' },
  ];
  const KINDS = extras.map(({ kind }) => kind);
  const right = { isValid: true, fitsStructure: true };

  it('extras that the model has seen and used correctly are left out; a failure brings all of them back', async () => {
    const scope = session();
    const shown = async () => {
      const { blocks, omitted } = await context().assembleContext({ scope, newTurn: 'And now?', extras });
      const kinds = blocks.map(({ kind }) => kind).filter((kind) => (KINDS as string[]).includes(kind));
      const left = omitted.filter(({ reason }) => reason === 'OMIT_REASON_NOT_NEEDED_AGAIN').map(({ kind }) => kind);
      expect([...kinds, ...left]).to.have.members(KINDS);
      return kinds;
    };
    await context().appendTurns({ scope, turns: [say('Hi')] });
    expect(await shown()).to.deep.equal(KINDS);
    const toolCalls = [{ id: 'c1', name: 'weather', argumentsJson: '{}' }];
    await context().appendTurns({
      scope,
      turns: [
        { role: 'ROLE_ASSISTANT', toolCalls },
        { role: 'ROLE_TOOL', content: 'Sunny', toolCallId: 'c1' },
      ],
    });
    expect(await shown()).to.deep.equal(['BLOCK_KIND_EXAMPLE', 'BLOCK_KIND_FORMAT']);
    await context().reportOutput({ scope, ...right });
    expect(await shown()).to.deep.equal([]);
    await context().reportOutput({ scope, ...right, parseError: 'Unexpected }' });
    expect(await shown()).to.deep.equal(KINDS);
    await context().reportOutput({ scope, ...right });
    expect(await shown()).to.deep.equal([]);
    await context().reportOutput({ scope, isValid: true, fitsStructure: false });
    expect(await shown()).to.deep.equal(KINDS);
  });

  it('only a retry includes why an answer failed, and only the last one', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: [say('Hi')] });
    const ask = async (isRetry: boolean) =>
      (await context().assembleContext({ scope, newTurn: 'Again', isRetry })).payload;
    await context().reportOutput({ scope, error: 'first fault' });
    await context().reportOutput({ scope, error: 'second fault' });
    expect(await ask(false)).not.to.include('fault');
    expect(await ask(true))
      .to.include('second fault')
      .and.not.to.include('first fault');
    await context().reportOutput({ scope, ...right });
    expect(await ask(true)).not.to.include('fault');
  });

  it('an error that is shortened is reported as a degradation and as an omission', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: [say('Hi')] });
    const ask = () => context().assembleContext({ scope, newTurn: 'Again', isRetry: true });
    await context().reportOutput({ scope, error: 'Unexpected token } in JSON' });
    const whole = await ask();
    expect(whole.degradations).to.deep.equal([]);
    expect(whole.omitted).to.deep.equal([]);
    const long = Array.from({ length: 100 }, (_, at) => `row ${at} has no name;`).join(' ');
    await context().reportOutput({ scope, error: long });
    const clipped = await ask();
    expect(clipped.degradations).to.deep.equal(['DEGRADATION_LAST_ERROR_CLIPPED']);
    const [omission, ...others] = clipped.omitted;
    expect(others).to.deep.equal([]);
    expect(omission).to.include({
      kind: 'BLOCK_KIND_LAST_ERROR',
      source: 'last_error',
      reason: 'OMIT_REASON_CLIPPED',
    });
    const { tokenCounts } = await context().countTokens({ texts: [long] });
    expect(omission!.tokenCount).to.be.within(tokenCounts[0]! - 200, tokenCounts[0]! - 150);
    expect(clipped.payload).to.include('row 0 has').and.to.include('row 99 has').and.not.to.include('row 75 has');
  });

  it('usage reports what the tokens of prompts were spent on, compared with the whole history', async () => {
    const scope = session();
    await context().appendTurns({
      scope,
      turns: Array.from({ length: 40 }, () => say('The garden needs water. '.repeat(8))),
      windowPolicy: 'WINDOW_POLICY_SLIDING',
    });
    const prompts = [];
    for (let at = 0; at < 3; at += 1) prompts.push(await context().assembleContext({ scope, newTurn: 'Why?' }));
    await errorOf(context().assembleContext({ scope, newTurn: 'word '.repeat(200), maxTokens: 100 }));
    const usage = await context().getTokenUsage({ scope });
    const total = prompts.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    expect(usage).to.include({ promptCount: 3, tokenCount: total, overLimitCount: 1 });
    expect(usage.kinds.reduce((sum, { tokenCount }) => sum + tokenCount, 0)).to.equal(total - 3 * 3);
    expect(usage.naiveTokenCount).to.be.greaterThan(2 * total);
    expect(usage.savedShare).to.be.closeTo(1 - total / usage.naiveTokenCount, 1e-9);
    expect(await context().getTokenUsage({ scope: session() })).to.include({ promptCount: 0, tokenCount: 0 });
  });

  it('the token factor of a model is learnt from its provider’s counts', async () => {
    const model = `claude-sonnet-9-${door().newUser()}`;
    const scope = session();
    const first = await context().assembleContext({ scope, newTurn: 'How is the garden today?', model });
    expect(first).to.include({ countKind: 'COUNT_KIND_ESTIMATE_WITH_MARGIN', countFactor: 1.65 });
    const { tokenCount, countFactor } = first;
    const report = { model, tokenCount, countFactor, providerTokenCount: Math.round(tokenCount / 1.65) };
    for (let at = 0; at < 20; at += 1) await context().reportUsage(report);
    const then = await context().assembleContext({ scope, newTurn: 'How is the garden today?', model });
    expect(then.countFactor).to.be.within(0.9, 1.1);
    const exact = await context().reportUsage({ ...report, model: 'gpt-4o' });
    expect(exact).to.include({ countFactor: 1, sampleCount: 0 });
  });

  it('a watcher of a session receives turns, seals, prompts and the end, in order', async () => {
    const scope = session();
    const heard: string[] = [];
    const stop = new AbortController();
    const watching = (async () => {
      for await (const { event } of context().watchSession({ scope }, { signal: stop.signal })) {
        heard.push(event?.$case ?? 'begun');
        if (event?.$case === 'endedTurnCount') break;
      }
    })();
    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await context().appendTurns({
      scope,
      turns: [
        say('There are 3 beds of roses out there, 12 tomato plants behind them and an old pear tree.'),
        say('Two'),
      ],
    });
    await context().assembleContext({ scope, newTurn: 'Three' });
    await context().appendTurns({ scope: session(), turns: [say('Of somebody else')] });
    await context().flushTopic({ scope });
    await context().endSession({ scope });
    await watching;
    expect(heard).to.deep.equal(['begun', 'turn', 'turn', 'prompt', 'sealed', 'endedTurnCount']);
  });

  it('discarded texts are deleted within a day, and are in no prompt', async () => {
    const scope = session();
    const kind = wire.DiscardableKind.STACK_TRACE;
    const { expireTime } = await context().recordDiscardable({ scope, kind, text: 'xyzzy at line 12' });
    expect(expireTime!.getTime() - Date.now()).to.be.within(1, 24 * 3600 * 1000);
    const { payload } = await context().assembleContext({ scope, newTurn: 'What was xyzz… at line 12?' });
    expect(payload).not.to.include('xyzzy');
    const error = await errorOf(context().recordDiscardable({ scope, text: '' }));
    expect(error.detail.fields?.map(({ field }) => field)).to.have.members(['kind', 'text']);
  });
});
