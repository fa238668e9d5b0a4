/**
 * Has a language model read turns once they are summed up, one part of a conversation after another, while nobody waits. The queue is
 * bounded and kept in memory: a part that is not read is logged, and RereadFacts reads it.
 */
import { LRUCache } from 'lru-cache';
import { cancelled, orAbort, stopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import type { Scope } from '../domain/memory.ts';
import { EXTRACTOR, type ExtractorPolicy } from '../policy/facts.ts';
import type { ContextStore, FactStore } from '../ports/context.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import type { Extraction } from '../services/context/dependencies.ts';
import type { ModelReader } from '../services/context/model-reader.ts';
import type { SessionEvents } from '../services/context/session-events.ts';

export type ExtractionParts = {
  readonly reader: ModelReader;
  readonly store: Pick<ContextStore, 'recalledTurns'>;
  readonly facts: Pick<FactStore, 'sayLate'>;
  readonly sessionEvents: SessionEvents;
  readonly clock: Clock;
  readonly log: Log;
};

type Part = { readonly scope: Scope; readonly first: number; readonly last: number; readonly tries: number };

export interface RunningExtraction extends Extraction {
  /** Abandons what runs and what waits, and logs how much that is. */
  stop(): Promise<void>;
}

export function extractFacts(parts: ExtractionParts, policy: ExtractorPolicy = EXTRACTOR): RunningExtraction {
  const { reader, store, facts, sessionEvents, clock, log } = parts;
  const stop = stopSignal();
  const waiting: Part[] = [];
  /** The parts that were taken, by request id: a repeated append brings the same part again. */
  const noted = new LRUCache<string, true>({ max: policy.notedParts });
  let running: Promise<void> | undefined;

  const turnsIn = ({ first, last }: Part): number => last - first + 1;
  const leave = (left: readonly Part[], fault: string): void => {
    const turns = left.reduce((sum, part) => sum + turnsIn(part), 0);
    if (turns > 0) log.warn({ fault, turns }, 'turns were not searched for facts by the model; RereadFacts does that');
  };

  async function read({ scope, first, last }: Part): Promise<void> {
    const call = { signal: stop, nowMs: clock.now() };
    const between = { first, last };
    const turns = await store.recalledTurns({ scope, between, limit: turnsIn({ scope, first, last, tries: 0 }) }, call);
    const said = await reader.read(scope, turns, call);
    if (said.length === 0) return;
    const outcomes = await facts.sayLate({ scope, facts: said, dryRun: false, nowMs: call.nowMs }, call);
    const refused = outcomes.filter(({ does }) => does === 'REFUSED').length;
    if (refused > 0)
      log.warn({ facts: refused }, 'facts that the model found were refused: the user’s quota of facts is full');
    sessionEvents.publish(
      scope,
      outcomes.flatMap(({ does, id, otherIds }, at) => {
        if (does !== 'ADDED' && does !== 'SUPERSEDED') return [];
        const { rule, provenance } = said[at]!;
        const operation = `FACT_OPERATION_${does}` as const;
        return [
          {
            $case: 'fact' as const,
            value: { turn: provenance.turn, rule, id, operation, supersededIds: [...otherIds] },
          },
        ];
      }),
    );
  }

  /** A part that can be read later is queued again; any other is dropped, and the log says so. */
  async function readNext(part: Part): Promise<void> {
    try {
      await read(part);
    } catch (error) {
      if (stop.aborted) return void waiting.unshift(part);
      const { message, reason, detail } = error as RecordaError;
      const waitMs = error instanceof RecordaError ? detail.retryAfterMs : undefined;
      if (reason === 'QUOTA_EXCEEDED' || waitMs === undefined || part.tries + 1 >= policy.rounds) {
        return leave(reason === 'QUOTA_EXCEEDED' ? [part, ...waiting.splice(0)] : [part], message);
      }
      waiting.unshift({ ...part, tries: part.tries + 1 });
      await pause(waitMs);
    }
  }

  async function pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms).unref()));
    await orAbort(over, stop).catch(() => undefined);
    clearTimeout(timer);
  }

  async function readAll(): Promise<void> {
    for (let part = waiting.shift(); part !== undefined && !stop.aborted; part = waiting.shift()) await readNext(part);
  }

  return {
    note(scope, settled, requestId): void {
      if (settled === undefined || stop.aborted) return;
      const { first, last } = settled;
      // A part without a request id is no repeat: a session that begins again has turns of the same numbers.
      if (requestId !== undefined) {
        const key = JSON.stringify([scope.tenant, scope.userId, requestId, first, last]);
        if (noted.has(key)) return;
        noted.set(key, true);
      }
      const part = { scope, first, last, tries: 0 };
      if (waiting.length >= policy.waiting) leave([part], 'the queue is full');
      else waiting.push(part);
      running ??= readAll().finally(() => (running = undefined));
    },
    async stop() {
      stop.abort(cancelled());
      await running;
      leave(waiting.splice(0), 'the server stopped');
    },
  };
}
