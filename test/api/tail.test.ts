import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbedded, type Conversation } from '../../server/embedded/index.ts';
import { BlockKind, OmitReason } from '../../proto/gen/recorda/v1/context.ts';
import { describeDoors, errorOf } from './doors.ts';

const CLAUDE = 'claude-sonnet-4-5';
const QUESTION = 'Where did we decide to stay in Lisbon?';

/** Appends what was said before, in another session. */
async function before(chat: Conversation): Promise<void> {
  await chat.append([
    { content: 'We decided to stay at the Hotel Miradouro in Lisbon.' },
    { role: 'assistant', content: 'Noted: the Hotel Miradouro, on the hill of Graça.' },
    { content: 'I am allergic to peanuts.' },
    { role: 'assistant', content: 'Then no satay for you.' },
    { content: 'My sister Inês moved to Porto in March.' },
    { role: 'assistant', content: 'Porto is lovely in spring.' },
  ]);
}

const now = [
  { content: 'Write me a haiku about the sea.' },
  {
    role: 'assistant' as const,
    content: 'Grey waves fold and fall, / a gull writes over the foam, / the tide erases.',
  },
];

describeDoors('The tail for a host that keeps its own history', (door) => {
  const chats = () => {
    const userId = door().newUser();
    const chat = (sessionId: string) => door().recorda.conversation({ userId, sessionId });
    return { earlier: chat('earlier'), today: chat('today'), context: door().recorda.context };
  };

  it('is one block of what other sessions said, and states where the cache mark belongs', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    await today.append(now);
    const tail = await today.tail(QUESTION, { provider: 'anthropic', model: CLAUDE });
    expect(tail.text).to.include('Hotel Miradouro in Lisbon').and.not.include('haiku');
    expect(tail.messages).to.deep.equal([{ role: 'user', content: [{ type: 'text', text: tail.text }] }]);
    expect(tail.sources).to.include('recall:earlier/1');
    expect(tail.mark).to.equal('before-block');
    expect(tail.tokenCount).to.be.within(20, 250);
    expect(tail.blocks.reduce((sum, { tokenCount }) => sum + tokenCount, 0)).to.equal(tail.tokenCount);
    const gpt = await today.tail(QUESTION, { model: 'gpt-5' });
    expect(gpt.messages).to.deep.equal([{ role: 'system', content: gpt.text }]);
    expect(gpt.mark).to.equal('none');
    const gemini = await today.tail(QUESTION, { provider: 'gemini' });
    expect(gemini.messages).to.deep.equal([{ role: 'user', parts: [{ text: gemini.text }] }]);
    expect((await today.tail(QUESTION, { provider: 'plain' })).messages).to.deep.equal([]);
  });

  it('is empty if nothing is relevant, and leaves the cache mark in its place', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    await today.append(now);
    const tail = await today.tail('What is the capital of Peru?', { model: CLAUDE });
    expect(tail).to.deep.include({ text: '', messages: [], sources: [], tokenCount: 0, mark: 'last-message' });
    expect(tail.cost).to.include({ inputTokenEquivalents: 0, usd: 0, savedShareOfCached: 0 });
    expect(tail.omitted.some(({ reason }) => reason === OmitReason.NOT_NEAR)).to.equal(true);
  });

  it('is empty if nothing is known, even in a session without turns', async () => {
    const { today } = chats();
    expect((await today.tail('What did I say about the roof?')).text).to.equal('');
  });

  it('never repeats the host’s history: its turns, the facts in them, or restatements', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    await today.append([
      { content: 'As I said: I am allergic to peanuts.' },
      { role: 'assistant', content: 'I know.' },
      { content: 'We decided to stay at the Hotel Miradouro in Lisbon!' },
      { role: 'assistant', content: 'Good.' },
    ]);
    const tail = await today.tail(QUESTION, { maxTokens: 1000 });
    expect(tail.sources.filter((source) => source.startsWith('recall:today'))).to.deep.equal([]);
    expect(tail.text).not.to.include('We decided to stay');
    const said = tail.omitted.filter(({ reason }) => reason === OmitReason.SAID_RECENTLY);
    expect(said.map(({ source }) => source)).to.include('recall:earlier/1');
    for (const { source, tokenCount } of tail.omitted) expect(tokenCount, source).to.be.greaterThan(0);
    const allergies = await today.tail('What am I allergic to?', { maxTokens: 1000 });
    expect(allergies.blocks.filter(({ kind }) => kind === BlockKind.FACTS)).to.deep.equal([]);
  });

  it('includes turns that the host’s history no longer has', async () => {
    const { today } = chats();
    await before(today);
    await today.append(now);
    expect((await today.tail(QUESTION)).text).to.equal('');
    const tail = await today.tail(QUESTION, { hostTurns: 2 });
    expect(tail.text).to.include('Hotel Miradouro');
    expect(tail.sources).to.include('recall:today/1').and.not.include('recall:today/7');
    expect((await today.tail(QUESTION, { hostTurns: 8 })).text).to.equal('');
  });

  it('answers the user’s last turn if the host has already appended it', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    await today.append([...now, { content: QUESTION }]);
    const tail = await today.tail();
    expect(tail.text).to.include('Hotel Miradouro').and.not.include(QUESTION);
  });

  it('is sent again if it is relevant again, except for parts that the host has kept', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    const first = await today.tail(QUESTION, { model: CLAUDE });
    await today.append([{ content: QUESTION }, { role: 'assistant', content: 'On the hill.' }]);
    const again = await today.tail('And the hotel in Lisbon, what was its name again?', { model: CLAUDE });
    expect(again.sources).to.include('recall:earlier/1');
    const kept = await today.tail('And the hotel in Lisbon, what was its name again?', {
      model: CLAUDE,
      kept: first.sources,
    });
    for (const source of first.sources) expect(kept.sources).not.to.include(source);
    expect(kept.omitted.filter(({ reason }) => reason === OmitReason.NOT_NEEDED_AGAIN)).not.to.deep.equal([]);
    for (const { source, tokenCount } of kept.omitted) expect(tokenCount, source).to.be.greaterThan(0);
    expect(kept.mark).to.equal('last-message');
  });

  it('costs its own tokens, plus those of the question once more', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    const long = 'The sea is wide and grey, and nobody has counted its waves. '.repeat(40);
    for (let at = 0; at < 4; at += 1)
      await today.append([{ content: `Verse ${at}, please.` }, { role: 'assistant', content: `${at} ${long}` }]);
    const { cost, tokenCount } = await today.tail(QUESTION, { model: CLAUDE });
    expect(cost!.inputTokenEquivalents).to.be.within(tokenCount, tokenCount + 30);
    expect(cost!.usd).to.be.closeTo((cost!.inputTokenEquivalents * 3) / 1e6, 1e-12);
    expect(cost!.savedShareOfCached)
      .to.be.closeTo(-cost!.usd / cost!.cachedHistoryUsd, 1e-9)
      .and.below(0);
    const usage = await today.usage();
    expect(usage.promptCount).to.equal(1);
    expect(usage.cost!.usd).to.be.closeTo(cost!.usd + cost!.cachedHistoryUsd, 1e-12);
    expect(usage.savedShare).to.equal(0);
  });

  it('respects its limit, and reports what was left out', async () => {
    const { earlier, today } = chats();
    const dishes = ['soup', 'stew', 'salad', 'curry', 'pie', 'risotto', 'tart', 'bread', 'pasta', 'cake'];
    await earlier.append(
      dishes.map((dish, at) => ({
        content: `On day ${at} of our trip to Lisbon I cooked a ${dish} with lentils, leeks and carrots for my guests.`,
      })),
    );
    const question = 'What did I cook for my guests on our trip to Lisbon?';
    for (const maxTokens of [100, 130]) {
      const tail = await today.tail(question, { maxTokens });
      expect(tail.tokenCount).to.be.within(40, maxTokens);
      const full: OmitReason[] = [OmitReason.OVER_CEILING, OmitReason.OVER_BUDGET];
      expect(tail.omitted.filter(({ reason }) => full.includes(reason))).not.to.deep.equal([]);
    }
  });

  it('is short if its content may answer the question, and longer the likelier that is', async () => {
    const { earlier, today } = chats();
    await before(earlier);
    await earlier.append([
      { content: 'The tiles come from a place in Stoke, hand-made, and they need six weeks.' },
      { role: 'assistant', content: 'Then order them early.' },
    ]);
    const sizes = [];
    for (const question of ['How long until the tiles get here?', 'When do we get the hand-made tiles from Stoke?']) {
      const tail = await today.tail(question, { maxTokens: 1000 });
      expect(tail.sources).to.include('recall:earlier/7');
      sizes.push(tail.tokenCount);
    }
    expect(sizes[0]).to.be.below(sizes[1]!);
  });

  it('refuses options that do not apply to tails, and options of tails in prompts', async () => {
    const { today, context } = chats();
    const { scope } = today;
    const asked = { scope, mode: 'ASSEMBLE_MODE_TAIL' as const, newTurn: 'Hi' };
    const extras = [{ kind: 'BLOCK_KIND_FORMAT' as const, name: 'format', text: 'JSON' }];
    const refused = await errorOf(context.assembleContext({ ...asked, extras, isRetry: true }));
    expect(refused.detail.fields?.map(({ field }) => field)).to.deep.equal(['extras', 'is_retry']);
    const kept = await errorOf(context.assembleContext({ ...asked, tail: { keptSources: ['fact:1'] } }));
    expect(kept.detail.fields).to.deep.equal([{ field: 'tail.kept_sources', description: 'requires keeps_blocks' }]);
    const options = await errorOf(context.assembleContext({ scope, newTurn: 'Hi', tail: { hostTurns: 1 } }));
    expect(options.detail.fields?.map(({ field }) => field)).to.deep.equal(['tail']);
  });
});

describe('The tail for a host that keeps its own history, after a restart', () => {
  it('has the same bytes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-tail-'));
    const ask = async (prepare: boolean) => {
      const recorda = await openEmbedded({ warmUp: false, dataDir });
      const chat = (sessionId: string) => recorda.conversation({ userId: 'ana', sessionId });
      if (prepare) {
        await before(chat('earlier'));
        await chat('today').append(now);
      }
      const { text, digest, sources, tokenCount, mark } = await chat('today').tail(QUESTION, { model: CLAUDE });
      await recorda.close();
      return { text, digest, sources, tokenCount, mark };
    };
    try {
      const first = await ask(true);
      expect(first.text).to.include('Miradouro');
      expect(await ask(false)).to.deep.equal(first);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
