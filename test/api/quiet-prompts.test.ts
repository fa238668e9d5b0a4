import { expect } from 'chai';
import { describeDoors } from './doors.ts';

/** What one user says in one session, mostly of unrelated things. */
const TALK = [
  'Hi! I just started at a fintech called Ledgerly as a data engineer.',
  'We use Airflow and Snowflake there, though I still prefer Dagster.',
  "My partner Tom can't have shellfish, so keep that in mind for dinners.",
  'Can you help me write a query that groups orders by month?',
  "Let's go with Postgres for the side project.",
  'Actually no, make it SQLite.',
  'I usually wake up at 5:30 and run before work.',
  "I'm thinking about maybe learning Rust someday.",
  'My sister Carla moved to Lisbon last month.',
  'Our standup is every day at 9:15.',
  'I had pizza yesterday.',
  "I quit coffee in March, now it's only green tea.",
  'My boss said he hates remote work.',
  "If I were rich I'd buy a boat.",
  'We decided the launch is on 14 June.',
  'I drive a 2015 Corolla.',
  "Sold the Corolla last weekend, I've got a Kona now.",
  "My dog is called Biscuit and he's four.",
  "What's the capital of Mongolia?",
  'My budget for the trip is around 2,000 euros.',
  'I never fly with Ryanair.',
];

describeDoors('Prompts of a user with few turns', (door) => {
  const recalled = async (userId: string, newTurn: string, maxRecallTokens?: number): Promise<readonly string[]> => {
    const scope = { userId, sessionId: 'next' };
    const format = 'PROMPT_FORMAT_PLAIN' as const;
    const { blocks } = await door().recorda.context.assembleContext({ scope, newTurn, format, maxRecallTokens });
    return (blocks.find(({ kind }) => kind === 'BLOCK_KIND_RECALL')?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('- '));
  };
  const talked = async (): Promise<string> => {
    const userId = door().newUser();
    const scope = { userId, sessionId: 'first' };
    for (const content of TALK) {
      const turns = [
        { role: 'ROLE_USER' as const, content },
        { role: 'ROLE_ASSISTANT' as const, content: 'Ok.' },
      ];
      // oxlint-disable-next-line no-await-in-loop
      await door().recorda.context.appendTurns({ scope, turns });
    }
    await door().recorda.context.endSession({ scope });
    return userId;
  };

  it('leave out turns that are far from the question, unless the caller sets a limit', async () => {
    const userId = await talked();
    const question = 'When do we launch?';
    const usual = await recalled(userId, question);
    const all = await recalled(userId, question, 350);
    expect(usual.join('\n')).to.include('the launch is on 14 June').and.not.to.include('pizza');
    expect(usual.length).to.be.below(all.length * 0.6);
  });

  it('report the turns that were left out for being far', async () => {
    const userId = await talked();
    const scope = { userId, sessionId: 'next' };
    const { blocks, omitted } = await door().recorda.context.assembleContext({ scope, newTurn: 'When do we launch?' });
    const shown = new Set(blocks.flatMap(({ sources }) => sources));
    const far = omitted.filter(
      ({ source, reason }) => source.startsWith('recall:') && reason === 'OMIT_REASON_NOT_NEAR',
    );
    expect(far.length).to.be.above(3);
    for (const { source, tokenCount } of far) {
      expect(shown).not.to.include(source);
      expect(tokenCount).to.be.above(0);
    }
  });

  it('leave out no fact for being far if the caller sets a limit', async () => {
    const userId = door().newUser();
    const { context } = door().recorda;
    for (const text of [
      'My dog is called Biscuit',
      'My dog sleeps in the kitchen',
      'I have a flat in Porto',
      'I play the drums on Sundays',
      'I drive a Kona',
      'I work for Northwind',
      'I never fly with Ryanair',
    ])
      // oxlint-disable-next-line no-await-in-loop
      await context.addFact({ scope: { userId }, text });
    const farOf = async (maxTokens?: number): Promise<number> => {
      const scope = { userId, sessionId: 'next' };
      const { omitted } = await context.assembleContext({ scope, newTurn: 'What is my dog called?', maxTokens });
      return omitted.filter(({ source, reason }) => source.startsWith('fact:') && reason === 'OMIT_REASON_NOT_NEAR')
        .length;
    };
    expect(await farOf(4000)).to.be.below(await farOf());
  });

  it('keep facts that a plan must respect, even if their words are far from it', async () => {
    const userId = await talked();
    await door().recorda.context.addFact({ scope: { userId }, text: "I'm allergic to penicillin" });
    const scope = { userId, sessionId: 'next' };
    const newTurn = 'Plan a dinner for me and Tom on Friday';
    const { blocks } = await door().recorda.context.assembleContext({ scope, newTurn, format: 'PROMPT_FORMAT_PLAIN' });
    expect(blocks.find(({ kind }) => kind === 'BLOCK_KIND_FACTS')?.text)
      .to.include('shellfish')
      .and.to.include('penicillin');
  });

  it('include beside a turn the later one that replaced it, even if that one is far from the question', async () => {
    const userId = await talked();
    const lines = await recalled(userId, 'What car do I have?');
    const at = (text: string): number => lines.findIndex((line) => line.includes(text));
    expect(at('I drive a 2015 Corolla')).to.be.at.least(0);
    expect(at("I've got a Kona now")).to.be.above(at('I drive a 2015 Corolla'));
    const database = await recalled(userId, 'Which database do we use in the side project?');
    expect(database.join('\n')).to.include('Postgres').and.to.include('make it SQLite');
  });

  it('have beside a turn the later one that revises it in passing, which states no fact', async () => {
    const userId = door().newUser();
    const scope = { userId, sessionId: 'first' };
    for (const content of [
      'we decided to use CAN FD for the bus between the arm and the base',
      'the weather was awful all week',
      'we ended up going with EtherCAT instead of CAN FD, latency was too jittery',
      'I cooked a big lasagna for everybody',
    ])
      // oxlint-disable-next-line no-await-in-loop
      await door().recorda.context.appendTurns({ scope, turns: [{ role: 'ROLE_USER', content }] });
    await door().recorda.context.endSession({ scope });
    const lines = (await recalled(userId, 'Which bus are we using for the arm?')).join('\n');
    expect(lines).to.include('use CAN FD').and.to.include('EtherCAT');
  });

  it('have what is known of somebody for whom a request is made', async () => {
    const userId = await talked();
    const lines = (await recalled(userId, 'Write a birthday card to Carla')).join('\n');
    expect(lines).to.include('My sister Carla').and.not.to.include('Corolla');
    expect(await recalled(userId, 'Write a birthday card')).to.deep.equal([]);
  });

  it('have facts of every kind if the user asks what is known of them', async () => {
    const userId = await talked();
    const ask = async (newTurn: string): Promise<string> => {
      const scope = { userId, sessionId: 'next' };
      const { blocks } = await door().recorda.context.assembleContext({
        scope,
        newTurn,
        format: 'PROMPT_FORMAT_PLAIN',
      });
      return blocks.find(({ kind }) => kind === 'BLOCK_KIND_FACTS')?.text ?? '';
    };
    for (const question of ['What do you know about me?', 'Write me a short bio', '¿Qué sabés de mí?'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await ask(question), question)
        .to.include('Ledgerly')
        .and.to.include('Tom')
        .and.to.include('Carla');
  });
});
