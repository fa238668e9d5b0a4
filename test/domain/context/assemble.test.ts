import { expect } from 'chai';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { assemblePrompt } from '../../../server/domain/context/assemble.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import type { Materials, PromptLimits } from '../../../server/domain/context/materials.ts';
import type { Prompt } from '../../../server/domain/context/prompt.ts';
import { render } from '../../../server/domain/context/render/render.ts';
import { PROMPT, WORTH, WINDOW_FLOOR } from '../../../server/policy/context.ts';
import { modelCount } from '../../../server/domain/context/tokens.ts';
import { makeTokenTable } from '../../../server/tokens/encodings.ts';
import { tokenCounter } from '../../../server/tokens/token-counter.ts';
import { scaled } from '../../scale.ts';
import { randomLimits, randomMaterials } from './random-materials.ts';

describe('assembling a prompt', () => {
  const tokens = tokenCounter(makeTokenTable);
  const counter = modelCount('', tokens.count);
  const { count } = counter;
  before(() => tokens.load('o200k_base'));

  const materials = randomMaterials(count);

  const said = (words: number, at: number) => ({
    role: at % 2 === 0 ? ('USER' as const) : ('ASSISTANT' as const),
    content: 'word '.repeat(words).trim(),
    toolCalls: [],
    toolCallId: '',
    turn: at + 1,
  });
  const many = Array.from({ length: 40 }, (_, at) => at);
  const recalled = many.map((at) => ({
    id: `t${at}`,
    sessionId: 'other',
    turn: at,
    speaker: 'Ana',
    role: 'USER' as const,
    content: `Long ago I said number ${at}.`,
    words: 6,
    timeMs: 0,
    appendedMs: 0,
  }));
  const facts = many.slice(0, 6).map((at) => ({
    id: `f${at}`,
    domain: 'work',
    text: `I know trade number ${at}`,
    isNear: true,
    isOutdated: false,
    day: '12 Nov',
    why: 'NEAR' as const,
    isDue: false,
  }));
  const plain: Materials = {
    system: '',
    systemVersion: '',
    segments: [],
    earlierSessions: [],
    window: [],
    extras: [],
    facts: [],
    planned: new Set(),
    recalled,
    lastError: '',
    newTurn: 'And now?',
    toolResults: [],
    order: 'STABLE_FIRST',
    omitted: [],
    degradations: [],
    sessionId: 's',
    policy: 'CACHED',
    price: modelPrice(''),
    relevance: 'ALL',
    chance: 1,
    leftTokens: 0,
  };
  const built = (over: Partial<Materials>, limit: Partial<PromptLimits> = {}): Prompt =>
    assemblePrompt(
      { ...plain, ...over },
      { tokens: 4000, isAsked: false, recall: undefined, ...limit },
      counter,
    ) as Prompt;
  const tokensOf = ({ blocks }: Prompt, ...kinds: string[]): number =>
    blocks.filter(({ kind }) => kinds.includes(kind)).reduce((sum, block) => sum + block.tokens, 0);
  const sources = ({ blocks }: Prompt, kind: string): readonly string[] =>
    blocks.filter((block) => block.kind === kind).flatMap((block) => block.sources);

  it('has facts and recall share what is usual, however long the window is', () => {
    for (const window of [[said(10, 0)], [said(400, 0), said(400, 1)]]) {
      const cut = { window, leftTokens: 1000 };
      expect(tokensOf(built(cut), 'RECALL')).to.be.within(PROMPT.recall - 30, PROMPT.recall);
      expect(tokensOf(built({ ...cut, facts }), 'RECALL', 'FACTS')).to.be.within(PROMPT.recall - 30, PROMPT.recall);
    }
    expect(tokensOf(built({}), 'RECALL'), 'as a session begins').to.be.within(PROMPT.recall - 30, PROMPT.recall);
  });

  it('has little of what was said elsewhere beside a session that it shows whole, unless somebody asks for more', () => {
    const window = [said(10, 0), said(10, 1)];
    const summaries = [{ topic: '', discussed: 'the trip', outcome: '', decisions: 'by train', open_questions: '' }];
    const earlierSessions = [{ sessionId: 'other', saidMs: 0, summaries, isAsked: true }];
    const whole = { window, facts, earlierSessions };
    const memory = (prompt: Prompt): number => tokensOf(prompt, 'RECALL', 'FACTS', 'EARLIER_SESSIONS');
    const quiet = built(whole);
    expect(memory(quiet)).to.be.within(PROMPT.besideWhole - 30, PROMPT.besideWhole);
    expect(quiet.omitted.some(({ kind, reason }) => kind === 'RECALL' && reason === 'OVER_CEILING')).to.equal(true);
    expect(memory(built(whole, { recall: 400 }))).to.be.greaterThan(400);
    expect(memory(built(whole, { isAsked: true, tokens: 1000 }))).to.be.greaterThan(400);
  });

  it('keeps the whole window without a limit, and yields part of it to recall under one', () => {
    const window = Array.from({ length: 20 }, (_, at) => said(40, at));
    const whole = built({ window });
    expect(sources(whole, 'TURN')).to.have.length(20);
    const small = built({ window }, { tokens: 700, isAsked: true });
    expect(sources(small, 'TURN').length).to.be.within(WINDOW_FLOOR.turns, WINDOW_FLOOR.turns + 4);
    expect(sources(small, 'RECALL').length).to.be.greaterThan(15);
    expect(small.omitted.filter(({ kind }) => kind === 'TURN').every(({ tokens = 0 }) => tokens > 0)).to.equal(true);
    expect(small.degradations).to.include('WINDOW_SHRUNK');
    const wide = built({ window }, { tokens: 1100, isAsked: true });
    expect(sources(wide, 'TURN').length).to.be.at.least(WINDOW_FLOOR.wideTurns);
  });

  it('begins with no answer whose question it could show, whatever the limit', () => {
    const window = Array.from({ length: 20 }, (_, at) => said(40, at));
    const lengths = new Set<number>();
    for (let tokens = 120; tokens < 1200; tokens += 20) {
      const shown = sources(built({ window, recalled: [] }, { tokens, isAsked: true }), 'TURN');
      const asked = window.find(({ turn }) => shown[0] === `turn:${turn}`);
      expect(asked?.role, `${tokens} tokens`).to.equal('USER');
      lengths.add(shown.length);
    }
    expect(lengths.size).to.be.greaterThan(5);
  });

  it('sends nothing of what is known where nothing is near, and little where something may be', () => {
    const window = [said(10, 0)];
    const far = facts.map((fact) => ({ ...fact, isNear: false }));
    const nothing = built({ window, facts: far, relevance: 'NOTHING' });
    expect(nothing.blocks.map(({ kind }) => kind)).to.deep.equal(['TURN', 'NEW_TURN']);
    expect(new Set(nothing.omitted.map(({ reason }) => reason))).to.deep.equal(new Set(['NOT_NEAR']));
    expect(
      sources(built({ window, facts: [...far.slice(1), facts[0]!], relevance: 'NOTHING' }), 'FACTS'),
    ).to.deep.equal(['fact:f0']);
    const little = built({ window, relevance: 'LITTLE' });
    expect(tokensOf(little, 'RECALL')).to.be.within(PROMPT.littleRecall - 30, PROMPT.littleRecall);
    const opening = built({ facts, relevance: 'LITTLE' });
    expect(tokensOf(opening, 'RECALL', 'FACTS')).to.be.within(PROMPT.littleRecall - 30, PROMPT.littleRecall);
  });

  it('values a recalled turn by the probability that it concerns the question', () => {
    const worths = (chance: number): readonly number[] =>
      built({ chance }).blocks.flatMap(({ kind, items }) =>
        kind === 'RECALL' ? (items ?? []).map(({ worth }) => worth) : [],
      );
    const [certain, likely] = [worths(1), worths(0.5)];
    expect(certain.length).to.be.above(1);
    expect(Math.max(...certain)).to.equal(WORTH.recall.first);
    expect(Math.max(...likely)).to.equal(WORTH.recall.first / 2);
  });

  it('recalls what may be near in proportion to the limit that the caller sets', () => {
    const most = 900 * PROMPT.littleShare;
    const ofPrompt = built({ relevance: 'LITTLE' }, { tokens: 900, isAsked: true });
    expect(tokensOf(ofPrompt, 'RECALL')).to.be.within(most - 30, most);
    const ofRecall = built({ relevance: 'LITTLE' }, { recall: 900 });
    expect(tokensOf(ofRecall, 'RECALL')).to.be.within(most - 30, most);
    const small = built({ relevance: 'LITTLE' }, { recall: 200 });
    expect(tokensOf(small, 'RECALL')).to.be.within(PROMPT.littleRecall - 30, PROMPT.littleRecall);
  });

  it('tells no more of the session’s own past than what was said in it', () => {
    const own = recalled.map((turn) => ({ ...turn, sessionId: 's' }));
    expect(sources(built({ recalled: own }), 'RECALL')).to.deep.equal([]);
    expect(tokensOf(built({ recalled: own, leftTokens: 100 }), 'RECALL')).to.be.within(60, 100);
  });

  it('recalls no turn that the window shows, and no fact that such a turn says', () => {
    const window = [said(10, 0), said(10, 1)];
    const own = [{ ...recalled[0]!, sessionId: 's', turn: 1 }];
    const fact = { ...facts[0]!, ownTurn: 1 };
    const prompt = built({ window, recalled: own, facts: [fact], leftTokens: 1000 });
    expect(prompt.blocks.map(({ kind }) => kind)).to.deep.equal(['TURN', 'TURN', 'NEW_TURN']);
    const [left] = prompt.omitted;
    expect(left).to.include({ kind: 'FACTS', source: 'fact:f0', reason: 'SAID_RECENTLY' });
    expect(left!.tokens).to.be.greaterThan(0);
  });

  it('marks for the cache what the next prompt begins with, and nothing under the least prefix', () => {
    const marked = ({ blocks }: Prompt) =>
      blocks.flatMap(({ isMarked, kind }, at) => (isMarked ? [`${kind} ${at}`] : []));
    const long = [said(700, 0), said(700, 1)];
    expect(marked(built({ window: long, recalled: [] }))).to.deep.equal(['NEW_TURN 2']);
    expect(marked(built({ window: long }))).to.deep.equal(['TURN 1']);
    expect(marked(built({ window: [said(10, 0)], recalled: [] }))).to.deep.equal([]);
    expect(marked(built({ window: long, price: modelPrice('gpt-5') }))).to.deep.equal([]);
    const system = 'rule '.repeat(1200);
    expect(marked(built({ system, window: [said(10, 0)] }))).to.deep.equal(['SYSTEM 0', 'TURN 1']);
    const order = 'QUESTION_FIRST' as const;
    expect(marked(built({ window: long, order })), 'the question').to.deep.equal(['NEW_TURN 2']);
  });

  it('has memory after the question where that is cached, before what the model has begun to do about it', () => {
    const order = 'QUESTION_FIRST' as const;
    const kinds = (over: Partial<Materials>): readonly string[] =>
      built({ order, facts: facts.slice(0, 1), recalled: recalled.slice(0, 1), ...over }).blocks.map(
        ({ kind, role }) => `${kind} ${role}`,
      );
    const window = [said(10, 0), said(10, 1)];
    const chat = ['TURN USER', 'TURN ASSISTANT'];
    const memory = ['FACTS SYSTEM', 'RECALL SYSTEM'];
    expect(kinds({ window })).to.deep.equal([...chat, 'NEW_TURN USER', ...memory]);
    expect(kinds({ window: [...window, said(10, 2)], newTurn: '' })).to.deep.equal([...chat, 'TURN USER', ...memory]);
    const call = { id: 'c1', name: 'search', argumentsJson: '{}' };
    const calling = { ...said(1, 3), toolCalls: [call] };
    const asked = { window: [...window, said(10, 2), calling], newTurn: '', toolResults: [{ call, content: 'found' }] };
    const done = ['TURN ASSISTANT', 'TOOL_RESULT TOOL'];
    expect(kinds(asked)).to.deep.equal([...chat, 'TURN USER', ...memory, ...done]);
  });

  it('tells of a turn that it clips', () => {
    const window = [said(2000, 0), said(10, 1)];
    const prompt = built({ window, policy: 'SLIDING' });
    expect(prompt.degradations).to.include('WINDOW_SHRUNK');
    const alone = built({ window: window.slice(0, 1), policy: 'SLIDING' });
    expect(alone.degradations).to.include('TURNS_CLIPPED');
    const [clipped] = alone.omitted.filter(({ reason }) => reason === 'CLIPPED');
    expect(clipped).to.include({ kind: 'TURN', source: 'turn:1' });
    expect(clipped?.tokens).to.be.within(1000, 1150);
  });

  it('is never over the limit, counts as another tokenizer does, and shows no call without its result @torture', function () {
    this.timeout(0);
    const otherCount = otherTokenizer();
    const prompts = scaled(100, 1_000_000);
    let built = 0;
    fc.assert(
      fc.property(materials, randomLimits, (of, limit) => {
        const prompt = assemblePrompt(of, limit, counter);
        if (typeof prompt === 'number') {
          expect(prompt).to.be.greaterThan(limit.tokens);
          return;
        }
        built += 1;
        expect(prompt.tokens).to.be.at.most(limit.tokens);
        expect(prompt.tokens).to.equal(chatTokens(prompt, otherCount));
        expectPaired(prompt);
        expect(prompt.blocks.filter(({ kind }) => kind === 'SYSTEM').map((block) => block.text)).to.deep.equal(
          of.system === '' ? [] : [of.system],
        );
        if (of.newTurn !== '') expect(prompt.blocks.find(({ kind }) => kind === 'NEW_TURN')?.text).to.equal(of.newTurn);
        expectAlternating(prompt);
      }),
      { numRuns: prompts },
    );
    expect(built).to.be.greaterThan(prompts / 2);
  });
});

