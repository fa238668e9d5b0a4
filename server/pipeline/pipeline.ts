/**
 * Every call passes through here, whichever transport it came by: it is decoded, checked for permission, form and the limits of its
 * users, given a deadline, run, encoded and reported. All transports pass bytes, so that what one refuses, the others refuse too.
 */
import { randomUUID } from 'node:crypto';
import { abortError, cancelled, deadlineExceeded, orAbort, stopSignal, type StopSignal } from '../domain/abort.ts';
import { credentialOf, type Caller } from '../domain/caller.ts';
import { conciseError } from '../domain/concise-error.ts';
import { RecordaError } from '../domain/errors.ts';
import type { MemoryType } from '../domain/memory.ts';
import { noteRevision, readRevision } from '../domain/user-revision.ts';
import { heedsRevision, isEndless } from '../methods/calls.ts';
import type { Method, StreamMethod, UnaryMethod } from '../methods/method.ts';
import type { CallerLimits, Counted } from './caller-limits.ts';
import { authorize, namesOf } from './permissions.ts';
import type { BackendOf } from '../policy/serving.ts';
import { DEFAULTS, LIMITS } from '../policy/limits.ts';
import type { EmbeddedStore } from '../ports/embedded-store.ts';
import type { ReadLog, SecurityEvent, SecurityLog } from '../ports/security.ts';
import type { Clock } from '../ports/stores.ts';
import type { ServiceCall } from '../services/call.ts';
import type { CallTelemetry, Log, Telemetry } from '../ports/telemetry.ts';
import { validate } from '../validation/validate.ts';
import { decodeRequest, encodeResponse } from './wire.ts';

/** A call as its transport knows it. */
export type DoorCall = {
  /** The caller of the credential. */
  readonly caller: Caller;
  /** Counts the call for the limits of its key and tenant; if absent, there are none. */
  readonly counted?: Counted | undefined;
  /** Aborts when the caller gives up. The pipeline itself ends the call at its deadline. */
  readonly signal: StopSignal;
  /** A time of `performance.now()`: what the call has waited since counts as its time; if absent, now. */
  readonly arrivedAt?: number | undefined;
  /** Milliseconds since 1970; if absent, the default deadline from its arrival. */
  readonly deadlineMs?: number | undefined;
  /** The caller's trace, in the form of the `traceparent` and `tracestate` headers. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** The revision that the caller has seen of its user, as an earlier answer told it. */
  readonly revision?: string | undefined;
  /** Is told the revision of the call's user before the call ends, if it names one and servers share the store. */
  readonly onRevision?: ((revision: string) => void) | undefined;
};

/** The only way to make calls. `method` is like `recorda.v1.MemoryService/AddMemory`. All failures are RecordaErrors. */
export interface Pipeline {
  unary(method: string, request: Uint8Array, call: DoorCall): Promise<Uint8Array>;
  /**
   * Leaving the iteration cancels the call. It pulls one message at a time, so that nothing is queued for a reader that never
   * reads.
   */
  stream(method: string, request: Uint8Array, call: DoorCall): AsyncIterable<Uint8Array>;
}

export type PipelineDependencies = {
  readonly methods: ReadonlyMap<string, Method>;
  readonly telemetry: Telemetry;
  /** Returns where a type's memories live, as reports name it. */
  readonly backendOf: BackendOf;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells whether the server is shutting down: then every new call is refused. */
  readonly isClosing: () => boolean;
  /** The limits of users; if absent, there are none. */
  readonly callerLimits?: Pick<CallerLimits, 'enterFor'> | undefined;
  /** Takes calls that are not permitted; if absent, they are not recorded. */
  readonly security?: SecurityLog | undefined;
  /** Takes calls that begin; if absent, no reads are recorded. */
  readonly reads?: ReadLog | undefined;
  /** Returns a user's revision; if absent, no server shares the store, and there are none. */
  readonly revisionOf?: EmbeddedStore['revisionOf'];
  /** Returns why calls of a user are refused; if absent, none are. */
  readonly refusalOf?: EmbeddedStore['refusalOf'];
};

