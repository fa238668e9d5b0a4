import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { NO_NOTES } from '../../../../server/domain/context/notes.ts';
import { UNKNOWN_PRICING } from '../../../../server/domain/context/turn.ts';
import { readTurn } from '../../../../server/domain/context/read-turn.ts';
import { keptSessions } from '../../../../server/backends/sqlite/context/kept-sessions.ts';
import type { StillView } from '../../../../server/backends/sqlite/context/reads.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';
import { FACT_READER } from '../../../fact-reader.ts';

const call = { signal: new AbortController().signal };
const scope = { tenant: 't', userId: 'u', agentId: 'vera', sessionId: 's', namespace: '', taskId: '' };
const reading = {
  count: () => 1,
  embed: () => new Float32Array(1),
  newFactId: () => `fa_${randomUUID()}`,
  reader: FACT_READER,
  scope,
};
let said = 0;

function turnOf(content: string) {
  const turn = { role: 'USER' as const, content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '' };
  // A summary must be shorter than its turns whichever counter is used, so these turns count characters instead of tokens.
  const counted = content.includes('decided') ? { ...reading, count: (text: string) => text.length } : reading;
  return readTurn(turn, `tn_${(said += 1)}`, counted);
}

describe('sessions that are kept while nothing changes', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const say = (content: string, of = scope) =>
    opened.context.append(
      { scope: of, turns: [turnOf(content)], windowPolicy: 'SLIDING' as const, nowMs: opened.clock.now() },
      call,
    );
  const read = (of: Partial<typeof scope> = {}, model = '', text = '') =>
    opened.context.read(
      {
        scope: { ...scope, ...of },
        text,
        recalled: 3,
        recallsWindow: false,
        looksTwice: false,
        systemVersion: '',
        model,
        nowMs: opened.clock.now(),
      },
      call,
    );

  it('are neither read nor sent again', async () => {
    await say('The garden has a pond');
    const first = await read();
    const second = await read();
    expect(second).to.deep.equal(first);
    expect(second.window).to.equal(first.window);
    expect((await read({ agentId: 'other' })).window).not.to.equal(first.window);
    expect((await read({}, 'gpt-4')).window).not.to.equal(first.window);
  });

  it('are read again after any change to them', async () => {
    const version = async (words: string) => {
      const prompt = {
        identity: words,
        capabilities: '',
        rules: '',
        format: '',
        version: words,
        tokens: 1,
        createMs: 0,
      };
      await opened.context.putSystemPrompt({ tenant: 't', agentId: 'vera', prompt }, call);
    };
    await say('The garden has a pond');
    expect((await read()).window).to.have.length(1);
    await say('We decided on 9 red fish from Osaka, 4 green frogs and a bridge of stone');
    expect((await read()).window.map(({ content }) => content)).to.deep.equal([
      'The garden has a pond',
      'We decided on 9 red fish from Osaka, 4 green frogs and a bridge of stone',
    ]);
    expect((await read()).system).to.equal(undefined);
    await version('one');
    expect((await read()).system?.version).to.equal('one');
    await version('two');
    expect((await read()).system?.version).to.equal('two');
    expect((await read({}, 'gpt-4')).learnt).to.equal(undefined);
    await opened.context.learnFactor({ tenant: 't', model: 'gpt-4', seen: 1.5 }, call);
    expect((await read({}, 'gpt-4')).learnt?.samples).to.equal(1);
    const flush = { scope, ends: false, nowMs: opened.clock.now() };
    await opened.context.flush(flush, call);
    const after = await read();
    expect(after.window).to.deep.equal([]);
    expect(after.segments).to.have.length(1);
  });

  it('search for the user’s last turn if there is no question', async () => {
    for (let turn = 0; turn < 9; turn += 1) await say(`The garden has ${turn} trees`);
    const first = await read();
    expect(first.recalled).not.to.deep.equal([]);
    expect((await read()).recalled).to.deep.equal(first.recalled);
    expect((await read({}, '', 'trees')).window).to.equal(first.window);
  });

  it('see every append that was answered, while many read and append', async () => {
    const done = { answers: 0 };
    const { turns } = await say('The first turn');
    const tokens = turns[0]!.tokens;
    const write = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        await say(`turn ${turn}`);
        done.answers += 1;
      }
    };
    const look = async () => {
      while (done.answers < 40) {
        const before = done.answers;
        const view = await read();
        const newest = view.window.at(-1)!.turn;
        expect(newest).to.be.at.least(1 + before);
        expect(view.totalTokens).to.equal(newest * tokens);
      }
    };
    await Promise.all([write(), look(), look(), look()]);
  });

  it('go on with what was appended, without what was there being sent again', async () => {
    for (let turn = 0; turn < 4; turn += 1) await say(`The garden has ${turn} trees`);
    const first = await read();
    await say('A fifth tree came');
    const second = await read();
    expect(second.window.slice(0, -1)).to.deep.equal(first.window);
    for (const [at, turn] of first.window.entries()) expect(second.window[at]).to.equal(turn);
    const whole = await read({}, 'gpt-4');
    expect(second.window).to.deep.equal(whole.window);
    // These turns push the oldest ones out of a sliding window.
    for (let turn = 5; turn < 9; turn += 1) await say(`The garden has ${turn} trees`);
    expect((await read()).window).to.deep.equal((await read({}, 'gpt-4')).window);
    expect((await read()).segments).to.deep.equal((await read({}, 'gpt-4')).segments);
  });

  it('start over if another session has taken the name', async () => {
    await say('The garden has a pond');
    await read();
    await opened.users.erase({ tenant: 't', userId: 'u' }, undefined, 'er_2', call);
    await say('The house has a cellar');
    await say('The cellar has a door');
    expect((await read()).window.map(({ content }) => content)).to.deep.equal([
      'The house has a cellar',
      'The cellar has a door',
    ]);
  });

  it('return the same object for a turn that is found again unchanged', async () => {
    for (let turn = 0; turn < 9; turn += 1) await say(`The garden has ${turn} trees`);
    const ask = async () => (await read({}, '', 'How many trees are in the garden?')).recalled;
    const [one] = await ask();
    const [again] = await ask();
    expect(one).to.be.an('object');
    expect(again).to.equal(one);
  });

  it('go with their user', async () => {
    await say('The garden has a pond');
    expect((await read()).window).to.have.length(1);
    await opened.users.erase({ tenant: 't', userId: 'u' }, undefined, 'er_1', call);
    expect((await read()).window).to.deep.equal([]);
    await say('We decided on 9 red fish from Osaka, 4 green frogs and a bridge of stone');
    expect((await read()).window.map(({ content }) => content)).to.deep.equal([
      'We decided on 9 red fish from Osaka, 4 green frogs and a bridge of stone',
    ]);
  });
});

