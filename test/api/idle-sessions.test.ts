import { expect } from 'chai';
import { describeDoors } from './doors.ts';

const MINUTE_MS = 60_000;

describeDoors('A session that nobody ended', (door) => {
  const context = () => door().recorda.context;
  const say = (content: string) => ({ role: 'ROLE_USER' as const, content });
  const answer = (content: string) => ({ role: 'ROLE_ASSISTANT' as const, content });
  const TALK = [
    say('We decided to paint the kitchen teal, and Marta gets 450 euros for it.'),
    answer('Noted: teal, and 450 euros for Marta.'),
    say('She begins on the 14th, if the plaster is dry by then.'),
    answer('Then the plaster should be looked at on the 12th.'),
  ];
  const MORE = [
    say('The plumber came to look at the pipes and wants 300 euros.'),
    answer('300 euros for the pipes then.'),
    say('We agreed that he comes back on Thursday.'),
  ];
  const sealedBy = async (scope: { userId: string; sessionId: string }) =>
    (await context().flushTopic({ scope })).sealed.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn]);
  const pairOf = () => {
    const userId = door().newUser();
    return [
      { userId, sessionId: 'monday' },
      { userId, sessionId: 'tuesday' },
    ] as const;
  };

  it('is summarised once it is idle for half an hour and another session begins, and not before', async () => {
    const [monday, tuesday] = pairOf();
    await context().appendTurns({ scope: monday, turns: TALK });
    door().advance(29 * MINUTE_MS);
    await context().appendTurns({ scope: tuesday, turns: [say('Good morning.')] });
    expect(await sealedBy(monday)).to.deep.equal([[1, 4]]);
    const [wednesday, thursday] = pairOf();
    await context().appendTurns({ scope: wednesday, turns: TALK });
    door().advance(31 * MINUTE_MS);
    await context().appendTurns({ scope: thursday, turns: [say('Good morning.')] });
    // Nothing is left to summarise.
    expect(await sealedBy(wednesday)).to.deep.equal([]);
    const { blocks } = await context().assembleContext({
      scope: wednesday,
      newTurn: 'So?',
      maxRecallTokens: 0,
      format: 'PROMPT_FORMAT_PLAIN',
    });
    expect(blocks.find(({ kind }) => kind === 'BLOCK_KIND_SUMMARIES')?.text).to.include('teal');
  });

  it('continues later as if it had not been summarised, and no turn is summarised twice', async () => {
    const [monday, tuesday] = pairOf();
    await context().appendTurns({ scope: monday, turns: TALK });
    const prompt = () => context().assembleContext({ scope: monday, newTurn: 'So?', maxRecallTokens: 0 });
    const before = await prompt();
    door().advance(31 * MINUTE_MS);
    await context().appendTurns({ scope: tuesday, turns: [say('Good morning.')] });
    expect((await prompt()).digest).to.equal(before.digest);
    await context().appendTurns({ scope: monday, turns: MORE });
    expect(await sealedBy(monday)).to.deep.equal([[5, 7]]);
  });
});
