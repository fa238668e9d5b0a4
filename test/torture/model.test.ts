import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { RecordaError } from '../../server/domain/errors.ts';
import { memoryId, type MemoryRecord } from '../../server/domain/memory.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { seededRandom } from '../load/sentences.ts';
import { scaled, testSeed } from '../scale.ts';
import { oracle, type Place } from './oracle.ts';

const STEPS = scaled(250, 200_000);
const RESTART_SHARE = scaled(0.005, 0.001);
const SWEEP_SHARE = 0.005;
const COMPARE_SHARE = 0.05;
const USERS = 3;
const QUOTA = { count: 12, bytes: 6000 };

const call = () => ({ signal: new AbortController().signal });

/** Returns the outcome's name, or the reason of the error. */
async function named<T>(work: Promise<T>, name: (value: T) => string): Promise<string> {
  try {
    return name(await work);
  } catch (error) {
    if (error instanceof RecordaError) return error.reason;
    throw error;
  }
}

describe('a long random life of the embedded store', () => {
  const seed = testSeed();

  it(`agrees with the rules at each of ${STEPS} steps, through restarts and sweeps (seed ${seed}) @torture`, async () => {
    const random = seededRandom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const rules = oracle({ ...QUOTA, ttlMs: SHORT_TERM_TTL_MS });
    let opened: TemporaryStore = await openTemporary({ quota: QUOTA });
    const { clock, dataDir } = opened;

    const storeAt = ({ isSession }: Place) => (isSession ? opened.stores.SHORT_TERM : opened.stores.LONG_TERM);
    const randomPlace = (): Place => ({
      scope: {
        tenant: 't',
        userId: `u${below(USERS)}`,
        agentId: '',
        sessionId: `s${below(2)}`,
        namespace: '',
        taskId: '',
      },
      isSession: random() < 0.5,
    });
    const randomText = (): string => `text ${below(1e6)} `.padEnd(below(below(10) === 0 ? 7000 : 400), 'ñ abc');

    async function compare(place: Place): Promise<void> {
      const nowMs = clock.now();
      const kept = rules.at(place, nowMs);
      const seen = ({ id, payload, version, createTimeMs: createMs }: MemoryRecord) => ({
        id,
        text: 'content' in payload ? payload.content : '',
        version,
        createMs,
      });
      const page = { scope: place.scope, pageSize: 1000, descending: false, nowMs };
      const { records } = await storeAt(place).list(page, call());
      expect(records.map(seen)).to.deep.equal(kept);
      const query = { scope: place.scope, text: 'text', topK: 1000, explain: false, nowMs };
      const hits = await storeAt(place).retrieve(query, call());
      const found = hits.map(({ record }) => seen(record));
      const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
      expect(found.toSorted(byId)).to.deep.equal(kept.toSorted(byId));
    }

    async function step(): Promise<void> {
      const place = randomPlace();
      const { scope, isSession } = place;
      const store = storeAt(place);
      clock.advance(random() < 0.002 ? SHORT_TERM_TTL_MS - below(1000) : 1 + below(1000));
      const nowMs = clock.now();
      const kept = rules.at(place, nowMs);
      const id = kept[below(kept.length)]?.id ?? memoryId('LONG_TERM', uuidv7().replaceAll('-', ''));
      const action = random();
      if (action < 0.55) {
        const newId = memoryId(isSession ? 'SHORT_TERM' : 'LONG_TERM', uuidv7().replaceAll('-', ''));
        const text = randomText();
        const canPrune = random() < 0.5;
        const payload = isSession
          ? ({ type: 'SHORT_TERM', role: 'USER', content: text, timeMs: nowMs } as const)
          : ({ type: 'LONG_TERM', content: text, speaker: '' } as const);
        const vector = isSession ? undefined : encoder.embed(text);
        const autoPrune = canPrune && !isSession ? 'TO_FIT' : 'OFF';
        const adding = store.add([{ id: newId, scope, payload, nowMs, autoPrune, vector }], call());
        const outcome = await named(adding, ([first]) => {
          if (!first?.ok) throw first?.error ?? new Error('no outcome');
          return first.value.operation;
        });
        expect(outcome).to.equal(rules.add(place, newId, text, canPrune, nowMs));
      } else if (action < 0.75) {
        const text = randomText();
        const patch = { content: text };
        const vector = isSession ? undefined : encoder.embed(text);
        const outcome = await named(store.update({ scope, id, patch, nowMs, vector }, call()), () => 'UPDATED');
        expect(outcome).to.equal(rules.update(place, id, text, nowMs));
      } else {
        const outcome = await named(store.remove({ scope, id, nowMs }, call()), () => 'REMOVED');
        expect(outcome).to.equal(rules.remove(place, id, nowMs));
      }
      if (random() < COMPARE_SHARE) await compare(place);
      if (random() < SWEEP_SHARE) await opened.sweep();
      if (random() < RESTART_SHARE) {
        await opened.close();
        opened = await openTemporary({ quota: QUOTA, dataDir, clock });
      }
    }

    try {
      for (let done = 0; done < STEPS; done += 1) await step();
      for (let index = 0; index < 4 * USERS; index += 1) await compare(randomPlace());
    } finally {
      await closeAndDelete(opened);
    }
  }).timeout(3_600_000);
});
