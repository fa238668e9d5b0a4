import { expect } from 'chai';
import type { Origin } from '../../../server/domain/audit.ts';
import { RecordaError } from '../../../server/domain/errors.ts';
import { keptLifecycleRuns } from '../../../server/stores/middleware/kept-runs.ts';
import type { LifecycleRuns, RetentionProgress } from '../../../server/ports/lifecycle-runs.ts';
import type { PastRun } from '../../../server/ports/lifecycle.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { layered } from '../../../server/stores/middleware/layer.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const progress = (type: RetentionProgress['type'], archived: number): RetentionProgress => ({
  type,
  due: archived + 1,
  archived,
  samples: [],
  isDone: true,
});

describe('the record of a lifecycle run', () => {
  let kept: PastRun[];
  let fails: Error | undefined;
  let mayKeep: boolean;

  const retention = async function* (): AsyncGenerator<RetentionProgress> {
    yield progress('LONG_TERM', 2);
    if (fails !== undefined) throw fails;
    yield progress('LONG_TERM', 5);
    yield progress('EPISODIC', 1);
  };
  const run = (tenant?: string, origin?: Origin) => {
    const keepRun = async (past: PastRun): Promise<void> => {
      if (!mayKeep) throw new Error('The store is closed.');
      kept.push(past);
    };
    const parts = { store: { keepRun }, clock: { now: () => NOW }, log: silentLog };
    const command = { types: [], force: true, tenant };
    return layered({ retention } as Partial<LifecycleRuns> as LifecycleRuns, keptLifecycleRuns(parts)).retention(
      command,
      {
        signal: new AbortController().signal,
        origin,
      },
    );
  };
  const toEnd = async (stream: AsyncIterable<unknown>): Promise<unknown> => {
    try {
      for await (const _ of stream);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  beforeEach(() => {
    kept = [];
    fails = undefined;
    mayKeep = true;
  });

  it('has the sum of the counts of all types', async () => {
    expect(await toEnd(run('acme'))).to.equal(undefined);
    expect(kept).to.have.length(1);
    const { tookMs, ...rest } = kept[0]!;
    const counts = { due: 8, archived: 6 };
    const begunBy = 'SCHEDULE';
    expect(rest).to.deep.equal({ kind: 'RETENTION', tenant: 'acme', begunBy, startMs: NOW, counts, error: '' });
    expect(tookMs).to.be.greaterThan(0);
  });

  it('says whose call began the run', async () => {
    await toEnd(run('acme', { credential: 'k1', operation: 'RunRetention', tenant: 'acme' }));
    expect(kept.map(({ begunBy }) => begunBy)).to.deep.equal([{ tenant: 'acme', credential: 'k1' }]);
  });

  it('says what a failed run had done, without the text of the error', async () => {
    fails = new RecordaError('BACKEND_UNAVAILABLE', 'Ana is away');
    expect(await toEnd(run())).to.equal(fails);
    fails = new TypeError('Ana is undefined');
    expect(await toEnd(run())).to.equal(fails);
    expect(kept.map(({ counts, error, tenant }) => [counts, error, tenant])).to.deep.equal([
      [{ due: 3, archived: 2 }, 'BACKEND_UNAVAILABLE', ''],
      [{ due: 3, archived: 2 }, 'INTERNAL', ''],
    ]);
  });

  it('says that a run was cancelled if its reader left', async () => {
    for await (const _ of run()) break;
    expect(kept.map(({ counts, error }) => [counts, error])).to.deep.equal([[{ due: 3, archived: 2 }, 'CANCELLED']]);
  });

  it('may be missing without failing the run', async () => {
    mayKeep = false;
    expect(await toEnd(run())).to.equal(undefined);
    expect(kept).to.deep.equal([]);
  });
});
