import { expect } from 'chai';
import type { MemoryType } from '../../server/domain/memory.ts';
import { latencyRecorder, type LatencySample } from '../../server/telemetry/latency-recorder.ts';

const ALL = { types: [], operations: [] };

describe('the latency report', () => {
  const sample = (changes: Partial<LatencySample> = {}): LatencySample => ({
    operation: 'search_memory',
    types: ['LONG_TERM'],
    backend: 'sqlite',
    latencyMs: 1,
    targetMs: 100,
    held: true,
    ...changes,
  });

  it('is empty before any call', () => {
    expect(latencyRecorder().report(ALL)).to.deep.equal([]);
  });

  it('has percentiles exact to 1 % from microseconds to minutes, and the exact slowest', () => {
    for (const scaleMs of [0.05, 1, 37, 60_000]) {
      const recorder = latencyRecorder();
      for (let index = 1; index <= 1000; index += 1) {
        recorder.record(sample({ latencyMs: (((index * 7919) % 1000) + 1) * scaleMs * 0.001 }));
      }
      const [row] = recorder.report(ALL);
      expect(row?.count).to.equal(1000);
      const microsecond = 0.001;
      expect(row?.p50Ms).to.be.closeTo(0.5 * scaleMs, 0.005 * scaleMs + microsecond);
      expect(row?.p95Ms).to.be.closeTo(0.95 * scaleMs, 0.0095 * scaleMs + microsecond);
      expect(row?.p99Ms).to.be.closeTo(0.99 * scaleMs, 0.0099 * scaleMs + microsecond);
      expect(row?.maxMs).to.equal(scaleMs);
    }
  });

  it('never shows a percentile above the slowest call', () => {
    const recorder = latencyRecorder();
    recorder.record(sample({ latencyMs: 12.3456 }));
    const [row] = recorder.report(ALL);
    expect(row?.p99Ms).to.be.at.most(12.3456);
  });

  it('says in percent how many calls held their own target, and shows the largest', () => {
    const recorder = latencyRecorder();
    for (const held of [true, true, true, false]) recorder.record(sample({ held }));
    recorder.record(sample({ targetMs: 50 }));
    const [row] = recorder.report(ALL);
    expect(row).to.include({ count: 5, heldPercent: 80, targetMs: 100 });
  });

  it('has a row for each operation, set of types and backend, in a fixed order', () => {
    const recorder = latencyRecorder();
    const kinds: [string, MemoryType[], string][] = [
      ['search_memory', ['WORKING', 'LONG_TERM'], 'process+sqlite'],
      ['search_memory', ['LONG_TERM'], 'sqlite'],
      ['search_memory', ['WORKING'], 'process'],
      ['create_memory', ['LONG_TERM'], 'sqlite'],
      ['create_memory', ['LONG_TERM'], 'other'],
    ];
    for (const [operation, types, backend] of kinds) recorder.record(sample({ operation, types, backend }));
    const rows = recorder.report(ALL).map(({ operation, types, backend }) => [operation, types, backend]);
    expect(rows).to.deep.equal([
      ['create_memory', ['LONG_TERM'], 'other'],
      ['create_memory', ['LONG_TERM'], 'sqlite'],
      ['search_memory', ['WORKING'], 'process'],
      ['search_memory', ['LONG_TERM'], 'sqlite'],
      ['search_memory', ['WORKING', 'LONG_TERM'], 'process+sqlite'],
    ]);
    expect(recorder.report({ types: ['WORKING'], operations: [] })).to.have.length(2);
    expect(recorder.report({ types: [], operations: ['create_memory'] })).to.have.length(2);
    expect(recorder.report({ types: ['WORKING'], operations: ['create_memory'] })).to.have.length(0);
  });

  it('takes any number for a latency', () => {
    const recorder = latencyRecorder();
    for (const latencyMs of [0, -1, 1e-9, 1e12]) recorder.record(sample({ latencyMs }));
    expect(recorder.report(ALL)[0]?.count).to.equal(4);
  });
});
