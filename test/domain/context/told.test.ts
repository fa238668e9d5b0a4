import { expect } from 'chai';
import fc from 'fast-check';
import { recallLine, type Recalled } from '../../../server/domain/context/recall-block.ts';
import { assemblePrompt } from '../../../server/domain/context/assemble.ts';
import { asDataLine } from '../../../server/domain/context/clip.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import type { Materials } from '../../../server/domain/context/materials.ts';
import type { Degradation, Omission, Prompt } from '../../../server/domain/context/prompt.ts';
import { renderSegment } from '../../../server/domain/context/segment.ts';
import { modelCount } from '../../../server/domain/context/tokens.ts';
import { makeTokenTable } from '../../../server/tokens/encodings.ts';
import { tokenCounter } from '../../../server/tokens/token-counter.ts';
import { scaled } from '../../scale.ts';
import { randomLimits, randomMaterials } from './random-materials.ts';

/** Something that a prompt could contain, and whether it contains all of it. */
type Candidate = { readonly kind: Omission['kind']; readonly source: string; readonly isWhole: boolean };

/** The degradations that may be reported if something of a kind is left out for lack of room. */
const DONE: Readonly<Partial<Record<Omission['kind'], readonly Degradation[]>>> = {
  TURN: ['WINDOW_SHRUNK', 'WINDOW_NARROWED', 'TURNS_CLIPPED', 'TOOL_RESULTS_CLIPPED'],
  RECALL: ['RECALL_REDUCED', 'TURNS_CLIPPED'],
  FACTS: ['FACTS_DROPPED'],
  SUMMARIES: ['SUMMARIES_DROPPED'],
  EARLIER_SESSIONS: ['SUMMARIES_DROPPED'],
  TOOL_RESULT: ['TOOL_RESULTS_CLIPPED'],
  EXAMPLE: ['EXTRAS_DROPPED'],
  FORMAT: ['EXTRAS_DROPPED'],
};

