import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import type { SecondEmbedderConfig } from '../../../server/embedders/second/open-second-embedder.ts';
import type { SecondVectors } from '../../../server/embedders/second/second-vectors.ts';
import { SECOND_LOOK } from '../../../server/policy/embedding.ts';
import type { CallContext, Hit, RetrieveQuery } from '../../../server/ports/stores.ts';
import type { SecondLookOutcome } from '../../../server/ports/telemetry.ts';
import type { ErasureTarget } from '../../../server/ports/users.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { forgottenVectors, secondLook } from '../../../server/stores/middleware/second-look.ts';
import { layered } from '../../../server/stores/middleware/layer.ts';
import { quietTelemetry } from '../../../server/telemetry/quiet-telemetry.ts';
import { all } from '../../api/doors.ts';
import { findOnnxRuntime } from '../../embedders/find-onnx-runtime.ts';
import { meanOf, writeTinyModel } from '../../embedders/tiny-model.ts';

const CALL = { signal: new AbortController().signal };
const WHOSE = { tenant: '', userId: 'ana' };

const cosine = (left: readonly string[], right: readonly string[]): number => {
  const [one, other] = [left, right].map((words) => meanOf(['[CLS]', ...words, '[SEP]'])) as [number[], number[]];
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
};

describe('a second look at long-term memories', () => {
  let folder: string;
  let second: SecondEmbedderConfig;
  let recorda: Recorda | undefined;
  let outcomes: SecondLookOutcome[];

  before(async function () {
    this.timeout(300_000);
    folder = await mkdtemp(join(tmpdir(), 'recorda-second-'));
    const model = join(folder, 'tiny');
    writeTinyModel(model);
    const runtimeFolders = [await findOnnxRuntime()];
    // Searches wait until the vectors are there, however busy the machine is.
    second = { kind: 'onnx', folder: model, runtimeFolders, languages: ['en'], waitMs: 120_000 };
  });
  beforeEach(() => {
    outcomes = [];
  });
  afterEach(async () => {
    await recorda?.close();
    recorda = undefined;
  });
  after(() => rm(folder, { recursive: true }));

  async function open(secondEmbedder?: SecondEmbedderConfig): Promise<Recorda> {
    await recorda?.close();
    const telemetry = { ...quietTelemetry(), secondLook: (outcome: SecondLookOutcome) => void outcomes.push(outcome) };
    const { pipeline, close } = await openRecorda({
      dataDir: join(folder, 'data'),
      warmUp: false,
      secondEmbedder,
      telemetry,
    });
    recorda = recordaOver(pipelineTransport(pipeline, close));
    return recorda;
  }

  const TEXTS = { tea: ['tea'], 'ski the snow': ['ski', 'the', 'snow'], snow: ['snow'] };

  it('adds to the score, says so, and starts anew with nothing that is stored', async () => {
    const ana = (await open(second)).agent({ userId: 'ana' });
    for (const text of Object.keys(TEXTS)) await ana.add(text);
    const found = await ana.retrieve('the tea', { explain: true });
    const cosines = new Map(Object.entries(TEXTS).map(([text, words]) => [text, cosine(['the', 'tea'], words)]));
    const mean = [...cosines.values()].reduce((sum, value) => sum + value, 0) / cosines.size;
    expect(found).to.have.length(3);
    for (const { text = '', score, signals } of found) {
      const value = cosines.get(text)! - mean;
      const look = signals.find(({ signal }) => signal === 'second_look');
      expect(look?.value).to.be.closeTo(value, 1e-5);
      expect(look?.share).to.be.closeTo(SECOND_LOOK.weight * value, 1e-5);
      expect(signals.reduce((sum, { share }) => sum + share, 0)).to.be.closeTo(score, 1e-5);
    }
    const scores = found.map(({ score }) => score);
    expect(scores).to.deep.equal(scores.toSorted((left, right) => right - left));
    await ana.retrieve('the tea', { topK: 1 });
    await ana.retrieve('¿Qué le gusta tomar?', { topK: 1 });
    expect(outcomes).to.deep.equal(['taken', 'taken', 'unread']);

    const restarted = (await open(second)).agent({ userId: 'ana' });
    // Only memories that were returned count as used: all three, and two alone. Candidates that were ranked beside them do not.
    const counts = (await all(restarted.list())).map(({ accessCount }) => accessCount);
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(3 + 1 + 1);
    const again = await restarted.retrieve('the tea');
    expect(again.map(({ text, score }) => [text, score])).to.deep.equal(found.map(({ text, score }) => [text, score]));
    await restarted.delete(again[0]!.memory.id);
    const left = await restarted.retrieve('the tea');
    expect(left.map(({ text }) => text)).to.have.members(again.slice(1).map(({ text }) => text));
    expect(outcomes.slice(3)).to.deep.equal(['taken', 'taken']);
  });

  it('does not open without its model, and says what is missing', async () => {
    const missing = { ...second, folder: join(folder, 'nothing') };
    const failure = await open(missing).catch((error: Error) => error.message);
    expect(failure).to.contain('nothing contains no model.onnx or onnx/model.onnx');
  });
});

