import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { compileFilter, filterWithin, type Filterable } from '../../server/domain/filter.ts';

const memory: Filterable = {
  id: 'lt_1',
  scope: { tenant: 'default', userId: 'ana', agentId: 'coach', sessionId: 's1', namespace: '', taskId: '' },
  payload: { speaker: 'Ana', turn: 3, eventTimeMs: Date.UTC(2026, 4, 1) },
  metadata: { category: 'sports', level: 5, ratio: 2.5, tags: ['snow', 'alps'], deep: { x: 1 }, done: true },
  createTimeMs: Date.UTC(2026, 5, 1),
  updateTimeMs: Date.UTC(2026, 5, 2),
  version: 1,
  sizeBytes: 20,
  storedBytes: 20,
  isCompressed: false,
};

describe('compileFilter', () => {
  const matching = [
    'metadata.category == "sports"',
    'metadata.level == 5 && metadata.ratio > 2',
    '"snow" in metadata.tags',
    'metadata.tags.exists(t, t.startsWith("al"))',
    'has(metadata.deep.x)',
    'metadata.category in ["food", "sports"]',
    'speaker == "Ana" && turn < 4 && agent_id == "coach"',
    'event_time < create_time && create_time < timestamp("2026-07-01T00:00:00Z")',
    'size_bytes >= 20',
    'metadata.done == true',
  ];
  for (const source of matching) it(`matches by ${source}`, () => expect(compileFilter(source)(memory)).to.equal(true));

  const failing = [
    'metadata.category == "Sports"',
    'metadata.missing == 1',
    'metadata.missing != 1',
    'metadata.constructor == 1',
    'metadata.done == 1',
    'metadata.level',
  ];
  for (const source of failing)
    it(`does not match by ${source}`, () => expect(compileFilter(source)(memory)).to.equal(false));

  const invalid = ['metadata.x ==', 'nobody == 1', 'speaker == 1', '"text"', 'speaker.matches("(a+)+$")', ''];
  invalid.push('metadata.tags.all(a, metadata.tags.all(b, a == b))', '('.repeat(100) + 'true' + ')'.repeat(100));
  for (const source of invalid)
    it(`refuses ${source.slice(0, 50) || 'the empty text'}`, () => {
      expect(() => compileFilter(source))
        .to.throw(RecordaError)
        .with.property('reason', 'FILTER_INVALID');
    });

  it('takes a memory without metadata as one without keys', () => {
    const { metadata: _, ...bare } = memory;
    expect(compileFilter('has(metadata.category)')(bare)).to.equal(false);
    expect(compileFilter('!has(metadata.category)')(bare)).to.equal(true);
  });
});

const monotonicMs = (): number => performance.now();

describe('filterWithin', () => {
  it('ends a filter that would take half a minute on one memory', () => {
    const large = { ...memory, metadata: { list: Array.from({ length: 20_000 }, () => 1) } };
    const accepts = filterWithin('metadata.list.all(x, (metadata.list + metadata.list).size() > 0)', 10, monotonicMs);
    expect(() => accepts(large))
      .to.throw(RecordaError)
      .with.property('reason', 'FILTER_INVALID');
    expect(compileFilter('metadata.list.size() == 20000')(large)).to.equal(true);
  });

  it('takes a machine that stands still for no costly filter', () => {
    let nowMs = 0;
    const stalls = (): number => (nowMs += 10_000);
    const accepts = filterWithin('metadata.level == 5', 50, stalls);
    for (let at = 0; at < 2; at += 1) expect(accepts(memory)).to.equal(compileFilter('metadata.level == 5')(memory));
    expect(() => {
      for (let at = 0; at < 10; at += 1) accepts(memory);
    }).to.throw(RecordaError);
  });

  it('counts what a search spends on all of its memories', () => {
    const accepts = filterWithin('metadata.level == 5', 1, monotonicMs);
    expect(() => {
      for (let at = 0; at < 1_000_000; at += 1) accepts(memory);
    }).to.throw(RecordaError);
  });
});