describe('what is kept of sessions', () => {
  const of = { scope, systemVersion: '', model: '' };
  const still: StillView = {
    segments: [],
    policy: 'CACHED',
    nextTurn: 2,
    pricing: UNKNOWN_PRICING,
    window: [
      { id: 'tn_1', turn: 1, role: 'USER', content: 'said', toolCalls: [], toolCallId: '', tokens: 5, createMs: 0 },
    ],
    system: undefined,
    notes: NO_NOTES,
    lastError: '',
    totalTokens: 1,
    learnt: undefined,
  };

  it('are dropped once the session changes or its user is forgotten', () => {
    const kept = keptSessions();
    kept.asking(of)(1, still);
    kept.asking({ ...of, scope: { ...scope, userId: 'another' } })(2, still);
    expect(kept.of(of)?.still).to.equal(still);
    kept.drop(scope);
    expect(kept.of(of)).to.equal(undefined);
    kept.asking(of)(3, still);
    kept.forget({ tenant: 't', userId: 'u' });
    expect(kept.of(of)).to.equal(undefined);
    expect(kept.of({ ...of, scope: { ...scope, userId: 'another' } })?.stamp).to.equal(2);
  });

  it('gives a turn that was found as it was first given, until it changes or its user is forgotten', () => {
    const kept = keptSessions();
    const turn = {
      id: 'tn_1',
      sessionId: 's',
      turn: 1,
      speaker: 'user',
      role: 'USER' as const,
      content: 'said',
      words: 1,
      timeMs: 1,
      appendedMs: 1,
    };
    const give = (one: typeof turn, to = scope) => kept.asking({ ...of, scope: to })(1, still, [one])[0];
    expect(give(turn)).to.equal(turn);
    expect(give({ ...turn })).to.equal(turn);
    expect(give({ ...turn }, { ...scope, userId: 'another' })).not.to.equal(turn);
    const later = { ...turn, appendedMs: 2 };
    expect(give(later)).to.equal(later);
    kept.forget({ tenant: 't', userId: 'u' });
    expect(give({ ...turn })).not.to.equal(turn);
  });

  it('takes no answer that was asked for before a user was forgotten', () => {
    const kept = keptSessions();
    const take = kept.asking(of);
    kept.forget({ tenant: 't', userId: 'u' });
    take(1, still);
    expect(kept.of(of)).to.equal(undefined);
  });
});
