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

/** Returns an expression whose value doubles in size with each level: lists or texts for `+`, a list of two elements for `,`. */
function doubled(source: string, operator: '+' | ',', levels: number): string {
  const next = (name: string): string => (operator === '+' ? `${name} + ${name}` : `[${name}, ${name}]`);
  const bind = (level: number): string =>
    level === levels ? `v${level}` : `cel.bind(v${level + 1}, ${next(`v${level}`)}, ${bind(level + 1)})`;
  return `cel.bind(v0, ${source}, ${bind(0)})`;
}

describe('filterWithin', () => {
  it('ends a filter that would take half a minute on one memory', () => {
    const large = { ...memory, metadata: { list: Array.from({ length: 20_000 }, () => 1) } };
    const accepts = filterWithin(
      'metadata.list.all(x, (metadata.list + metadata.list).size() > 0)',
      { ms: 10, units: Infinity },
      monotonicMs,
    );
    expect(() => accepts(large))
      .to.throw(RecordaError)
      .with.property('reason', 'FILTER_INVALID');
    expect(compileFilter('metadata.list.size() == 20000')(large)).to.equal(true);
  });

  it('takes a machine that stands still for no costly filter', () => {
    let nowMs = 0;
    const stalls = (): number => (nowMs += 10_000);
    const accepts = filterWithin('metadata.level == 5', { ms: 50, units: Infinity }, stalls);
    for (let at = 0; at < 2; at += 1) expect(accepts(memory)).to.equal(compileFilter('metadata.level == 5')(memory));
    expect(() => {
      for (let at = 0; at < 10; at += 1) accepts(memory);
    }).to.throw(RecordaError);
  });

  const large = {
    ...memory,
    metadata: {
      list: Array.from({ length: 20_000 }, (_, index) => index),
      same: Array.from({ length: 20_000 }, (_, index) => index),
      map: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index])),
      text: 'a'.repeat(200_000),
      part: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`,
    },
  };
  const costly = [
    `metadata.list.exists(x, ${Array.from({ length: 120 }, () => 'x < 0').join(' || ')})`,
    `metadata.list.all(x, ${Array.from({ length: 120 }, () => 'x >= 0').join(' && ')})`,
    `metadata.list.exists_one(x, ${Array.from({ length: 120 }, () => 'x < 0').join(' || ')})`,
    `metadata.list.filter(x, ${Array.from({ length: 120 }, () => 'x < 0').join(' || ')}).size() > 0`,
    `metadata.list.map(x, ${Array.from({ length: 120 }, () => 'x < 0').join(' || ')}).size() > 0`,
    'metadata.list.exists(x, metadata.list == metadata.same && x < 0)',
    'metadata.list.exists(x, x in metadata.map || metadata.map == x)',
    'metadata.list.exists(x, -1 in metadata.list)',
    'metadata.list.map(x, metadata.list + metadata.list).size() > 0',
    'metadata.list.exists(x, (metadata.text + metadata.text).size() == 0)',
    'metadata.list.exists(x, create_time.getHours("America/New_York") > 25)',
    'metadata.text.contains(metadata.part)',
    'metadata.text.lastIndexOf(metadata.part) > 0',
    `${doubled('metadata.list', '+', 12)}.size() > 0`,
    `${doubled('metadata.text', '+', 12)}.size() > 0`,
    `cel.bind(one, ${doubled('[1]', ',', 8)}, cel.bind(other, ${doubled('[1]', ',', 8)},
      metadata.list.exists(x, one == other && x < 0)))`,
  ];
  for (const source of costly)
    it(`ends ${source.slice(0, 70).trim()} by what it evaluates, without a clock`, () => {
      const accepts = filterWithin(source, { ms: Infinity, units: 2_000_000 }, monotonicMs);
      const startUsage = process.cpuUsage();
      expect(() => accepts(large))
        .to.throw(RecordaError)
        .with.property('reason', 'FILTER_INVALID');
      const { user, system } = process.cpuUsage(startUsage);
      expect((user + system) / 1000).to.be.lessThan(3000);
    });

  it('ends soon after nobody waits for it any more', () => {
    let asked = 0;
    const source = `metadata.list.exists(x, ${Array.from({ length: 120 }, () => 'x < 0').join(' || ')})`;
    const accepts = filterWithin(source, { ms: Infinity, units: Infinity }, monotonicMs, () => (asked += 1) > 10);
    expect(() => accepts(large))
      .to.throw(RecordaError)
      .with.property('reason', 'CANCELLED');
    expect(asked).to.be.lessThan(15);
  });

  it('allows a memory no more than its own share', () => {
    const accepts = filterWithin(
      'metadata.list.exists(x, x < 0)',
      { ms: Infinity, units: 10_000_000, unitsEach: 50_000 },
      monotonicMs,
    );
    for (let at = 0; at < 100; at += 1) expect(accepts(memory)).to.equal(false);
    expect(() => accepts(large)).to.throw(RecordaError);
  });

  it('answers as an unmetered filter does where it is in time', () => {
    for (const source of [...costly.slice(0, 5), 'metadata.list.exists(x, x == 7)', 'metadata.list == metadata.same']) {
      const accepts = filterWithin(source, { ms: Infinity, units: Infinity }, monotonicMs);
      expect(accepts(large)).to.equal(compileFilter(source)(large));
    }
  });

  it('counts what a search spends on all of its memories', () => {
    const accepts = filterWithin('metadata.level == 5', { ms: 1, units: Infinity }, monotonicMs);
    expect(() => {
      for (let at = 0; at < 1_000_000; at += 1) accepts(memory);
    }).to.throw(RecordaError);
  });
});
