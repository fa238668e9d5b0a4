import { expect } from 'chai';
import { factDay } from '../../server/domain/facts/fact-day.ts';
import { describeDoors } from './doors.ts';

const DAY_MS = 24 * 3600 * 1000;

describeDoors('Facts in a prompt', (door) => {
  const context = () => door().recorda.context;
  const say = (content: string) => ({ role: 'ROLE_USER' as const, content });
  const promptOf = async (scope: { userId: string; sessionId: string }, newTurn: string) => {
    const { blocks, omitted } = await context().assembleContext({ scope, newTurn, format: 'PROMPT_FORMAT_PLAIN' });
    const textOf = (kind: string) => blocks.find((block) => block.kind === kind)?.text ?? '';
    return { facts: textOf('BLOCK_KIND_FACTS'), recall: textOf('BLOCK_KIND_RECALL'), omitted };
  };

  it('have the day on which they were last confirmed', async () => {
    const scope = { userId: door().newUser(), sessionId: 'a' };
    const next = { ...scope, sessionId: 'b' };
    const { facts } = await context().appendTurns({ scope, turns: [say('I live in Lisbon.')] });
    const dayOf = async () => {
      const { fact } = await context().getFact({ scope: { userId: scope.userId }, id: facts[0]!.id });
      return factDay(fact!.lastConfirmedTime!.getTime(), fact!.lastConfirmedTime!.getTime());
    };
    const said = await dayOf();
    door().advance(40 * DAY_MS);
    expect((await promptOf(next, 'Where do I live?')).facts).to.include(`- ${said} (personal) I live in Lisbon`);
    await context().confirmFact({ scope: { userId: scope.userId }, id: facts[0]!.id });
    const confirmed = await dayOf();
    expect(confirmed).not.to.equal(said);
    expect((await promptOf(next, 'Where do I live?')).facts).to.include(`- ${confirmed} (personal) I live in Lisbon`);
  });

  it('never include a superseded decision', async () => {
    const scope = { userId: door().newUser(), sessionId: 'a' };
    await context().appendTurns({ scope, turns: [say('Decidimos hacer el deployment con Railway.')] });
    await context().appendTurns({ scope, turns: [say('Al final decidimos hacer el deployment con Render.')] });
    const { facts } = await promptOf({ ...scope, sessionId: 'b' }, '¿Con qué decidimos hacer el deployment?');
    expect(facts).to.include('Render').and.not.to.include('Railway');
  });

  for (const [known, later, asked] of [
    ['My flight is on Friday.', 'My flight was moved to Sunday.', 'When is my flight?'],
    ['Mi vuelo es el viernes.', 'Mi vuelo se pasó al domingo.', '¿Cuándo es mi vuelo?'],
  ] as const)
    it(`are replaced by a later statement in other words: ${later}`, async () => {
      const scope = { userId: door().newUser(), sessionId: 'a' };
      const { fact } = await context().addFact({ scope: { userId: scope.userId }, text: known });
      const { facts: said } = await context().appendTurns({ scope, turns: [say(later)] });
      expect(said[0]?.supersededIds).to.deep.equal([fact!.id]);
      const { facts } = await promptOf({ ...scope, sessionId: 'b' }, asked);
      expect(facts).to.include(later.slice(0, -1)).and.not.to.include(known.slice(0, -1));
    });

  for (const [language, known, later, asked, now] of [
    ['English', 'My flight is on Friday.', 'News: my flight, in the end, Sunday.', 'When is my flight?', 'Sunday'],
    [
      'Spanish',
      'Mi vuelo es el viernes.',
      'Novedades: mi vuelo, al final, el domingo.',
      '¿Cuándo es mi vuelo?',
      'domingo',
    ],
  ] as const)
    it(`yield to the latest turn in recall, in ${language}`, async () => {
      const scope = { userId: door().newUser(), sessionId: 'a' };
      const next = { ...scope, sessionId: 'b' };
      await context().addFact({ scope: { userId: scope.userId }, text: known });
      expect((await promptOf(next, asked)).facts).to.include(known.split(' ').at(-1)!.slice(0, -1));
      door().advance(DAY_MS);
      await context().appendTurns({ scope, turns: [say(later)] });
      const { facts, recall, omitted } = await promptOf(next, asked);
      expect(recall).to.include(now);
      expect(facts).to.equal('');
      expect(omitted.find(({ reason }) => reason === 'OMIT_REASON_OUTDATED')?.tokenCount).to.be.greaterThan(0);
      // Asking again mentions the fact, which confirms it, but nobody has said that it is true.
      door().advance(DAY_MS);
      await context().appendTurns({ scope: next, turns: [say(asked)] });
      expect((await promptOf({ ...scope, sessionId: 'c' }, asked)).facts).to.equal('');
    });

  it('are left out if the question says otherwise', async () => {
    const scope = { userId: door().newUser(), sessionId: 'a' };
    await context().appendTurns({ scope, turns: [say('Soy vegetariana.')] });
    const next = { ...scope, sessionId: 'b' };
    expect((await promptOf(next, '¿Soy vegetariana?')).facts).to.include('vegetariana');
    expect((await promptOf(next, 'Ya no soy vegetariana, ¿qué me dijiste que coma?')).facts).to.equal('');
  });

  it('exclude facts of low confidence, which are listed on request for 30 days, until they are confirmed', async () => {
    const user = { userId: door().newUser() };
    const scope = { ...user, sessionId: 'a' };
    const doubted = { text: 'I live in Lisbon', confidence: 'FACT_CONFIDENCE_LOW' } as const;
    const { fact } = await context().addFact({ scope: user, ...doubted });
    const shown = async () =>
      (await context().retrieveFacts({ scope: user, query: 'Where do I live?' })).hits.map((hit) => hit.fact?.id);
    const injected = async () => (await promptOf({ ...scope, sessionId: 'b' }, 'Where do I live?')).facts;
    expect(await shown()).to.deep.equal([fact!.id]);
    expect(await injected()).to.equal('');
    door().advance(31 * DAY_MS);
    expect(await shown()).to.deep.equal([]);

    const { facts } = await context().appendTurns({ scope, turns: [say('I live in Lisbon.')] });
    expect(facts.map(({ id }) => id)).to.deep.equal([fact!.id]);
    expect(await injected()).to.include('I live in Lisbon');
    expect(await shown()).to.deep.equal([fact!.id]);
  });

  it('are not read from idioms, roles or jokes, and none is superseded by one', async () => {
    const scope = { userId: door().newUser(), sessionId: 'a' };
    await context().appendTurns({ scope, turns: [say('I live in Lisbon.')] });
    for (const idle of ['I like it.', 'Oh, I love that idea, it sounds great!', 'I am on my way, I am so tired today.'])
      await context().appendTurns({ scope, turns: [say(idle)] });
    const { facts } = await context().listFacts({ scope: { userId: scope.userId } });
    const sure = facts.filter(({ confidence }) => confidence !== 'FACT_CONFIDENCE_LOW');
    expect(sure.map(({ text }) => text)).to.deep.equal(['I live in Lisbon']);
  });
});
