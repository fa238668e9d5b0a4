import { expect } from 'chai';
import { DAY_MS } from '../../server/policy/units.ts';
import { describeDoors } from './doors.ts';

const calling = {
  role: 'ROLE_ASSISTANT' as const,
  toolCalls: [
    { id: 'c1', name: 'weather', argumentsJson: '{}' },
    { id: 'c2', name: 'calendar', argumentsJson: '{}' },
  ],
};

describeDoors('Options of a prompt', (door) => {
  const context = () => door().recorda.context;
  const session = () => ({ userId: door().newUser(), sessionId: 'monday', agentId: 'coach' });
  const say = (content: string) => ({ role: 'ROLE_USER' as const, content });

  it('facts follow the system prompt if they are to come first, otherwise the blocks that repeat', async () => {
    const scope = session();
    await context().putSystemPrompt({ agentId: scope.agentId, systemPrompt: { identity: 'You are Vera.' } });
    await context().addFact({ scope, text: 'Prefers trains to planes' });
    await context().appendTurns({ scope, turns: [say('Hello there.')] });
    const kindsOf = async (order?: 'BLOCK_ORDER_FACTS_FIRST' | 'BLOCK_ORDER_STABLE_FIRST', more: object = {}) => {
      const asked = {
        scope,
        newTurn: 'Do I prefer trains or planes?',
        maxRecallTokens: 0,
        ...(order && { order }),
        ...more,
      };
      return (await context().assembleContext(asked)).blocks.map(({ kind }) => kind.slice('BLOCK_KIND_'.length));
    };
    expect(await kindsOf()).to.deep.equal(['SYSTEM', 'TURN', 'NEW_TURN', 'FACTS']);
    const before = ['SYSTEM', 'TURN', 'FACTS', 'NEW_TURN'];
    expect(await kindsOf('BLOCK_ORDER_STABLE_FIRST')).to.deep.equal(before);
    expect(await kindsOf(undefined, { maxTokens: 1000 })).to.deep.equal(before);
    expect(await kindsOf(undefined, { model: 'claude-haiku-4-5' }), 'nothing is cached').to.deep.equal(before);
    expect(await kindsOf('BLOCK_ORDER_FACTS_FIRST')).to.deep.equal(['SYSTEM', 'FACTS', 'TURN', 'NEW_TURN']);
  });

  it('a prompt names the tool calls that still await results, and keeps results together', async () => {
    const scope = session();
    await context().appendTurns({ scope, turns: [say('Shall I go out on Friday?'), calling] });
    const results = calling.toolCalls.map((call) => ({ call, content: `result of ${call.name}` }));
    const pending = async (count: number) =>
      (await context().assembleContext({ scope, toolResults: results.slice(0, count) })).pendingToolCallIds;
    expect(await pending(0)).to.deep.equal(['c1', 'c2']);
    expect(await pending(1)).to.deep.equal(['c2']);
    expect(await pending(2)).to.deep.equal([]);
    const { payload } = await context().assembleContext({ scope, toolResults: results });
    expect(payload).to.include('result of weather').and.to.include('result of calendar');
    const [first] = results;
    await context().appendTurns({
      scope,
      turns: [{ role: 'ROLE_TOOL', content: first!.content, toolCallId: first!.call.id }],
    });
    expect(await pending(0)).to.deep.equal(['c2']);
  });

  it('a sliding window over 3,000 tokens is sealed down to four turns, in the store as well', async () => {
    const scope = session();
    const turns = Array.from({ length: 6 }, (_, at) =>
      say(`Point ${at + 1} of the garden plan. ${'The tomatoes need water. '.repeat(20)}`),
    );
    await context().appendTurns({ scope, turns, windowPolicy: 'WINDOW_POLICY_SLIDING' });
    const extras = [
      { kind: 'BLOCK_KIND_TOOL_DESCRIPTION' as const, name: 'search', text: 'finds what is asked for; '.repeat(560) },
    ];
    const large = await context().assembleContext({ scope, newTurn: 'And then?', extras });
    expect(large.degradations).to.include('DEGRADATION_WINDOW_NARROWED');
    expect(large.tokenCount).to.be.within(3000, 4000);
    const after = await context().assembleContext({ scope, newTurn: 'And then?', maxRecallTokens: 0 });
    expect(after.degradations).to.deep.equal([]);
    const sources = after.blocks.flatMap((block) => block.sources).filter((source) => !source.startsWith('system:'));
    expect(sources).to.deep.equal(['segment:1', 'turn:3', 'turn:4', 'turn:5', 'turn:6']);
    // Nothing is left to seal: the same request gives the same bytes.
    const [one, other] = await Promise.all(
      [0, 1].map(() => context().assembleContext({ scope, newTurn: 'x', extras })),
    );
    expect(one!.digest).to.equal(other!.digest);
  });

  it('a watcher of a session receives its facts', async () => {
    const scope = session();
    const heard: string[] = [];
    for await (const { event } of context().watchSession({ scope })) {
      if (event === undefined) {
        await context().appendTurns({ scope, turns: [say('I live in Rosario.')] });
        await context().appendTurns({ scope, turns: [say('Forget that I live in Rosario.')] });
      } else heard.push(event.$case);
      if (event?.$case === 'forgottenFactId') break;
    }
    expect(heard).to.deep.equal(['turn', 'fact', 'turn', 'forgottenFactId']);
  });

  it('a user’s facts are counted by their state', async () => {
    const scope = session();
    for (const [text, confidence] of [
      ['Works as a nurse', 'FACT_CONFIDENCE_HIGH'],
      ['Has two dogs', 'FACT_CONFIDENCE_MEDIUM'],
      ['Might like opera', 'FACT_CONFIDENCE_LOW'],
    ] as const)
      await context().addFact({ scope, text, confidence });
    const counts = async () => {
      const { userFacts } = await context().getTokenUsage({ scope });
      return [userFacts?.activeCount, userFacts?.agedCount, userFacts?.staleCount, userFacts?.lowUnconfirmedCount];
    };
    expect(await counts()).to.deep.equal([3, 0, 0, 0]);
    door().advance(91 * DAY_MS);
    expect(await counts()).to.deep.equal([1, 1, 0, 1]);
    door().advance(90 * DAY_MS);
    expect(await counts()).to.deep.equal([0, 0, 2, 1]);
  });
});