/** Returns the token counter of another library. That one caches nothing, so the pieces that its pattern cuts are cached here. */
function otherTokenizer(): (text: string) => number {
  const tokenizer = new Tiktoken(o200k);
  const pieces = new RegExp(o200k.pat_str, 'gu');
  const known = new Map<string, number>();
  const ofPiece = (piece: string): number => {
    const counted = known.get(piece) ?? tokenizer.encode(piece, [], []).length;
    known.set(piece, counted);
    return counted;
  };
  const ofText = (text: string): number =>
    (text.replaceAll('\ud800', '\ufffd').match(pieces) ?? []).reduce((sum, piece) => sum + ofPiece(piece), 0);
  const texts = new Map<string, number>();
  return (text) => {
    const counted = texts.get(text) ?? ofText(text);
    if (texts.size < 100_000) texts.set(text, counted);
    return counted;
  };
}

type Message = {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
};

/** Counts as OpenAI does: four tokens per message, three for the start of the answer, four per call in addition to its texts. */
function chatTokens(prompt: Prompt, countText: (text: string) => number): number {
  const { messages } = JSON.parse(render(prompt.blocks, 'OPENAI_CHAT')) as { messages: readonly Message[] };
  return messages.reduce((sum, { content, tool_calls: calls = [] }) => {
    const ofCalls = calls.reduce((all, { function: of }) => all + 4 + countText(of.name) + countText(of.arguments), 0);
    return sum + 4 + countText(content ?? '') + ofCalls;
  }, 3);
}

/** Checks that every call is followed by its result, and every result follows its call. */
function expectPaired({ blocks }: Prompt): void {
  let open: string[] = [];
  for (const { role, toolCalls, answers } of blocks) {
    if (role === 'TOOL') {
      expect(open).to.include(answers?.id);
      open = open.filter((id) => id !== answers?.id);
    } else {
      expect(open).to.deep.equal([]);
      open = toolCalls.map(({ id }) => id);
    }
  }
  expect(open).to.deep.equal([]);
}

/** Checks that roles alternate, and that the user begins and ends. */
function expectAlternating({ blocks }: Prompt): void {
  const rendered = render(blocks, 'ANTHROPIC');
  const { messages } = JSON.parse(rendered) as {
    messages: readonly { role: string; content: object[] }[];
  };
  messages.forEach(({ role, content }, at) => {
    expect(role).to.equal(at % 2 === 0 ? 'user' : 'assistant');
    expect(content).not.to.be.empty;
  });
  if (messages.length > 0) expect(messages.at(-1)?.role, 'who has the last word').to.equal('user');
  const marks = rendered.split('"cache_control"').length - 1;
  expect(marks).to.be.at.most(4);
}