describe('the report of what a prompt leaves out', () => {
  const tokens = tokenCounter(makeTokenTable);
  const counter = modelCount('', tokens.count);
  before(() => tokens.load('o200k_base'));

  const named = ({ facts, extras, recalled, ...of }: Materials): Materials => ({
    ...of,
    facts: facts.map((fact, at) => ({ ...fact, id: `f${at}` })),
    extras: extras.map((extra, at) => ({ ...extra, name: `x${at}` })),
    // Turn numbers are unique within a session; those in the window are the newest.
    window: of.window.map((turn) => ({ ...turn, turn: turn.turn + 100 })),
    recalled: [...new Map(recalled.map((turn) => [`${turn.sessionId}/${turn.turn}`, turn])).values()],
  });

  function candidates(of: Materials, { blocks }: Prompt): readonly Candidate[] {
    const has = (kind: Omission['kind'], source: string, text: string): boolean =>
      blocks.some((block) => block.kind === kind && block.sources.includes(source) && block.text.includes(text));
    return [
      ...of.window.map(({ turn, content, toolCalls }) => {
        const block = blocks.find(({ sources }) => sources.includes(`turn:${turn}`));
        const isWhole = block?.text === content && block.toolCalls.length === toolCalls.length;
        return { kind: 'TURN' as const, source: `turn:${turn}`, isWhole };
      }),
      ...of.segments
        .filter(({ keys }) => renderSegment(keys) !== '')
        .map(({ segment, keys }) => ({
          kind: 'SUMMARIES' as const,
          source: `segment:${segment}`,
          isWhole: has('SUMMARIES', `segment:${segment}`, renderSegment(keys)),
        })),
      ...of.earlierSessions.map(({ sessionId }) => ({
        kind: 'EARLIER_SESSIONS' as const,
        source: `session:${sessionId}`,
        isWhole: has('EARLIER_SESSIONS', `session:${sessionId}`, ''),
      })),
      ...of.facts.map(({ id, text }) => ({
        kind: 'FACTS' as const,
        source: `fact:${id}`,
        isWhole: has('FACTS', `fact:${id}`, asDataLine(text)),
      })),
      ...of.recalled.map(({ sessionId, turn, content }) => ({
        kind: 'RECALL' as const,
        source: `recall:${sessionId}/${turn}`,
        isWhole: has('RECALL', `recall:${sessionId}/${turn}`, asDataLine(content)),
      })),
      ...of.extras.map(({ kind, name, text }) => ({ kind, source: name, isWhole: has(kind, name, text) })),
      ...of.toolResults.map(({ call: { id }, content }) => ({
        kind: 'TOOL_RESULT' as const,
        source: `call:${id}`,
        isWhole: blocks.some((block) => block.sources.includes(`call:${id}`) && block.text === content),
      })),
    ];
  }

  it('includes a recalled turn whose words fit but whose line does not', () => {
    const content = 'We went along the river to the old mill and came back by the bridge. '.repeat(4).trim();
    const of = { id: 'r', sessionId: 's', turn: 1, speaker: 'Ana', role: 'USER', content, words: 60 } as const;
    const line = recallLine(
      { ...of, timeMs: 0, appendedMs: 0 },
      { worth: 0.5, why: 'NEAR' },
      counter.count(content),
      counter.count,
    )!;
    expect(line.clippedTokens).to.be.greaterThan(0);
    expect(line.line).not.to.include(content);
  });

  /** Assembles a prompt of only a question and the given materials, under a limit. */
  function small(over: Partial<Materials>, limit: number, recall?: number): Prompt {
    const none = {
      segments: [],
      earlierSessions: [],
      window: [],
      extras: [],
      facts: [],
      recalled: [],
      planned: new Set<string>(),
      toolResults: [],
    };
    const texts = { system: '', systemVersion: '', lastError: '', newTurn: 'What did we decide?' };
    const of = {
      sessionId: 's',
      policy: 'CACHED',
      price: modelPrice(''),
      relevance: 'ALL',
      chance: 1,
      leftTokens: 0,
    } as const;
    const materials = {
      ...none,
      ...texts,
      ...of,
      order: 'STABLE_FIRST',
      omitted: [],
      degradations: [],
      ...over,
    } as const;
    return assemblePrompt(materials, { tokens: limit, isAsked: true, recall }, counter) as Prompt;
  }
  const content = 'We went along the river to the old mill and came back by the bridge.';
  const walk: Recalled = {
    id: 'r',
    sessionId: 'other',
    turn: 1,
    speaker: 'Ana',
    role: 'USER',
    content,
    words: 15,
    timeMs: 0,
    appendedMs: 0,
  };

  it('includes recall where the limit leaves no room for any of its lines', () => {
    const prompt = small({ recalled: [walk] }, 30);
    expect(prompt.blocks.map(({ kind }) => kind)).to.deep.equal(['NEW_TURN']);
    const [left] = prompt.omitted;
    expect(left).to.deep.equal({ kind: 'RECALL', source: 'recall:other/1', reason: 'OVER_BUDGET', tokens: 15 });
    expect(prompt.degradations).to.deep.equal(['RECALL_REDUCED']);
  });

  it('includes the summary of earlier sessions where the limit leaves no room for it', () => {
    const keys = { topic: '', discussed: '', outcome: '', decisions: content, open_questions: '' };
    const session = { sessionId: 'other', saidMs: 0, summaries: [keys], isAsked: true };
    const prompt = small({ earlierSessions: [session] }, 30);
    const [left] = prompt.omitted;
    expect(left).to.include({ kind: 'EARLIER_SESSIONS', source: 'session:other', reason: 'OVER_BUDGET' });
    expect(left!.tokens).to.be.greaterThan(15);
    expect(prompt.degradations).to.deep.equal(['SUMMARIES_DROPPED']);
  });

  it('includes a block of which its own ceiling leaves nothing, but not one of which it leaves a part', () => {
    expect(small({ recalled: [walk] }, 1000, 20).degradations).to.deep.equal(['RECALL_REDUCED']);
    const many = Array.from({ length: 30 }, (_, at) => ({ ...walk, turn: at }));
    const part = small({ recalled: many }, 4000, 100);
    expect(part.omitted.some(({ reason }) => reason === 'OVER_CEILING')).to.equal(true);
    expect(part.blocks.map(({ kind }) => kind)).to.include('RECALL');
    expect(part.degradations).to.deep.equal([]);
  });

  it('includes everything, with its reason, its tokens and what was done @torture', function () {
    let seen = 0;
    fc.assert(
      fc.property(randomMaterials(counter.count), randomLimits, (given, limits) => {
        const of = named(given);
        const prompt = assemblePrompt(of, limits, counter);
        if (typeof prompt === 'number') return;
        for (const { kind, source, isWhole } of candidates(of, prompt)) {
          if (isWhole) continue;
          seen += 1;
          const told = prompt.omitted.filter((one) => one.kind === kind && one.source === source);
          expect(told, `${kind} ${source}`).to.have.length.greaterThan(0);
          for (const { reason, tokens } of told) {
            expect(tokens, `${kind} ${source} ${reason}`).to.be.greaterThan(0);
            // Most kinds have a ceiling of their own and leave something out; only if nothing is left is that reported as a degradation.
            const isDropped = reason === 'OVER_CEILING' && !prompt.blocks.some((block) => block.kind === kind);
            if (reason !== 'OVER_BUDGET' && reason !== 'CLIPPED' && !isDropped) continue;
            expect(prompt.degradations, `${kind} ${source} ${reason}`).to.include.oneOf([...DONE[kind]!]);
          }
        }
        for (const { tokens, kind, source } of prompt.omitted) expect(tokens, `${kind} ${source}`).to.be.greaterThan(0);
      }),
      { numRuns: scaled(120, 20_000) },
    );
    expect(seen).to.be.greaterThan(100);
  });

  it('names nothing that the prompt has, and the prompt tells the days of what is out of order @torture', () => {
    fc.assert(
      fc.property(randomMaterials(counter.count), randomLimits, (given, limits) => {
        const of = named(given);
        const prompt = assemblePrompt(of, limits, counter);
        if (typeof prompt === 'number') return;
        const whole = candidates(of, prompt).filter(({ isWhole }) => isWhole);
        for (const { kind, source } of whole)
          for (const one of prompt.omitted)
            expect([one.kind, one.source], one.reason).not.to.deep.equal([kind, source]);
        for (const { kind, text } of prompt.blocks) {
          const [header = '', ...lines] = text.split('\n');
          // Lines older than the turns before them carry their day, or are listed under it.
          if (kind === 'RECALL') expect(lines[0]).to.match(/^\d{4}-\d{2}-\d{2}$/);
          if (kind === 'FACTS')
            for (const line of lines) expect(line).to.match(/^(?:- \d{1,2} [A-Z][a-z]{2} |Ask in passing )/);
          if (kind === 'SUMMARIES') expect(header).to.match(/^Earlier /);
        }
        const order = prompt.blocks
          .flatMap(({ sources }) => sources)
          .flatMap((source) => /^turn:(\d+)$/.exec(source)?.[1] ?? []);
        expect(order.map(Number)).to.deep.equal(order.map(Number).toSorted((a, b) => a - b));
      }),
      { numRuns: scaled(50, 5000) },
    );
  });
});
