import { expect } from 'chai';
import { deadlineExceeded } from '../../server/domain/abort.ts';
import { fieldError, notFound, RecordaError } from '../../server/domain/errors.ts';
import { VIOLATION_LOG_INTERVAL_MS } from '../../server/policy/serving.ts';
import { callTelemetry } from '../../server/telemetry/call-telemetry.ts';
import type { CallEnd } from '../../server/ports/telemetry.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { keptLog } from '../rpc/scripted-pipeline.ts';

const ALL = { types: [], operations: [] };
const ADD = 'recorda.v1.MemoryService/AddMemory';
const SEARCH = 'recorda.v1.MemoryService/RetrieveMemories';

describe('the account of calls', () => {
  const end = (changes: Partial<CallEnd> = {}): CallEnd => ({
    types: ['LONG_TERM'],
    backend: 'sqlite',
    latencyMs: 1,
    targetMs: 100,
    ...changes,
  });

  it('counts a call under its operation, with its types in order', () => {
    const telemetry = quietTelemetry();
    telemetry.startCall(SEARCH, undefined).end(end({ types: ['LONG_TERM', 'WORKING'], backend: 'process+sqlite' }));
    expect(telemetry.latencyReport(ALL)).to.containSubset([
      { operation: 'search_memory', types: ['WORKING', 'LONG_TERM'], count: 1, heldPercent: 100 },
    ]);
  });

  it('keeps batches and streams apart, whose times do not compare', () => {
    const telemetry = quietTelemetry();
    for (const name of ['AddMemory', 'BatchAddMemories', 'RetrieveMemories', 'StreamRetrieveMemories'])
      telemetry.startCall(`recorda.v1.MemoryService/${name}`, undefined).end(end());
    expect(telemetry.latencyReport(ALL).map(({ operation }) => operation)).to.deep.equal([
      'batch_create_memory',
      'create_memory',
      'search_memory',
      'stream_search_memory',
    ]);
  });

  it('leaves out calls without a target and those that failed by the caller’s fault', () => {
    const telemetry = quietTelemetry();
    const cancelled = new RecordaError('CANCELLED', 'Gone.');
    for (const error of [fieldError('f', 'x'), notFound('lt_1'), cancelled])
      telemetry.startCall(ADD, undefined).end(end({ error }));
    telemetry.startCall(ADD, undefined).end(end({ targetMs: undefined }));
    expect(telemetry.latencyReport(ALL)).to.deep.equal([]);
  });

  it('counts calls that failed by the server’s fault as missed, however fast', () => {
    const telemetry = quietTelemetry();
    const away = new RecordaError('BACKEND_UNAVAILABLE', 'Away.');
    for (const error of [deadlineExceeded(), away, new RecordaError('INTERNAL', 'x')])
      telemetry.startCall(ADD, undefined).end(end({ error }));
    expect(telemetry.latencyReport(ALL)).to.containSubset([{ count: 3, heldPercent: 0 }]);
  });

  it('warns of a call that missed its target, once in a while for each row, and says how many it did not warn of', () => {
    const log = keptLog();
    let now = 0;
    const telemetry = callTelemetry({ log, nowMs: () => now });
    const miss = (method: string): void =>
      telemetry.startCall(method, undefined).end(end({ latencyMs: 100.5, types: ['WORKING', 'LONG_TERM'] }));
    miss(ADD);
    miss(ADD);
    miss(ADD);
    miss(SEARCH);
    telemetry.startCall(ADD, undefined).end(end({ latencyMs: 100 }));
    expect(log.lines).to.have.length(2);
    expect(log.lines[0]).to.deep.equal({
      level: 'warn',
      message: 'A call missed its latency target',
      fields: {
        'gen_ai.operation.name': 'create_memory',
        'recorda.memory.type': 'working,long_term',
        'recorda.backend': 'sqlite',
        'recorda.latency.ms': 100.5,
        'recorda.latency.target_ms': 100,
        unsaid: 0,
      },
    });
    now = VIOLATION_LOG_INTERVAL_MS;
    miss(ADD);
    expect(log.lines[2]?.fields['unsaid']).to.equal(2);
  });

  it('says of a call that failed, however fast, that it did and why, and not that it was slow', () => {
    const log = keptLog();
    const telemetry = callTelemetry({ log, nowMs: () => 0 });
    const fail = (error: RecordaError): void => telemetry.startCall(ADD, undefined).end(end({ latencyMs: 1, error }));
    fail(new RecordaError('BACKEND_UNAVAILABLE', 'Away.'));
    fail(new RecordaError('BACKEND_UNAVAILABLE', 'Away.'));
    fail(new RecordaError('INTERNAL', 'x'));
    expect(log.lines.map(({ message, fields }) => [message, fields['error.type']])).to.deep.equal([
      ['A call failed without any fault of its caller', 'BACKEND_UNAVAILABLE'],
      ['A call failed without any fault of its caller', 'INTERNAL'],
    ]);
  });

  it('takes a method that it does not know', () => {
    const telemetry = quietTelemetry();
    telemetry.startCall('x'.repeat(1000), { traceparent: 'nonsense' }).end(end({ types: [], backend: '' }));
    expect(telemetry.latencyReport(ALL)[0]?.operation).to.equal('_OTHER');
  });

  it('starts no span for a store if the call is not traced', () => {
    expect(quietTelemetry().startCall(ADD, undefined).startStoreCall('add', 'WORKING', 'process')).to.equal(undefined);
  });
});
