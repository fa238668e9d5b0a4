import { expect } from 'chai';
import { all, describeDoors, errorOf } from './doors.ts';

type Messages = { readonly messages: readonly { readonly role: string; readonly content: string }[] };

describeDoors('Conversations', (door) => {
  const context = () => door().recorda.context;
  const session = () => ({ userId: door().newUser(), sessionId: 'monday', agentId: 'coach' });
  const say = (content: string, role: 'ROLE_USER' | 'ROLE_ASSISTANT' = 'ROLE_USER') => ({ role, content });
  const chat = (count: number, from = 1) =>
    Array.from({ length: count }, (_, at) =>
      say(
        `Point ${from + at} of the garden plan: the tomatoes need water, and the lettuce some shade in the afternoon, so that neither wilts before we are back from the lake on Sunday evening.`,
        (from + at) % 2 === 1 ? 'ROLE_USER' : 'ROLE_ASSISTANT',
      ),
    );
  const messagesOf = (payload: string) => (JSON.parse(payload) as Messages).messages;

  it('a session without turns gives a prompt of the new turn alone', async () => {
    const { payload, tokenCount, blocks } = await context().assembleContext({ scope: session(), newTurn: 'Hello' });
    expect(JSON.parse(payload)).to.deep.equal({ messages: [{ role: 'user', content: 'Hello' }] });
    expect(blocks.map(({ kind }) => kind)).to.deep.equal(['BLOCK_KIND_NEW_TURN']);
    // These are "Hello", the overhead of the message, and the beginning of the answer.
    expect(tokenCount).to.equal(1 + 4 + 3);
  });

  it('turns appear in the prompt word for word, in order, and the new turn last', async () => {
    const scope = session();
    const { turns, window } = await context().appendTurns({
      scope,
      turns: [say('My name is Ana.'), say('Hello, Ana.', 'ROLE_ASSISTANT')],
    });
    expect(turns.map(({ turn }) => turn)).to.deep.equal([1, 2]);
    expect(window?.turnCount).to.equal(2);
    const { payload } = await context().assembleContext({ scope, newTurn: 'What is my name?' });
    expect(messagesOf(payload)).to.deep.equal([
      { role: 'user', content: 'My name is Ana.' },
      { role: 'assistant', content: 'Hello, Ana.' },
      { role: 'user', content: 'What is my name?' },
    ]);
  });

  it('the seventh turn of a sliding window seals the three oldest and leaves four', async () => {
    const scope = session();
    const windowPolicy = 'WINDOW_POLICY_SLIDING';
    const first = await context().appendTurns({ scope, turns: chat(6), windowPolicy });
    if (first.window?.targetTurnCount !== 8) expect(first.sealed).to.deep.equal([]);
    let sealed = first.sealed;
    let count = 6;
    while (sealed.length === 0) {
      count += 1;
      ({ sealed } = await context().appendTurns({ scope, turns: chat(1, count) }));
    }
    expect(sealed).to.have.length(1);
    expect(sealed[0]).to.include({ segment: 1, firstTurn: 1, lastTurn: 3 });
    expect(sealed[0]!.tokenCount).to.be.at.most(50);
    const { blocks } = await context().assembleContext({ scope, maxRecallTokens: 0 });
    expect(blocks.flatMap(({ sources }) => sources)).to.deep.equal([
      'segment:1',
      ...Array.from({ length: count - 3 }, (_, at) => `turn:${at + 4}`),
    ]);
  });

  it('a turn that has left the window is recalled for a question that needs it', async () => {
    const scope = session();
    const decided = say('We decided to deploy on Fridays with blue-green switches.');
    const windowPolicy = 'WINDOW_POLICY_SLIDING';
    const turns = [decided, say('Noted.', 'ROLE_ASSISTANT'), ...chat(12)];
    await context().appendTurns({ scope, turns, windowPolicy });
    const asked = { scope, newTurn: 'How did we decide to deploy?' };
    const { payload, blocks } = await context().assembleContext(asked);
    expect(blocks.find(({ kind }) => kind === 'BLOCK_KIND_RECALL')?.sources).to.include('recall:monday/1');
    expect(payload).to.include('blue-green');
    const without = await context().assembleContext({ ...asked, maxRecallTokens: 0 });
    expect(without.blocks.map(({ kind }) => kind)).not.to.include('BLOCK_KIND_RECALL');
  });

  it('without recall, a turn that has left the window is not recalled', async () => {
    const scope = session();
    const secret = say('The password of the shed is xyzzy.');
    await context().appendTurns({
      scope,
      turns: [secret, ...chat(12)],
      recallOff: true,
      windowPolicy: 'WINDOW_POLICY_SLIDING',
    });
    const { blocks } = await context().assembleContext({ scope, newTurn: 'What is the password of the shed?' });
    expect(blocks.map(({ kind }) => kind)).not.to.include('BLOCK_KIND_RECALL');
  });

  it('turns of an open session are recalled in another session at once, but not in their own', async () => {
    const monday = session();
    const decided = say('We decided to deploy on Fridays with blue-green switches.');
    await context().appendTurns({ scope: monday, turns: [decided, say('Noted.', 'ROLE_ASSISTANT'), ...chat(2)] });
    const newTurn = 'How did we decide to deploy?';
    const sourcesOf = async (scope: typeof monday) =>
      (await context().assembleContext({ scope, newTurn })).blocks.flatMap(({ sources }) => sources);
    expect(await sourcesOf({ ...monday, sessionId: 'tuesday' })).to.include('recall:monday/1');
    const own = await sourcesOf(monday);
    expect(own).to.include('turn:1');
    expect(own.filter((source) => source.startsWith('recall:'))).to.deep.equal([]);
  });

  it('switching recall off removes the turns in the window from recall', async () => {
    const monday = session();
    await context().appendTurns({ scope: monday, turns: [say('The password of the shed is xyzzy.')] });
    await context().appendTurns({ scope: monday, turns: [say('Forget it soon.')], recallOff: true });
    const other = { ...monday, sessionId: 'tuesday' };
    const { payload } = await context().assembleContext({ scope: other, newTurn: 'What is the password of the shed?' });
    expect(payload).not.to.include('xyzzy');
  });

  it('turns of a conversation are not returned as memories of any type', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: chat(20) });
    const agent = door().recorda.agent(scope);
    const hits = await agent.retrieve('garden plan tomatoes', { types: ['working', 'short_term', 'long_term'] });
    expect(hits.map(({ text }) => text)).to.deep.equal([]);
    expect(await all(agent.list())).to.deep.equal([]);
  });

  it('turns are not reported to watchers of memories', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: chat(20) });
    const { memory } = await door().recorda.agent(scope).add('Ana grows tomatoes');
    const heard: string[] = [];
    for await (const { event } of door().recorda.memory.watchMemories({
      scope: { userId: scope.userId },
      fromOldest: true,
    })) {
      if (event?.$case === 'change') heard.push(event.value.id);
      if (heard.length > 0) break;
    }
    expect(heard).to.deep.equal([memory.id]);
  });

  it('a repeated request is applied once and answered the same; another request with its id is refused', async () => {
    const scope = session();
    const request = { scope, turns: chat(8), requestId: 'r1' };
    const { latencyMs: _, ...first } = await context().appendTurns(request);
    const { latencyMs: __, ...again } = await context().appendTurns(request);
    expect(again).to.deep.equal(first);
    const { turns } = await context().appendTurns({ scope, turns: chat(1) });
    expect(turns[0]?.turn).to.equal(9);
    const error = await errorOf(context().appendTurns({ ...request, turns: chat(1) }));
    expect(error.reason).to.equal('REQUEST_ID_REUSED');
  });

  it('concurrent appends are applied as a whole, with no turn lost or duplicated', async () => {
    const scope = session();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => context().appendTurns({ scope, turns: chat(3, 10 * at + 1) })),
    );
    const numbers = answers.map(({ turns }) => turns.map(({ turn }) => turn));
    for (const [first = 0, second, third] of numbers) expect([second, third]).to.deep.equal([first + 1, first + 2]);
    expect(numbers.flat().toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: 60 }, (_, at) => at + 1));
    const { turnCount } = await context().endSession({ scope });
    expect(turnCount).to.equal(60);
  });

  it('a flush seals the window, and the next prompt has its summary', async () => {
    const scope = session();
    await context().appendTurns({
      scope,
      turns: [
        say('We decided to plant tomatoes in March.'),
        say(
          'Good, in March. I shall remind you to buy the seeds in February, and to turn the earth by then.',
          'ROLE_ASSISTANT',
        ),
        ...chat(4),
      ],
    });
    const { sealed } = await context().flushTopic({ scope });
    expect(sealed.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn])).to.deep.equal([[1, 6]]);
    const newTurn = 'What did we decide to plant?';
    const { payload, blocks } = await context().assembleContext({ scope, newTurn, maxRecallTokens: 0 });
    expect(blocks.map(({ kind }) => kind)).to.deep.equal([
      'BLOCK_KIND_SUMMARIES',
      'BLOCK_KIND_NEW_TURN',
      'BLOCK_KIND_FACTS',
    ]);
    expect(payload).to.include('decisions: We decided to plant tomatoes in March.');
    expect((await context().flushTopic({ scope })).sealed).to.deep.equal([]);
  });

  it('a tool call is never shown without its result', async () => {
    const scope = session();
    const calls = [{ id: 'c1', name: 'weather', argumentsJson: '{"city":"Paris"}' }];
    await context().appendTurns({
      scope,
      turns: [say('Weather in Paris?'), { role: 'ROLE_ASSISTANT', toolCalls: calls }],
    });
    const pending = await context().assembleContext({ scope });
    const unanswered = pending.omitted.find(({ source }) => source === 'turn:2');
    expect(unanswered).to.include({ kind: 'BLOCK_KIND_TURN', reason: 'OMIT_REASON_CALL_WITHOUT_RESULT' });
    expect(unanswered!.tokenCount).to.be.greaterThan(4);
    expect(messagesOf(pending.payload)).to.deep.equal([{ role: 'user', content: 'Weather in Paris?' }]);
    const toolResults = [{ call: calls[0]!, content: 'Sunny, 21 °C' }];
    const answered = await context().assembleContext({ scope, toolResults });
    expect(messagesOf(answered.payload).map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'tool']);
    await context().appendTurns({ scope, turns: [{ role: 'ROLE_TOOL', content: 'Sunny', toolCallId: 'c1' }] });
    const kept = await context().assembleContext({ scope });
    expect(messagesOf(kept.payload).map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'tool']);
  });

  it('a system prompt has a version, and the same bytes in every prompt', async () => {
    const agentId = `agent-of-${door().newUser()}`;
    const systemPrompt = { identity: 'You are a gardener.', rules: 'Never recommend poison.' };
    const { systemPrompt: kept } = await context().putSystemPrompt({ agentId, systemPrompt });
    const again = await context().putSystemPrompt({ agentId, systemPrompt });
    expect(again.systemPrompt).to.deep.equal(kept);
    const scope = { ...session(), agentId };
    const { payload, prefix, blocks } = await context().assembleContext({ scope, newTurn: 'Hi' });
    expect(messagesOf(payload)[0]?.content).to.equal('You are a gardener.\n\nNever recommend poison.');
    expect(blocks[0]?.sources).to.deep.equal([`system:${kept?.version}`]);
    const other = await context().assembleContext({ scope, newTurn: 'Something else' });
    expect(other.prefix?.hash).to.equal(prefix?.hash);
    await context().putSystemPrompt({ agentId, systemPrompt: { identity: 'You are a cook.' } });
    const earlier = await context().getSystemPrompt({ agentId, version: kept!.version });
    expect(earlier.systemPrompt?.identity).to.equal('You are a gardener.');
    expect((await context().getSystemPrompt({ agentId })).systemPrompt?.identity).to.equal('You are a cook.');
  });

  it('a long system block, an unknown version and a long turn are errors that say what to do', async () => {
    const long = await errorOf(
      context().putSystemPrompt({ agentId: 'a', systemPrompt: { identity: 'a b '.repeat(60) } }),
    );
    expect(long.detail.fields?.map(({ field }) => field)).to.deep.equal(['system_prompt.identity']);
    const unknown = await errorOf(context().getSystemPrompt({ agentId: 'nobody' }));
    expect(unknown.reason).to.equal('SYSTEM_PROMPT_NOT_FOUND');
    const large = await errorOf(context().assembleContext({ scope: session(), newTurn: 'word '.repeat(5000) }));
    expect(large.reason).to.equal('CONTEXT_TOO_LARGE');
    expect(large.detail.quota).to.include({ limit: 4000 });
  });

  it('the same store and the same request give the same bytes', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: chat(30) });
    for (const format of ['PROMPT_FORMAT_ANTHROPIC', 'PROMPT_FORMAT_GEMINI', 'PROMPT_FORMAT_PLAIN'] as const) {
      const request = { scope, newTurn: 'Which point was about water?', format };
      // The cost depends on earlier prompts: the second is read from the provider's cache.
      const { latencyMs: _, cost: _first, ...one } = await context().assembleContext(request);
      const { latencyMs: __, cost: _second, ...other } = await context().assembleContext(request);
      expect(other).to.deep.equal(one);
    }
  });

  it('tokens are counted exactly if the tokenizer is public, and special tokens count as text', async () => {
    const texts = ['Hello world', '<|endoftext|>'];
    const exact = await context().countTokens({ texts, model: 'gpt-4o' });
    expect(exact).to.deep.include({ tokenCounts: [2, 7], countKind: 'COUNT_KIND_EXACT', encoding: 'o200k_base' });
    const claude = await context().countTokens({ texts, model: 'claude-sonnet-4-5' });
    expect(claude).to.deep.include({ tokenCounts: [3, 9], countKind: 'COUNT_KIND_ESTIMATE_WITH_MARGIN' });
    const run = await context().countTokens({ texts: [' '.repeat(5000)], model: 'gpt-4o' });
    expect(run.countKind).to.equal('COUNT_KIND_UPPER_BOUND');
  });

  it('invalid turns are refused, each with its field', async () => {
    const error = await errorOf(
      context().appendTurns({
        scope: { userId: 'ana' },
        turns: [say(''), { role: 'ROLE_TOOL', content: 'x' }, { role: 'ROLE_SYSTEM', content: 'x' }],
      }),
    );
    expect(error.detail.fields?.map(({ field }) => field)).to.have.members([
      'scope.session_id',
      'turns[0].content',
      'turns[1].tool_call_id',
      'turns[2].role',
    ]);
  });
});
