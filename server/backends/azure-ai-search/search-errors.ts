/** Translates the service's failures for callers, and decides what is retried: within the deadline, and as late as the service asks. */
import { RestError } from '@azure/core-rest-pipeline';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  wrap,
  type IRetryBackoffContext,
} from 'cockatiel';
import { abortError, cancelled, orAbort, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { Log } from '../../ports/telemetry.ts';
import { HTTP } from './http-status.ts';

const PASSING: readonly number[] = [HTTP.timedOut, HTTP.exists, HTTP.unready, HTTP.tooMany];

/** Tells whether the same request may succeed later. */
export function isPassingStatus(status: number): boolean {
  return PASSING.includes(status) || status >= HTTP.fault;
}

/** Returns the status with which a request failed, or undefined if there was no answer. */
function statusOf(error: unknown): number | undefined {
  return error instanceof RestError ? error.statusCode : undefined;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Tells whether the service cannot answer, as opposed to refusing the request. */
export function isOutage(error: unknown): boolean {
  if (isAbort(error)) return true;
  if (!(error instanceof RestError)) return false;
  const status = statusOf(error);
  return status === undefined || status === HTTP.timedOut || status >= HTTP.fault;
}

function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  const passes = isOutage(error) || (status !== undefined && isPassingStatus(status));
  return passes && (askedWaitMs(error) ?? 0) <= AZURE_SEARCH.longestRetryAfterMs;
}

const SECOND_MS = 1000;

/** Returns the wait that the service asks for: Azure's milliseconds, or HTTP's seconds or date. */
function askedWaitMs(error: unknown): number | undefined {
  const headers = error instanceof RestError ? error.response?.headers : undefined;
  const ms = Number(headers?.get('retry-after-ms') ?? headers?.get('x-ms-retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const said = headers?.get('retry-after');
  if (said === undefined) return undefined;
  const seconds = Number(said);
  if (seconds >= 0) return seconds * SECOND_MS;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function waitMs({ attempt, result }: IRetryBackoffContext<unknown>, random: number): number {
  const doubled = Math.min(AZURE_SEARCH.firstRetryMs * 2 ** (attempt - 1), AZURE_SEARCH.lastRetryMs);
  const jittered = (doubled * (1 + random)) / 2;
  return Math.max(jittered, ('error' in result && askedWaitMs(result.error)) || 0);
}

function unavailable(why: string, retryAfterMs: number = AZURE_SEARCH.unavailableRetryMs): RecordaError {
  return new RecordaError('BACKEND_UNAVAILABLE', `Azure AI Search, which finds long-term memories, ${why}.`, {
    retryAfterMs,
  });
}

export function notThere(): RecordaError {
  return unavailable('does not answer. Repeat the call; if the error persists, check the service');
}

/** Returns the error for a caller, without the service's message, since it may repeat parts of memories. */
function callersError(error: unknown): unknown {
  if (error instanceof BrokenCircuitError || isOutage(error)) return notThere();
  const status = statusOf(error);
  // The sender of a batch that is too large sends smaller ones.
  if (status === undefined || status === HTTP.tooLarge) return error;
  if (status === HTTP.tooMany) return unavailable('is overloaded. Repeat the call later', askedWaitMs(error));
  if (status === HTTP.unauthorized || status === HTTP.forbidden) {
    return unavailable('rejects the key, or has no space left. Ask its operator to check it');
  }
  if (status === HTTP.missing) return unavailable('has lost its index. Restart Recorda, which creates it again');
  return isPassingStatus(status) ? unavailable('cannot process this now. Repeat the call') : refused(status);
}

/** Returns the error for a request or a document that the service refuses, which is a fault of Recorda's. */
export function refused(status: number): RecordaError {
  return new RecordaError('INTERNAL', `Azure AI Search rejects this request (HTTP ${status}). Please report it.`);
}

export function passing(status: number): RecordaError {
  return unavailable(`could not accept this memory now (HTTP ${status}). Repeat the call`);
}

/** The options of a request. */
export type Sending = { readonly abortSignal: AbortSignal };

export type Attempts = ReturnType<typeof attempts>;

/** Makes the retries; `random` is 0 to below 1, so that retries of several servers do not coincide. */
export function attempts(log: Log, random: () => number = Math.random) {
  const { saw, isThere } = reachability(log);
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: AZURE_SEARCH.breakerMs,
    breaker: new ConsecutiveBreaker(AZURE_SEARCH.breakerFailures),
  });
  const retries = retry(handleWhen(isPassing), {
    maxAttempts: AZURE_SEARCH.retries,
    backoff: new DelegateBackoff((context) => waitMs(context, random())),
  });
  const patient = wrap(retries, breaker);

  async function once<T>(work: (sending: Sending) => Promise<T>, signal: AbortSignal): Promise<T> {
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(AZURE_SEARCH.requestMs)]);
    try {
      const answer = await work({ abortSignal });
      saw(true);
      return answer;
    } catch (error) {
      // An aborted call says nothing about the service.
      if (signal.aborted) throw cancelled();
      saw(!isOutage(error), error);
      throw error;
    }
  }

  async function run<T>(policy: typeof patient | typeof breaker, work: Work<T>, signal: StopSignal): Promise<T> {
    const hasEnded = (): boolean => signal.aborted;
    if (hasEnded()) throw abortError(signal);
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await orAbort(
        policy.execute(() => once(work, stop.signal), stop.signal),
        signal,
      );
    } catch (error) {
      if (hasEnded()) throw abortError(signal);
      throw callersError(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    /** Runs work, and repeats it after errors that may be temporary. Repeating the work must not change its effect. */
    attempt: <T>(work: Work<T>, signal: StopSignal): Promise<T> => run(patient, work, signal),
    /** Does the same; resolves to the reason if the service cannot do it now, and rejects if it never will. */
    async first(work: Work<unknown>, signal: StopSignal): Promise<RecordaError | undefined> {
      let mayPass = false;
      const mayPassOrLate = (): boolean => mayPass || signal.aborted;
      const noting: Work<unknown> = async (sending) => {
        try {
          return await work(sending);
        } catch (error) {
          mayPass = isPassing(error);
          throw error;
        }
      };
      try {
        await run(patient, noting, signal);
        return undefined;
      } catch (error) {
        if (mayPassOrLate() && error instanceof RecordaError) return error;
        throw error;
      }
    },
    /** Asks whether the service answers, also while it is considered away. */
    probe: async (work: Work<unknown>, signal: AbortSignal): Promise<void> => {
      for (let tried = 0; tried < AZURE_SEARCH.awayFailures; tried += 1) {
        const isAnswered = await once(work, signal).then(
          () => true,
          (error: unknown) => !isOutage(error),
        );
        if (isAnswered) return;
      }
    },
    isThere,
  };
}

/** Keeps whether the service answers, and logs changes. A single failure counts as a connection that was cut. */
function reachability(log: Log) {
  let isThere = true;
  let failures = 0;
  return {
    saw(nowThere: boolean, why?: unknown): void {
      failures = nowThere ? 0 : failures + 1;
      if (isThere === nowThere || (!nowThere && failures < AZURE_SEARCH.awayFailures)) return;
      isThere = nowThere;
      if (nowThere) log.info({}, 'Azure AI Search answers again');
      else log.warn({ error: (why as Error).message }, 'Azure AI Search does not answer');
    },
    isThere: (): boolean => isThere,
  };
}

type Work<T> = (sending: Sending) => Promise<T>;
