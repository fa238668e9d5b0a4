import { expect } from 'chai';
import fc from 'fast-check';
import { decideAppend, decideFlush } from '../../../server/domain/context/append.ts';
import { readTurn } from '../../../server/domain/context/read-turn.ts';
import { renderSegment } from '../../../server/domain/context/segment.ts';
import { NEW_SESSION, type ReadTurn, type SessionState, type Turn } from '../../../server/domain/context/turn.ts';
import { SEGMENT, WINDOW } from '../../../server/policy/context.ts';
import { tokenCounter } from '../../../server/tokens/token-counter.ts';
import { scaled } from '../../scale.ts';

/** Between one turn and the next, in radians: each is somewhat like the mean of the two before. */
const STEP = 0.77;
const EMBEDDER = 'recorda-static-en-es';
const EMPTY: SessionState = { ...NEW_SESSION, target: WINDOW.turns };

describe('appending turns', () => {
  const tokens = tokenCounter();
  before(() => tokens.load('o200k_base'));
  const count = (text: string): number => tokens.count(text, 'o200k_base').tokens;

  /** `likeness` is the cosine with the turns before, which all point one way. */
  const read = (content: string, likeness = 0.4, over: Partial<Turn> = {}): ReadTurn => {
    const turn: Turn = { role: 'USER', content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '', ...over };
    const vector = Float32Array.of(likeness, Math.sqrt(1 - likeness ** 2));
    return {
      ...readTurn(turn, 'tn_1', {
        count,
        embed: () => vector,
        newFactId: () => 'fa_1',
        scope: { agentId: '', sessionId: '' },
      }),
      stems: [],
      domain: '',
    };
  };
  const along = (content = 'Well.'): ReadTurn => ({ ...read(content), vector: Float32Array.of(1, 0) });
  const append = (turns: readonly ReadTurn[], state = EMPTY) => decideAppend(state, turns, EMBEDDER, 0);
  const numbers = (state: SessionState) => state.window.map(({ turn }) => turn);

  it('grows to six, and the seventh seals the three oldest', () => {
    const turns = Array.from({ length: 6 }, () => read('x'));
    // Neither wide nor narrow: every turn is somewhat like those before.
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
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(38);
    const { state, sealed } = append(Array.from({ length: 4 }, () => along(long)));
    expect(count(long)).to.be.within(370, 400);
    expect(state.window).to.have.length(1);
    expect(sealed.flatMap(({ turns }) => turns)).to.have.length(3);
    const huge = append([along(long.repeat(4))], state).state;
    expect(huge.window).to.have.length(1);
    expect(huge.window[0]!.content).to.equal(long.repeat(4));
  });

  it('closes the segment where the topic changes, and says by which rule', () => {
    const { shifts, state } = append([along(), along(), read('y', 0)]);
    expect(shifts).to.deep.equal([{ turn: 3, shift: { rule: 'SIMILARITY', detail: '', flushes: false } }]);
    const { sealed } = decideFlush(append([along()], state).state, 0);
    expect(sealed.map(({ segment }) => [segment.firstTurn, segment.lastTurn])).to.deep.equal([
      [1, 2],
      [3, 4],
    ]);
    const coding = { ...along(), domain: 'CODE' };
    const planning = { ...read('z', 0.2), domain: 'PLANNING' };
    expect(append([coding, planning]).shifts.map(({ shift }) => shift.detail)).to.deep.equal(['CODE -> PLANNING']);
  });

  for (const phrase of ['Cambiemos de tema', 'Let’s change the subject'])
    it(`flushes at: ${phrase}`, () => {
      const { state, sealed, shifts } = append([along(), along(), along(phrase)]);
      expect(shifts.map(({ shift }) => [shift.rule, shift.flushes])).to.deep.equal([['PHRASE', true]]);
      expect(sealed.map(({ turns }) => turns.length)).to.deep.equal([2]);
      expect(numbers(state)).to.deep.equal([3]);
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
      content: fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 80 })),
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
        const { state, sealed, appended } = append(turns);
        const left = sealed.flatMap((sealing) => sealing.turns);
        expect([...left, ...state.window].map(({ turn }) => turn)).to.deep.equal(appended.map(({ turn }) => turn));
        expect(appended.map(({ turn }) => turn)).to.deep.equal(turns.map((_, at) => at + 1));
        const first = state.window[0]!;
        expect(first.role === 'TOOL').to.equal(false);
        for (const { segment } of sealed) {
          expect(count(renderSegment(segment.keys))).to.be.at.most(SEGMENT.tokens);
          expect(segment.lastTurn - segment.firstTurn).to.be.below(WINDOW.cut);
        }
      }),
      { numRuns: scaled(300, 20_000) },
    );
  }).timeout(0);
});
