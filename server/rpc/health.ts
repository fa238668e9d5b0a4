/** grpc.health.v1 for each service and, under the empty name, for the server. */
import type { sendUnaryData, Server, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';
import { shuttingDown } from './calls-in-flight.ts';
import { errorStatus } from './error-status.ts';
import { SERVICE_NAMES } from './service-definitions.ts';

type ServingStatus = 'SERVING' | 'NOT_SERVING';
type Request = { readonly service: string };
type Answer = { readonly status: ServingStatus | 'SERVICE_UNKNOWN' };
type Watch = ServerWritableStream<Request, Answer>;

export interface Health {
  /**
   * `service` is a full name, or one followed by a part of it, like `recorda.v1.MemoryService.short_term`; the server serves while
   * all of its services do.
   */
  setServing(service: string, serving: boolean): void;
  /** Reports everything as NOT_SERVING from now on, whatever is set later. */
  shutDown(): void;
  /** Ends the streams of watchers. */
  endWatches(): void;
}

export function addHealth(server: Server): Health {
  const serving = new Map(SERVICE_NAMES.map((name) => [name, true]));
  const watches = new Map<Watch, Answer['status']>();
  let goingDown = false;

  server.addService(service, {
    check(call: ServerUnaryCall<Request, Answer>, answer: sendUnaryData<Answer>) {
      const known = statusOf(call.request.service);
      if (known === 'SERVICE_UNKNOWN') answer({ code: status.NOT_FOUND, details: 'No such service.' });
      else answer(null, { status: known });
    },
    list(_call: unknown, answer: sendUnaryData<{ statuses: Record<string, Answer> }>) {
      const names = ['', ...serving.keys()];
      answer(null, { statuses: Object.fromEntries(names.map((name) => [name, { status: statusOf(name) }])) });
    },
    watch(call: Watch) {
      notify(call);
      call.once('cancelled', () => watches.delete(call));
    },
  });

  return {
    setServing(name, isServing) {
      serving.set(name, isServing);
      for (const call of watches.keys()) notify(call);
    },
    shutDown() {
      goingDown = true;
      for (const call of watches.keys()) notify(call);
    },
    endWatches() {
      const { details, ...rest } = errorStatus(shuttingDown());
      for (const call of watches.keys()) call.emit('error', Object.assign(new Error(details), { details, ...rest }));
    },
  };

  function statusOf(name: string): Answer['status'] {
    if (name !== '' && !serving.has(name)) return 'SERVICE_UNKNOWN';
    if (goingDown) return 'NOT_SERVING';
    const holds = name === '' ? SERVICE_NAMES.every((service) => serving.get(service) === true) : serving.get(name);
    return holds === true ? 'SERVING' : 'NOT_SERVING';
  }

  /** Only changes are sent, as the protocol requires. */
  function notify(call: Watch): void {
    const now = statusOf(call.request.service);
    if (watches.get(call) === now) return;
    watches.set(call, now);
    call.write({ status: now });
  }
}