describe('a second look that fails', () => {
  const hits = [3, 2, 1].map((score) => ({ record: { id: `m${score}` }, score, signals: [] }) as unknown as Hit);
  const query = { text: 'tea', topK: 2, explain: false } as RetrieveQuery;

  /** Makes one search for each answer of the second embedder. */
  async function search(answers: readonly (() => Promise<readonly number[] | undefined>)[], call: CallContext = CALL) {
    const outcomes: SecondLookOutcome[] = [];
    const lines: object[] = [];
    const left = [...answers];
    const vectors = { reads: () => true, cosines: () => left.shift()!() } as unknown as SecondVectors;
    const layer = secondLook(vectors, {
      log: { warn: (fields) => void lines.push(fields) },
      telemetry: { secondLook: (outcome) => void outcomes.push(outcome) },
    })({ type: 'LONG_TERM', backend: 'x', capabilities: { durability: 'DURABLE', isLogged: true } });
    const found: (readonly Hit[])[] = [];
    while (left.length > 0) found.push(await layer.retrieve!(async ({ choose }) => choose!.of(hits), query, call));
    return { outcomes, lines, found };
  }

  it('leaves the answer as it is, and tells of it once', async () => {
    const fail = () => Promise.reject(new Error('the thread ended'));
    const { found, outcomes, lines } = await search([fail, fail, async () => undefined, fail, async () => [0, 0, 9]]);
    const best = hits.slice(0, 2);
    expect(found.slice(0, 4)).to.deep.equal([best, best, best, best]);
    expect(found[4]?.map(({ record }) => record.id)).to.deep.equal(['m1', 'm3']);
    expect(outcomes).to.deep.equal(['failed', 'failed', 'late', 'failed', 'taken']);
    expect(lines).to.deep.equal([{ error: 'the thread ended' }]);
  });

  it('ends with its call', async () => {
    const stop = new AbortController();
    stop.abort();
    const failure = await search([() => new Promise(() => undefined)], { signal: stop.signal }).catch(
      (error: { reason: string }) => error.reason,
    );
    expect(failure).to.equal('CANCELLED');
  });

  it('has no vectors of a user who was erased', async () => {
    const forgotten: unknown[] = [];
    const vectors = { forget: (...given: unknown[]) => void forgotten.push(given) } as unknown as SecondVectors;
    const target = { name: 'x', count: async () => [], erase: async () => [{ place: 'x', count: 1 }] } as ErasureTarget;
    const counts = await layered(target, forgottenVectors(vectors)).erase(WHOSE, undefined, 'e', CALL);
    expect(counts).to.deep.equal([{ place: 'x', count: 1 }]);
    expect(forgotten).to.deep.equal([[WHOSE]]);
  });
});
