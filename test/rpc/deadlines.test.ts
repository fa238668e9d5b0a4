import { EventEmitter } from 'node:events';
import { Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { ANYBODY } from '../../server/domain/caller.ts';
import type { RecordaError } from '../../server/domain/errors.ts';
import { SERVING } from '../../server/policy/serving.ts';
import { boundedAdmission } from '../../server/rpc/admission.ts';
import { callsInFlight, type CallPermit } from '../../server/rpc/calls-in-flight.ts';
import { deadlineOf, doorCall, type RawCall } from '../../server/rpc/door-call.ts';
import { serve } from '../../server/rpc/serve.ts';
import { failureOf, rawClient } from './raw-client.ts';
import { ADD, keptLog, scriptedPipeline, until } from './scripted-pipeline.ts';

describe('the deadline of a call over gRPC', () => {
  it('aborts the pipeline, and the caller is told DEADLINE_EXCEEDED', async () => {
    let reason: unknown;
    const pipeline = scriptedPipeline({
      unary: async (_method, _request, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => void (reason = signal.reason))),
    });
    const serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0 });
    const client = rawClient(serving.port);
    // The deadline is sent to the server but not enforced by the client: a client that enforces it may give up before the request arrives.
    const failed = await failureOf(client.unary(ADD, undefined, {}, { 'grpc-timeout': '100m' }));
    expect(failed.code).to.equal(status.DEADLINE_EXCEEDED);
    await until(() => reason !== undefined);
    expect(reason).to.include({ reason: 'DEADLINE_EXCEEDED' });
    client.close();
    await serving.drain(0);
  });

  it('is why a client resets the call when it is due, or nearly; earlier the caller gave up', () => {
    expect(reasonOfReset(0)).to.equal('DEADLINE_EXCEEDED');
    expect(reasonOfReset(SERVING.deadlineSlackMs)).to.equal('DEADLINE_EXCEEDED');
    expect(reasonOfReset(60_000)).to.equal('CANCELLED');
    expect(reasonOfReset(Infinity)).to.equal('CANCELLED');
  });
});

/** Returns the reason with which the pipeline is stopped if the client resets the call this long before its deadline. */
function reasonOfReset(beforeMs: number): string | undefined {
  const deadlineMs = Date.now() + beforeMs;
  const call = Object.assign(new EventEmitter(), { getDeadline: () => deadlineMs, metadata: new Metadata() });
  const place = callsInFlight(boundedAdmission(1)).enter(
    { method: ADD, caller: ANYBODY, bytes: 0 },
    beforeMs,
  ) as CallPermit;
  doorCall(call as unknown as RawCall, place, ANYBODY, deadlineOf(call as unknown as RawCall));
  call.emit('cancelled');
  return (place.stop.reason as RecordaError | undefined)?.reason;
}
