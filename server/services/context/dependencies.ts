import type {
  Summarizer,
  ContextStore,
  DiscardLog,
  FactStore,
  ResponseCache,
  TextReader,
} from '../../ports/context.ts';
import type { SettledTurns } from '../../domain/context/intents.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import type { People } from './people.ts';
import type { ModelReader } from './model-reader.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { PreparedPrompts } from './prepared-prompts.ts';
import type { SessionEvents } from './session-events.ts';
import type { UsageBuffer } from './usage-buffer.ts';

/**
 * Passes on turns that are summarised, because they leave their window or their session is idle, so that facts
 * are extracted from them while nobody waits. Never throws.
 */
export interface Extraction {
  /**
   * `requestId` is that of the call which summarised them: its repeats get the same answer, and pass on nothing
   * again.
   */
  note(scope: Scope, settled: SettledTurns | undefined, requestId?: RequestId): void;
}

/** The dependencies of the use cases of ContextService. */
export type ContextDependencies = {
  readonly store: ContextStore;
  readonly facts: FactStore;
  /** Is told of every change of facts that `store` and `facts` make. */
  readonly responses: ResponseCache;
  readonly texts: TextReader;
  readonly usage: UsageBuffer;
  readonly sessionEvents: SessionEvents;
  readonly prepared: PreparedPrompts;
  readonly discards: DiscardLog;
  /** A session is idle once nobody has appended to it for this many milliseconds; with Infinity it never is. */
  readonly sessionIdleMs: number;
  /** Is told of turns that leave their window, if a language model reads them. */
  readonly extraction?: Extraction | undefined;
  /** The language model that extracts facts, if there is one. */
  readonly modelReader?: ModelReader | undefined;
  /** Adds people whom users name to the graph. */
  readonly people: People;
  /** Without one, rules write summaries. */
  readonly summarizer?: Summarizer | undefined;
  /** Returns the vector by which turns are compared. The name is that of its embedder. */
  readonly embed: (text: string) => Float32Array;
  readonly embedderName: string;
  /** Prices of models that take precedence over those of policy/model-prices.ts. */
  readonly modelPrices?: readonly ModelPrice[] | undefined;
  /** Returns a new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};
