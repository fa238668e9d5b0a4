import { expect } from 'chai';
import fc from 'fast-check';
import { decideAppend, decideFlush } from '../../../server/domain/context/append.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import { readTurn, stemsOf } from '../../../server/domain/context/read-turn.ts';
import { renderSegment } from '../../../server/domain/context/segment.ts';
import {
  newSession,
  pricingOf,
  type ReadTurn,
  type SessionState,
  type Turn,
} from '../../../server/domain/context/turn.ts';
import { CACHED_WINDOW, PROMPT, SEGMENT, SLIDING_WINDOW } from '../../../server/policy/context.ts';
import { makeTokenTable } from '../../../server/tokens/encodings.ts';
import { tokenCounter } from '../../../server/tokens/token-counter.ts';
import { anyText } from '../../any-text.ts';
import { scaled } from '../../scale.ts';
import { FACT_READER } from '../../fact-reader.ts';

/** The angle between one turn's vector and the next, in radians: each turn is moderately similar to the mean of the two before it. */
const STEP = 0.77;
const EMBEDDER = 'recorda-static-en-es';
const EMPTY = newSession('SLIDING');

describe('appending turns', () => {
  const tokens = tokenCounter(makeTokenTable);
  before(() => tokens.load('o200k_base'));
  const count = (text: string): number => tokens.count(text, 'o200k_base').tokens;

  /** `likeness` is the cosine with the turns before, whose vectors all point in one direction. */
  const read = (content: string, likeness = 0.4, over: Partial<Turn> = {}): ReadTurn => {
    const turn: Turn = { role: 'USER', content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '', ...over };
    const vector = Float32Array.of(likeness, Math.sqrt(1 - likeness ** 2));
    return {
      ...readTurn(turn, 'tn_1', {
        count,
        embed: () => vector,
        newFactId: () => 'fa_1',
        reader: FACT_READER,
        scope: { agentId: '', sessionId: '' },
      }),
      stems: [],
      domain: '',
    };
  };
  const along = (
    content = 'The red box of Wilma is 3 feet wide and stands in the cellar, behind the door.',
  ): ReadTurn => ({
    ...read(content),
    vector: Float32Array.of(1, 0),
  });
  const append = (turns: readonly ReadTurn[], state = EMPTY) => decideAppend(state, turns, EMBEDDER, 0);
  const numbers = (state: SessionState) => state.window.map(({ turn }) => turn);

  it('grows to six, and the seventh seals the three oldest', () => {
    const turns = Array.from({ length: 6 }, () => read('Box 7 is blue.'));
    // Every turn is moderately similar to those before it, so the window becomes neither wide nor narrow.
    const middling = turns.map((turn, at) => ({
      ...turn,
      vector: Float32Array.of(Math.cos(STEP * at), Math.sin(STEP * at)),
    }));
    const six = append(middling);
    expect(numbers(six.state)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(six.sealed).to.deep.equal([]);
    const seven = append([{ ...read('x'), vector: Float32Array.of(Math.cos(STEP * 6), Math.sin(STEP * 6)) }], {
      ...six.state,
      target: 6,
    });
    expect(seven.sealed.flatMap(({ turns: left }) => left.map(({ turn }) => turn))).to.deep.equal([1, 2, 3]);
    expect(numbers(seven.state)).to.deep.equal([4, 5, 6, 7]);
  });

  it('grows to eight while turns go on with one thing, and the ninth leaves six', () => {
    const eight = append(Array.from({ length: 8 }, () => along()));
    expect(eight.state.target).to.equal(8);
    expect(eight.sealed).to.deep.equal([]);
    expect(numbers(append([along()], eight.state).state)).to.deep.equal([4, 5, 6, 7, 8, 9]);
  });

  it('narrows to four after two turns that go on with nothing', () => {
    const four = append(Array.from({ length: 4 }, () => along()));
    const other = { ...along(), vector: Float32Array.of(0, 1) };
    const another = { ...along(), vector: Float32Array.of(-1, 0) };
    const { state } = append([other, another], four.state);
    expect(state.target).to.equal(4);
    expect(state.window.length).to.be.at.most(4);
  });

  it('tokens win over turns, and the store keeps a long turn whole', () => {
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(28);
    const { state, left } = append(Array.from({ length: 4 }, () => along(long)));
    expect(count(long)).to.be.within(270, 290);
    expect(state.window).to.have.length(1);
    expect(left).to.have.length(3);
    const huge = append([along(long.repeat(4))], state).state;
    expect(huge.window).to.have.length(1);
    expect(huge.window[0]!.content).to.equal(long.repeat(4));
  });

  it('closes the segment where the topic changes, and says by which rule', () => {
    const other = 'Ok, thanks. Could you help me write a letter to my landlord about the heating?';
    const { shifts, state } = append([along(), along(), along(), { ...read(other, 0), stems: stemsOf(other) }]);
    expect(shifts).to.deep.equal([{ turn: 4, shift: { rule: 'SIMILARITY', detail: '', flushes: false } }]);
    const { sealed } = decideFlush(append([along(), along()], state).state, 0);
    expect(sealed.map(({ segment }) => [segment.firstTurn, segment.lastTurn])).to.deep.equal([
      [1, 3],
      [4, 6],
    ]);
    const tool = { ...read(other, 0, { role: 'TOOL' }), vector: undefined };
    expect(append([along(), along(), tool]).shifts).to.deep.equal([]);
    expect(append([along(), { ...read(other, 0), stems: stemsOf(other) }]).shifts).to.deep.equal([]);
  });

  for (const phrase of ['Cambiemos de tema', 'Let’s change the subject'])
    it(`flushes at: ${phrase}`, () => {
      const { state, sealed, shifts } = append([along(), along(), along(phrase)]);
      expect(shifts.map(({ shift }) => [shift.rule, shift.flushes])).to.deep.equal([['PHRASE', true]]);
      expect(sealed.map(({ turns }) => turns.length)).to.deep.equal([2]);
      expect(numbers(state)).to.deep.equal([3]);
    });

  describe('to a window that the provider caches', () => {
    const PRICED: SessionState = {
      ...newSession('CACHED'),
      pricing: pricingOf(modelPrice('claude-sonnet-4-5'), 1, 377),
    };
    /** Turns of about 40 and 190 tokens. */
    let exchange: readonly ReadTurn[] = [];
    before(() => {
      exchange = [along('word '.repeat(36)), { ...along('word '.repeat(186)), role: 'ASSISTANT' }];
    });
    const tokensIn = ({ window }: SessionState) => window.reduce((sum, turn) => sum + turn.tokens, 0);
    /** Returns the session after each exchange, as the next prompt reads it. */
    const windows = (count: number, state = PRICED, between = 40_000): readonly SessionState[] => {
      const seen: SessionState[] = [];
      let now = state;
      for (let at = 0; at < count; at += 1)
        seen.push((now = decideAppend(now, exchange, EMBEDDER, (at + 1) * between).state));
      return seen;
    };

    it('only grows, and is cut deep, so that with the system prompt it stays over the least prefix', () => {
      const seen = windows(60);
      const cuts = seen.filter((state, at) => at > 0 && state.window[0]!.turn !== seen[at - 1]!.window[0]!.turn);
      expect(cuts.length).to.be.within(2, 8);
      for (const state of cuts) {
        expect(tokensIn(state) + 377).to.be.within(1024, 1400);
        expect(state.window[0]!.role).to.equal('USER');
      }
      expect(Math.max(...seen.map(tokensIn))).to.be.greaterThan(2500);
    });

    it('is cut when reading it has cost what the cut costs', () => {
      const [read, write, kept] = [0.1, 1, 1024 + 200 - 377];
      let paid = 0;
      const seen = windows(30, { ...PRICED, pricing: pricingOf(modelPrice('gpt-5'), 1, 377) });
      const first = seen.findIndex((state) => state.window[0]!.turn > 1);
      // Each exchange has one prompt, which reads the window as it was before the exchange.
      for (const state of seen.slice(0, first)) paid += read * Math.max(tokensIn(state) - kept, 0);
      expect(paid).to.be.below((write - read) * (kept + 377));
      const uncut = tokensIn(seen[first - 1]!) + exchange.reduce((sum, turn) => sum + turn.tokens, 0);
      expect(paid + read * (uncut - kept)).to.be.at.least((write - read) * (kept + 377));
    });

    it('is cut for nothing when a pause has emptied the cache', () => {
      const grown = windows(8).at(-1)!;
      const next = (nowMs: number) => decideAppend(grown, exchange.slice(0, 1), EMBEDDER, nowMs).state;
      expect(next(8 * 40_000 + 299_000).window).to.have.length(17);
      expect(tokensIn(next(8 * 40_000 + 301_000))).to.be.below(1000);
    });

    it('stays small if no prompt is long enough to be cached', () => {
      const bare = { ...PRICED, pricing: pricingOf(modelPrice('claude-haiku-4-5'), 1, 377) };
      for (const state of windows(40, bare)) expect(tokensIn(state)).to.be.at.most(1200);
    });

    it('leaves room for the prompt of a model whose tokens are more', () => {
      const factor = 2.4;
      const dear = { ...PRICED, pricing: pricingOf(modelPrice('claude-sonnet-4-5'), factor, 377) };
      const sizes = windows(60, dear).map((state) => (tokensIn(state) + 377) * factor);
      expect(Math.max(...sizes)).to.be.within(5500, PROMPT.rawTokens - CACHED_WINDOW.reserved);
    });

    it('sums up several turns in a segment, of three turns at least', () => {
      let state = PRICED;
      const sealed = [];
      for (let at = 0; at < 60; at += 1) {
        const changes = decideAppend(state, exchange, EMBEDDER, at);
        state = changes.state;
        sealed.push(...changes.sealed);
        expect(changes.left.map(({ turn }) => turn)).to.deep.equal(
          changes.sealed.flatMap(({ turns }) => turns.map(({ turn }) => turn)),
        );
      }
      for (const { turns } of sealed) expect(turns.length).to.be.within(SEGMENT.leastTurns, SEGMENT.mostTurns);
    });
  });

  it('loses no turn, numbers them without gaps, parts no call from its result, and keeps every summary within 50 tokens @torture', () => {
    const WORDS = [
      'deployment',
      'Ana',
      '¿cómo',
      'decidimos',
      'the',
      '🚀',
      'https://a.b/c?d=e&f',
      'naïve',
      'we decided',
      'why?',
    ];
    const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));
    const anyTurn = fc.record({
      content: fc.oneof(sentence, anyText(80)),
      likeness: fc.double({ min: -1, max: 1, noNaN: true }),
      kind: fc.constantFrom('USER' as const, 'ASSISTANT' as const, 'CALL' as const),
    });
    fc.assert(
      fc.property(fc.array(anyTurn, { minLength: 1, maxLength: 40 }), (drawn) => {
        const turns = drawn.flatMap(({ content, likeness, kind }, at) => {
          if (kind !== 'CALL') return [read(content, likeness, { role: kind })];
          const toolCalls = [{ id: `c${at}`, name: 'search', argumentsJson: '{}' }];
          return [
            read(content, likeness, { role: 'ASSISTANT', toolCalls }),
            read('found', 0, { role: 'TOOL', toolCallId: `c${at}` }),
          ];
        });
        const { state, sealed, appended, left } = append(turns);
        expect([...left, ...state.window].map(({ turn }) => turn)).to.deep.equal(appended.map(({ turn }) => turn));
        expect(appended.map(({ turn }) => turn)).to.deep.equal(turns.map((_, at) => at + 1));
        const first = state.window[0]!;
        expect(first.role === 'TOOL').to.equal(false);
        for (const { segment } of sealed) {
          expect(count(renderSegment(segment.keys))).to.be.at.most(SEGMENT.tokens);
          expect(segment.lastTurn - segment.firstTurn).to.be.below(2 * SLIDING_WINDOW.cut - 1);
        }
      }),
      { numRuns: scaled(120, 20_000) },
    );
  }).timeout(0);
});
