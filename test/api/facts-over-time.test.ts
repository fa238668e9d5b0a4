import { expect } from 'chai';
import fc from 'fast-check';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecorda } from '../../server/recorda.ts';
import { scaled } from '../scale.ts';

const DAY_MS = 24 * 3600 * 1000;
const SAID = [
  'I live in Lisbon',
  'I live in Porto',
  'I work at a bank',
  'I work at a school',
  'I prefer tea',
  'I prefer coffee',
  'Decidí usar Postgres',
  'Decidí usar Kimi K2.5',
  'Mi perro se llama Toto',
  'Mi perro se llama Rex',
];
const ASKED = [
  'Where do I live?',
  '¿Qué decidí usar?',
  'What do I drink?',
  'Tell me all that you know of me',
  '¿Y mi perro?',
];

type Step =
  | { readonly does: 'ADD'; readonly said: string; readonly confidence: number }
  | { readonly does: 'SAY'; readonly said: string }
  | { readonly does: 'FORGET' | 'CONTRADICT' | 'CONFIRM' | 'RESTORE'; readonly which: number; readonly said: string }
  | { readonly does: 'WAIT'; readonly days: number }
  | { readonly does: 'ASK'; readonly asked: string };

const said = fc.constantFrom(...SAID);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('ADD' as const), said, confidence: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('SAY' as const), said }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('FORGET' as const, 'CONTRADICT' as const, 'CONFIRM' as const, 'RESTORE' as const),
      which: fc.nat(9),
      said,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('WAIT' as const), days: fc.integer({ min: -2, max: 70 }) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('ASK' as const), asked: fc.constantFrom(...ASKED) }) },
);
const CONFIDENCES = ['FACT_CONFIDENCE_LOW', 'FACT_CONFIDENCE_MEDIUM', 'FACT_CONFIDENCE_HIGH'] as const;

/** A history asks about twelve times. */
const ASKS = scaled(100, 100_000);
const HISTORIES = Math.ceil(ASKS / 9);

describe('Facts in prompts over time', () => {
  it('are never stale, superseded, forgotten, aged out, or unconfirmed with low confidence @torture', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-facts-'));
    let nowMs = Date.parse('2026-01-01T00:00:00Z');
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, clock: { now: () => nowMs } });
    const { context } = recordaOver(pipelineTransport(pipeline, close));
    let users = 0;
    let shown = 0;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
        const scope = { userId: `user-${(users += 1)}` };
        const session = { ...scope, sessionId: 's' };
        const ids: string[] = [];
        for (const of of steps) {
          const id = 'which' in of ? ids[of.which % Math.max(ids.length, 1)] : undefined;
          if (of.does === 'WAIT') nowMs += of.days * DAY_MS;
          else if (of.does === 'ADD') {
            const confidence = CONFIDENCES[of.confidence]!;
            ids.push((await context.addFact({ scope, text: of.said, confidence })).fact!.id);
          } else if (of.does === 'SAY') {
            const { facts } = await context.appendTurns({
              scope: { ...session, sessionId: 'other' },
              turns: [{ content: of.said }],
            });
            ids.push(...facts.map((fact) => fact.id));
          } else if (of.does === 'ASK') {
            asked += 1;
            const { blocks } = await context.assembleContext({ scope: session, newTurn: of.asked });
            const sources = blocks.filter(({ kind }) => kind === 'BLOCK_KIND_FACTS').flatMap((block) => block.sources);
            for (const source of sources) {
              const { fact } = await context.getFact({ scope, id: source.slice('fact:'.length) });
              expect(fact?.state, `${fact?.text} ${new Date(nowMs).toISOString()}`).to.equal('FACT_STATE_ACTIVE');
              shown += 1;
            }
          } else if (id !== undefined) {
            const call = { scope, id };
            const change =
              of.does === 'FORGET'
                ? context.forgetFact(call)
                : of.does === 'CONFIRM'
                  ? context.confirmFact(call)
                  : of.does === 'RESTORE'
                    ? context.restoreFact(call)
                    : context.contradictFact({ ...call, text: of.said });
            // A fact that is gone already cannot be changed any more.
            await change.catch((error: { readonly reason: string }) => expect(error.reason).to.equal('FACT_NOT_FOUND'));
          }
        }
      }),
      { numRuns: HISTORIES },
    );
    expect(asked).to.be.at.least(ASKS);
    expect(shown).to.be.greaterThan(ASKS / 10);
    await close();
    await rm(dataDir, { recursive: true });
  }).timeout(0);
});