export function pipeline(dependencies: PipelineDependencies): Pipeline {
  const { log } = dependencies;

  /** A fault that is not the caller's is logged under an id, and only the id leaves the server. */
  function toRecordaError(error: unknown, method: string): RecordaError {
    if (error instanceof RecordaError) return conciseError(error);
    const id = randomUUID();
    log.error({ err: error, errorId: id, method }, 'a call failed because of an internal error');
    return new RecordaError(
      'INTERNAL',
      `Internal error ${id}. The log of the server explains it under this id; please report it.`,
    );
  }

  return {
    async unary(name, bytes, door) {
      const call = beginCall(dependencies, name, door);
      try {
        const method = methodOf<UnaryMethod<unknown, unknown>>(dependencies, name, 'unary');
        const request = readRequest(dependencies, name, method, bytes, call);
        countCall(dependencies, name, request, bytes, call);
        call.startService();
        const response = await orAbort(method.run(request, call.service), call.service.signal);
        call.count = method.count(request, response);
        const isUnread = door.caller.access === 'write' && method.unread !== undefined;
        const shown = isUnread ? method.unread(response, call.service.nowMs) : response;
        const encoded = encodeResponse(method, shown as object, call.service.signal);
        const answer = encoded instanceof Promise ? await encoded : encoded;
        call.chargeBytes(answer.byteLength);
        call.end();
        return answer;
      } catch (thrown) {
        throw call.fail(toRecordaError(thrown, name));
      }
    },

    async *stream(name, bytes, door) {
      const call = beginCall(dependencies, name, door);
      let events: AsyncIterator<unknown, unknown> | undefined;
      let left = true;
      try {
        const method = methodOf<StreamMethod<unknown, unknown>>(dependencies, name, 'stream');
        const request = readRequest(dependencies, name, method, bytes, call);
        countCall(dependencies, name, request, bytes, call);
        call.startService();
        events = method.run(request, call.service)[Symbol.asyncIterator]();
        for (;;) {
          const { done, value } = await orAbort(events.next(), call.service.signal);
          if (done) break;
          call.count += method.count(request, value);
          const answer = await encodeResponse(method, value as object, call.service.signal);
          call.chargeBytes(answer.byteLength);
          call.pause();
          yield answer;
          call.resume();
        }
        left = false;
        call.end();
      } catch (thrown) {
        left = false;
        throw call.fail(toRecordaError(thrown, name));
      } finally {
        if (left) call.fail(cancelled());
        // It may be waiting for a backend: it has been aborted, and its result is not needed.
        events?.return?.().catch(() => undefined);
      }
    },
  };
}

function methodOf<M extends Method>({ methods, isClosing }: PipelineDependencies, name: string, kind: M['kind']): M {
  if (isClosing())
    throw new RecordaError('SHUTTING_DOWN', 'The server is shutting down. Retry, on another server if possible.');
  const method = methods.get(name);
  if (method?.kind !== kind)
    throw new RecordaError('METHOD_UNKNOWN', `There is no ${kind} call ${name}. See the protos of recorda.v1.`);
  return method as M;
}

function readRequest(
  { backendOf, security, revisionOf, refusalOf }: PipelineDependencies,
  name: string,
  method: Method,
  bytes: Uint8Array,
  call: Call,
): unknown {
  const request = decodeRequest(name, method, bytes);
  call.types = method.types(request);
  call.count = method.count(request, undefined);
  call.targetMs = (count) => method.targetMs(call.types, count, backendOf, request);
  call.beside = method.beside?.(request) ?? [];
  try {
    authorize(name, request, call.service.caller);
  } catch (error) {
    security?.record(deniedCall(name, request as object, call.service));
    throw error;
  }
  validate(method.schema, request);
  if (revisionOf !== undefined) call.users = usersOf(request as object);
  if (refusalOf !== undefined && !isWholeErasure(name, request as object)) {
    const { tenant } = call.service;
    const refusal = usersOf(request as object).map((userId) => refusalOf({ tenant, userId }));
    for (const why of refusal) if (why !== undefined) throw why;
  }
  if (call.users.length === 1 && heedsRevision(name)) call.heedRevision();
  return request;
}

function usersOf(request: object): readonly string[] {
  return [...new Set(namesOf(request, 'userId'))].filter((userId) => userId !== '');
}

/** An erasure of everything of a user reads nothing. */
function isWholeErasure(name: string, request: object): boolean {
  return name.endsWith('/DeleteUserData') && 'types' in request && (request.types as readonly unknown[]).length === 0;
}

function deniedCall(method: string, request: object, { tenant, origin }: ServiceCall): SecurityEvent {
  const [userId = '', ...others] = new Set(namesOf(request, 'userId'));
  // The request is not validated yet.
  const isOne = others.length === 0 && userId.length <= LIMITS.identifierBytes;
  return {
    kind: 'PERMISSION',
    tenant,
    credential: origin.credential,
    method,
    userId: isOne ? userId : '',
    why: 'CALL',
  };
}

