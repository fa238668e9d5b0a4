import { expect } from 'chai';
import { stopSignal, deadlineExceeded } from '../../server/domain/abort.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import type { Filterable } from '../../server/domain/filter.ts';
import { pausingFilter } from '../../server/backends/pausing-filter.ts';
import { failure } from '../conformance/subject.ts';

const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
const list = Array.from({ length: 1000 }, (_, index) => index);

function record(number: number): Filterable {
  return {
    id: `ep_${number}`,
    scope,
    payload: {},
    metadata: { list, number },
    createTimeMs: 0,
    updateTimeMs: 0,
    version: 1,
    sizeBytes: 1,
    storedBytes: 1,
    isCompressed: false,
  };
}

const records = Array.from({ length: 400 }, (_, number) => record(number));
/** Evaluating this takes about a tenth of a millisecond per memory. */
const FILTER = 'metadata.number >= 200 && !metadata.list.exists(x, x < 0)';

describe('a filter that pauses', () => {
  it('does not block other calls while a page is filtered', async () => {
    const { matches, pause } = pausingFilter(FILTER, stopSignal());
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let matched = 0;
    for (const one of records) {
      await pause();
      if (matches(one)) matched += 1;
    }
    isOver = true;
    expect(matched).to.equal(200);
    expect(turns).to.be.greaterThan(1);
  });

  it('runs a search again after each pause, and looks at no memory twice', async () => {
    const filter = pausingFilter(FILTER, stopSignal());
    let searches = 0;
    const found = await filter.repeated(async () => {
      searches += 1;
      return Promise.resolve(records.filter((one) => filter.matches(one)).length);
    });
    expect(found).to.equal(200);
    expect(searches).to.be.greaterThan(1);
  });

  it('looks again at what changed in a pause', async () => {
    const filter = pausingFilter('metadata.number == 1', stopSignal());
    const found = await filter.repeated(() =>
      Promise.resolve([filter.matches(record(1)), filter.matches({ ...record(1), version: 2, metadata: {} })]),
    );
    expect(found).to.deep.equal([true, false]);
  });

  it('ends with the call it is for', async () => {
    const stop = stopSignal();
    const filter = pausingFilter(FILTER, stop);
    stop.abort(deadlineExceeded());
    const search = filter.repeated(() => Promise.resolve(records.map((one) => filter.matches(one))));
    expect((await failure(search)).reason).to.equal('DEADLINE_EXCEEDED');
  });

  it('is refused if a single memory would block the others', () => {
    const { matches } = pausingFilter(FILTER, stopSignal());
    const large = { ...record(200), metadata: { number: 200, list: Array.from({ length: 200_000 }, () => 1) } };
    expect(() => matches(large))
      .to.throw(RecordaError)
      .with.property('reason', 'FILTER_INVALID');
  });
});
