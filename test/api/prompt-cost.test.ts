import { expect } from 'chai';
import { describeDoors } from './doors.ts';

const MINUTE_MS = 60_000;
const ASSISTANT = 'ROLE_ASSISTANT' as const;

describeDoors('The cost of prompts', (door) => {
  const context = () => door().recorda.context;
  const session = () => ({ userId: door().newUser(), sessionId: 'monday' });
  const model = 'claude-sonnet-4-5';

  it('is reported beside that of the whole history, with and without a cache', async () => {
    const scope = session();
    const long = 'The garden needs water and the roses need shade. '.repeat(30);
    const ask = async (at: number) => {
      const newTurn = `Question ${at}: what does the garden need?`;
      const prompt = await context().assembleContext({ scope, newTurn, model, format: 'PROMPT_FORMAT_ANTHROPIC' });
      const answer = { role: ASSISTANT, content: `${at} ${long}` };
      await context().appendTurns({ scope, turns: [{ content: newTurn }, answer] });
      return prompt;
    };
    for (let at = 0; at < 5; at += 1) await ask(at);
    const { cost, tokenCount } = await ask(5);
    expect(cost!.isPriceKnown).to.equal(true);
    expect(cost!.cacheReadTokenCount).to.be.greaterThan(0.7 * tokenCount);
    expect(cost!.inputTokenEquivalents).to.be.below(0.6 * tokenCount);
    expect(cost!.usd).to.be.closeTo((cost!.inputTokenEquivalents * 3) / 1e6, 1e-12);
    // The window still holds everything: it is the history.
    expect(cost!.savedShareOfCached).to.be.within(-0.1, 0.1);
    expect(cost!.savedShareOfUncached).to.be.greaterThan(0.4);
    const usage = await context().getTokenUsage({ scope });
    expect(usage.cost).to.include({ promptCount: 6, isCostlier: false });
    expect(usage.cost!.usd).to.be.greaterThan(cost!.usd);
    door().advance(6 * MINUTE_MS);
    const cold = await context().assembleContext({
      scope,
      newTurn: 'And now?',
      model,
      format: 'PROMPT_FORMAT_ANTHROPIC',
    });
    expect(cold.cost!.cacheReadTokenCount).to.equal(0);
  });

  it('is reported in tokens alone if the model’s price is not known', async () => {
    const { cost, tokenCount } = await context().assembleContext({
      scope: session(),
      newTurn: 'Hello',
      model: 'my-own-7b',
    });
    expect(cost).to.include({ isPriceKnown: false, usd: 0, inputTokenEquivalents: tokenCount - 3 });
  });

  it('is marked as higher than the history’s if a small limit defeats the cache', async () => {
    const scope = session();
    const answer = 'The roses want shade, the lettuce wants water, and the tomatoes want both of them. '.repeat(6);
    for (let at = 0; at < 30; at += 1) {
      const newTurn = `What of bed number ${at}?`;
      await context().assembleContext({ scope, newTurn, model, maxTokens: 900 });
      await context().appendTurns({
        scope,
        turns: [{ content: newTurn }, { role: ASSISTANT, content: `${at} ${answer}` }],
      });
    }
    const { cost } = await context().getTokenUsage({ scope });
    expect(cost!.savedShareOfCached).to.be.below(-0.15);
    expect(cost!.isCostlier).to.equal(true);
  });
});
