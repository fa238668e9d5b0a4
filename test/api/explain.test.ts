import { expect } from 'chai';
import { describeAllDoors } from './doors.ts';

const DAY_MS = 24 * 3600 * 1000;

describeAllDoors('Explaining a prompt', (door) => {
  const say = (content: string) => ({ role: 'ROLE_USER' as const, content });

  it('states the cost, worth and reason of each part', async () => {
    const { context } = door().recorda;
    const userId = door().newUser();
    const scope = { userId, sessionId: 'a' };
    await context.addFact({ scope: { userId }, text: "I'm allergic to peanuts." });
    await context.addFact({ scope: { userId }, text: 'Always answer in English.', pinned: true });
    await context.appendTurns({ scope, turns: [say('Our cabin by the lake has a red door.')] });
    const next = { userId, sessionId: 'b' };
    await context.appendTurns({ scope: next, turns: [say('Hi'), { role: 'ROLE_ASSISTANT', content: 'Hello!' }] });
    const asked = { scope: next, newTurn: 'What should I cook tonight?', explain: true };
    const { blocks, tokenCount } = await context.assembleContext(asked);
    const itemsOf = (kind: string) => blocks.filter((block) => block.kind === kind).flatMap(({ items }) => items);
    expect(itemsOf('BLOCK_KIND_TURN').map(({ source, reason }) => [source, reason])).to.deep.equal([
      ['turn:1', 'INCLUDE_REASON_NEWEST'],
      ['turn:2', 'INCLUDE_REASON_NEWEST'],
    ]);
    expect(itemsOf('BLOCK_KIND_FACTS').map(({ reason }) => reason)).to.deep.equal([
      'INCLUDE_REASON_PINNED',
      'INCLUDE_REASON_PLANNED',
    ]);
    for (const { items, sources, text, tokenCount: tokens, inputTokenEquivalents: cost } of blocks) {
      expect(items.map(({ source }) => source)).to.deep.equal(sources);
      expect(text).not.to.equal('');
      expect(cost).to.be.within(0.01, tokens);
      for (const item of items) {
        expect(item.worth).to.be.within(0.0001, 1);
        expect(item.tokenCount).to.be.within(1, tokens);
      }
    }
    expect(blocks.reduce((sum, block) => sum + block.tokenCount, 3)).to.equal(tokenCount);
    const plain = await context.assembleContext({ ...asked, explain: false });
    expect(plain.blocks.every(({ items, text }) => items.length === 0 && text === '')).to.equal(true);
    const small = await context.assembleContext({
      ...asked,
      newTurn: 'What colour is the door of our cabin by the lake?',
      maxTokens: 400,
    });
    expect(small.blocks.flatMap(({ items }) => items).map(({ reason }) => reason)).to.include('INCLUDE_REASON_NEAR');
  });

  it('may let the model ask whether one fact that soon goes stale still holds', async () => {
    const { context, agent } = door().recorda;
    const userId = door().newUser();
    const scope = { userId, sessionId: 'b' };
    const facts = agent({ userId }).facts;
    await facts.add('I live in Lisbon.');
    await facts.add('My sister is called Ana.');
    const due = async () => {
      const found: string[] = [];
      for await (const { text } of facts.list({ due: true })) found.push(text);
      return found;
    };
    const ask = async (asksToConfirm: boolean) => {
      const request = {
        scope,
        newTurn: 'Where do I live, and what is my sister called?',
        asksToConfirm,
        format: 'PROMPT_FORMAT_PLAIN' as const,
      };
      const { blocks, confirmFactId } = await context.assembleContext(request);
      const text = blocks.find(({ kind }) => kind === 'BLOCK_KIND_FACTS')?.text ?? '';
      return { questions: text.match(/^Ask in passing/gm)?.length ?? 0, confirmFactId, text };
    };
    expect(await due()).to.deep.equal([]);
    expect((await ask(true)).questions).to.equal(0);
    door().advance(167 * DAY_MS);
    expect(await due()).to.have.length(2);
    expect(await ask(false)).to.include({ questions: 0, confirmFactId: '' });
    const first = await ask(true);
    expect(first.questions).to.equal(1);
    const { staleTime, lastConfirmedTime } = (await facts.get(first.confirmFactId)).fact;
    expect(staleTime!.getTime() - lastConfirmedTime.getTime()).to.equal(180 * DAY_MS);
    await facts.confirm(first.confirmFactId);
    expect(await due()).to.have.length(1);
    const second = await ask(true);
    expect(second.questions).to.equal(1);
    expect(second.confirmFactId).not.to.equal(first.confirmFactId);
    await facts.confirm(second.confirmFactId);
    expect(await due()).to.deep.equal([]);
    expect(await ask(true)).to.include({ questions: 0, confirmFactId: '' });
  });
});
