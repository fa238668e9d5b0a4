import { expect } from 'chai';
import { compileFilter } from '../../../server/domain/filter.ts';
import type { MemoryRecord } from '../../../server/domain/memory.ts';
import { indexDocument } from '../../../server/backends/azure-ai-search/document-form.ts';
import { newIndex } from '../../../server/backends/azure-ai-search/index-schema.ts';
import { odataFilter } from '../../../server/backends/azure-ai-search/odata-filter.ts';
import { NOW_MS, randomFilters, randomIntents } from '../../random-memories.ts';
import { compileODataFilter, type StoredDocument } from '../../stand-ins/azure-ai-search/filter-documents.ts';
import { completed, type Definition } from '../../stand-ins/azure-ai-search/index-definition.ts';
import { scaled } from '../../scale.ts';

const definition = completed(newIndex('memories') as unknown as Definition);
const ANA = { tenant: 'default', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };

const MEMORIES: readonly MemoryRecord[] = randomIntents(400, ANA).map(({ nowMs, autoPrune: _, ...kept }) => ({
  ...kept,
  createTimeMs: nowMs,
  updateTimeMs: nowMs,
  version: 1,
  sizeBytes: 100,
  storedBytes: 100,
  isCompressed: false,
}));

/** Returns the document as the service stores it, with times as dates. */
function stored(record: MemoryRecord): StoredDocument {
  const document = indexDocument({ record, revision: 1, vector: new Float32Array(2), embedder: 'none' });
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      name.endsWith('Time') && value !== null ? new Date(value as string) : value,
    ]),
  );
}

const DOCUMENTS = MEMORIES.map(stored);

/** Counts the memories that match, those that pass the index's filter, and those that match without passing. */
function tried(source: string) {
  const [matches, bound] = [compileFilter(source), odataFilter(source)];
  const passes = bound === undefined ? () => true : compileODataFilter(bound, definition);
  const counts = { matching: 0, passing: 0, lost: 0 };
  for (const [index, memory] of MEMORIES.entries()) {
    const [isMatch, passed] = [matches(memory), passes(DOCUMENTS[index] as StoredDocument)];
    counts.matching += Number(isMatch);
    counts.passing += Number(passed);
    counts.lost += Number(isMatch && !passed);
  }
  return counts;
}

describe('odataFilter', () => {
  it('loses no memory that a filter matches, and fetches few in vain @torture', () => {
    const sums = { matching: 0, passing: 0 };
    for (const source of randomFilters(scaled(100, 600))) {
      const { matching, passing, lost } = tried(source);
      expect(lost, source).to.equal(0);
      sums.matching += matching;
      sums.passing += passing;
    }
    // Comparisons with other fields, arithmetic and prefixes are not compiled, so some documents pass in vain.
    expect(sums.passing).to.be.below(sums.matching * 2);
  });

  it('reports exactly what it translates', () => {
    const exact = [
      `metadata.category == "it's odd"`,
      `metadata.category != "ñandú \\"quoted\\""`,
      'metadata.category in ["", "a, b", "línea\\nnueva"]',
      '!(metadata.category in ["sports"])',
      'metadata.level >= 3 && metadata.level < 7',
      'metadata.ratio == 1e21 || metadata.ratio < 0.0',
      'metadata.mixed == 1',
      'metadata.mixed == null',
      '"o\'clock" in metadata.tags',
      'has(metadata.deep.inner.city) && metadata.deep.inner.city == "Lima"',
      '!has(metadata.deep)',
      `create_time >= timestamp("${new Date(NOW_MS - 86_400_000 * 30).toISOString()}")`,
      'event_time != null && importance > 0.5',
      'speaker == "O\'Hara" && session_id != "s1" && source == "user"',
      '5 > metadata.level ? metadata.done : agent_id == "coach"',
    ];
    for (const source of exact) {
      const { matching, passing } = tried(source);
      expect(matching, source).to.be.above(0);
      // Memories with more metadata than the index holds always pass.
      const partial = DOCUMENTS.filter(({ isPartial }) => isPartial).length;
      expect(passing - matching, source).to.be.within(0, partial);
    }
  });

  it('escapes quotes, and writes times and numbers as such', () => {
    expect(odataFilter(`speaker == "O'Hara' or owner ne 'x"`)).to.equal(`speaker eq 'O''Hara'' or owner ne ''x'`);
    expect(odataFilter('create_time > timestamp("2026-01-02T03:04:05.678Z")')).to.equal(
      'createTime gt 2026-01-02T03:04:05.678Z',
    );
    expect(odataFilter('importance < 1e-7')).to.equal('importance lt 1e-7');
    expect(odataFilter('metadata.level > 3')).to.equal(
      `(numbers/any(n: n/path eq '["level"]' and n/value gt 3) or isPartial eq true)`,
    );
  });

  it('sends nothing that the service would refuse for its length', () => {
    const long = Array.from({ length: 400 }, (_, at) => `metadata.a == ${at}`);
    expect(
      odataFilter(
        `metadata.a in [${long
          .map((_, at) => at)
          .join(',')
          .slice(0, 600)}]`,
      ),
    ).to.not.equal(undefined);
    const twice = long
      .slice(0, 140)
      .map((_, at) => at)
      .join(',');
    expect(odataFilter(`metadata.a in [${twice}] || metadata.b in [${twice}] || metadata.c in [${twice}]`)).to.equal(
      undefined,
    );
  });
});