/** Counts the call for the limits of its users, and each memory of a batch for all limits. Throws RATE_LIMITED. */
function countCall(
  { callerLimits, reads }: PipelineDependencies,
  method: string,
  request: unknown,
  { byteLength: bytes }: Uint8Array,
  call: Call,
): void {
  const { caller } = call.service;
  const counted = callerLimits?.enterFor(() => namesOf(request as object, 'userId'), { method, caller, bytes });
  if (counted instanceof RecordaError) throw counted;
  call.countedForUsers = counted;
  const refused = call.count > 1 ? call.chargeCalls(call.count - 1) : undefined;
  if (refused !== undefined) throw refused;
  reads?.record({ method, userIds: () => namesOf(request as object, 'userId'), types: call.types, call: call.service });
}

/** A call in progress. */
type Call = {
  readonly service: ServiceCall;
  types: readonly MemoryType[];
  beside: readonly string[];
  /** The users whose revisions its caller is told of. */
  users: readonly string[];
  count: number;
  targetMs: (count: number) => number | undefined;
  /** Counts the call for the limits of its users. */
  countedForUsers: Counted | undefined;
  /** Charges all its limits with what else it used. */
  chargeCalls: Counted['chargeCalls'];
  chargeBytes: Counted['chargeBytes'];
  /** Stops the watch while the call waits for its reader. */
  pause(): void;
  resume(): void;
  /** Lets what it reads be as of the revision that its caller has seen. */
  heedRevision(): void;
  startService(): void;
  end(): void;
  /** Ends the call with an error, and aborts what still runs for it. */
  fail(error: RecordaError): RecordaError;
};

function beginCall(
  { clock, telemetry, backendOf, revisionOf }: PipelineDependencies,
  name: string,
  door: DoorCall,
): Call {
  const now = performance.now();
  const startedAt = door.arrivedAt ?? now;
  let pausedAt = 0;
  let pausedMs = 0;
  const elapsedMs = (): number => performance.now() - startedAt - pausedMs;
  const trace: CallTelemetry = telemetry.startCall(name, door.trace);

  const stop = stopSignal();
  const onCancel = (): void => stop.abort(abortError(door.signal));
  if (door.signal.aborted) onCancel();
  else door.signal.addEventListener('abort', onCancel, { once: true });
  const defaultMs = isEndless(name) ? LIMITS.deadlineMs : DEFAULTS.deadlineMs;
  const wantedMs = door.deadlineMs === undefined ? defaultMs - (now - startedAt) : door.deadlineMs - Date.now();
  const leftMs = Math.min(wantedMs, LIMITS.deadlineMs);
  if (leftMs <= 0) stop.abort(deadlineExceeded());
  const timer = setTimeout(() => stop.abort(deadlineExceeded()), leftMs);

  const close = (error?: RecordaError): void => {
    clearTimeout(timer);
    door.signal.removeEventListener('abort', onCancel);
    call.countedForUsers?.leave();
    const revisions = call.users.map((userId) => revisionOf?.({ tenant: door.caller.tenant, userId }) ?? 0);
    if (revisions.length > 0) door.onRevision?.(`${Math.max(...revisions)}`);
    const { types, count: recordCount } = call;
    const isOne = types.length === 1 && call.beside.length === 0;
    const backend = isOne ? backendOf(types[0]!) : [...new Set(types.map(backendOf)), ...call.beside].join('+');
    trace.end({ types, backend, latencyMs: elapsedMs(), targetMs: call.targetMs(recordCount), recordCount, error });
  };

  const call: Call = {
    service: {
      tenant: door.caller.tenant,
      caller: door.caller,
      origin: {
        credential: credentialOf(door.caller),
        operation: name.slice(name.lastIndexOf('/') + 1),
        tenant: door.caller.tenant,
      },
      signal: stop,
      nowMs: clock.now(),
      deadlineAt: now + leftMs,
      elapsedMs,
      trace,
    },
    types: [],
    beside: [],
    users: [],
    count: 0,
    targetMs: () => undefined,
    countedForUsers: undefined,
    chargeCalls: (count) => door.counted?.chargeCalls(count) ?? call.countedForUsers?.chargeCalls(count),
    chargeBytes(bytes) {
      door.counted?.chargeBytes(bytes);
      call.countedForUsers?.chargeBytes(bytes);
    },
    pause: () => void (pausedAt = performance.now()),
    resume: () => void (pausedMs += performance.now() - pausedAt),
    heedRevision() {
      const revision = readRevision(door.revision ?? '');
      if (revision !== undefined) noteRevision(stop, revision);
    },
    startService: () => trace.startService(),
    end: close,
    fail(error) {
      close(error);
      stop.abort(error);
      return error;
    },
  };
  return call;
}
