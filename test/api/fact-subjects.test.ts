import { expect } from 'chai';
import type { Agent, Fact } from '../../client/index.ts';
import { all, describeDoors } from './doors.ts';

describeDoors('Facts about others', (door) => {
  const ana = (): Agent => door().recorda.agent({ userId: door().newUser(), sessionId: 'monday' });
  const say = async (agent: Agent, ...contents: readonly string[]) =>
    door().recorda.context.appendTurns({ scope: agent.scope, turns: contents.map((content) => ({ content })) });
  const known = async (agent: Agent): Promise<readonly Fact[]> => all(agent.facts.list());

  it('state whom they are about', async () => {
    const agent = ana();
    await say(agent, "My aunt can't eat gluten.", 'Mi contador es Álvaro.', 'I live in Lima.');
    expect((await known(agent)).map(({ text, subject }) => [text, subject])).to.deep.equal([
      ["My aunt can't eat gluten", 'aunt'],
      ['Mi contador es Álvaro', 'contador Álvaro'],
      ['I live in Lima', ''],
    ]);
    const [extracted] = (await agent.facts.extract("my aunt can't eat gluten")).facts;
    expect(extracted?.subject).to.equal('aunt');
  });

  it('contradict no fact about the user or about someone else', async () => {
    const agent = ana();
    await agent.facts.add('I eat meat');
    expect((await agent.facts.add('My brother is vegan')).operation).to.equal('added');
    expect((await agent.facts.add('My cousin eats meat')).operation).to.equal('added');
    const { fact } = await agent.facts.add('Mi contador es Álvaro');
    expect((await agent.facts.add('Mi contador es Bruno')).supersededIds).to.deep.equal([fact.id]);
  });

  it('are not in prompts for questions about the user alone', async () => {
    const agent = ana();
    await agent.facts.add('I am allergic to peanuts');
    await agent.facts.add('My sister Inês is allergic to shellfish');
    const asked = async (newTurn: string) => {
      const scope = { ...agent.scope, sessionId: 'next' };
      const prompt = await door().recorda.context.assembleContext({ scope, newTurn, format: 'PROMPT_FORMAT_PLAIN' });
      return prompt.blocks.find(({ kind }) => kind === 'BLOCK_KIND_FACTS')?.text ?? '';
    };
    expect(await asked('What am I allergic to?'))
      .to.include('peanuts')
      .and.not.include('shellfish');
    expect(await asked('What is my sister allergic to?')).to.include('shellfish');
    expect(await asked('Which allergies are there in my family?')).to.include('shellfish');
  });

  it('add the person they name to the graph, with the relationship to the user, once', async () => {
    const agent = ana();
    await say(agent, 'Mi contador es Álvaro.');
    await say(agent, 'My doctor is called Ruiz.', 'Mi contador es Álvaro.');
    const walk = await agent.entities.traverse({ name: 'user', type: 'user' });
    expect(walk.entities.map(({ entity }) => entity.name).toSorted()).to.deep.equal(['Ruiz', 'user', 'Álvaro']);
    expect(walk.relationships.map(({ relationshipType }) => relationshipType).toSorted()).to.deep.equal([
      'contador',
      'doctor',
    ]);
  });

  it('are stored even if the graph is full', async () => {
    const agent = ana();
    const { userId } = agent.scope;
    await door().recorda.admin.setQuota({ userId, quotas: [{ name: 'QUOTA_NAME_ENTITY', maxCount: 0 }] });
    const { facts } = await say(agent, 'Mi contador es Álvaro.');
    expect(facts).to.have.length(1);
    expect(await agent.entities.get('Álvaro', 'person')).to.equal(undefined);
  });
});
