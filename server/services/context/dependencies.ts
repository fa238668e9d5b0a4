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

/** Takes turns that are summed up, as they leave their window or their session is idle, to be read for facts while nobody waits. Never throws. */
export interface Extraction {
  /** `requestId` is that of the call which summed them up: its repeats are answered alike, and take nothing again. */
  note(scope: Scope, settled: SettledTurns | undefined, requestId?: RequestId): void;
}

/** What the use cases of ContextService stand on. */
export type ContextDependencies = {
  readonly store: ContextStore;
  readonly facts: FactStore;
  /** Hears of every change of facts that `store` and `facts` make. */
  readonly responses: ResponseCache;
  readonly texts: TextReader;
  readonly usage: UsageBuffer;
  readonly sessionEvents: SessionEvents;
  readonly prepared: PreparedPrompts;
  readonly discards: DiscardLog;
  /** A session is idle once nobody has appended to it for so long; Infinity: never. */
  readonly sessionIdleMs: number;
  /** Hears of turns that leave their window, where a language model reads them. */
  readonly extraction?: Extraction | undefined;
  /** The language model that finds facts, where there is one. */
  readonly modelReader?: ModelReader | undefined;
  /** Puts people whom users name into the graph. */
  readonly people: People;
  /** Rules write summaries where there is none. */
  readonly summarizer?: Summarizer | undefined;
  /** The vector by which turns are compared, and whose it is. */
  readonly embed: (text: string) => Float32Array;
  readonly embedderName: string;
  /** Prices of models that hold before those of policy/model-prices.ts. */
  readonly modelPrices?: readonly ModelPrice[] | undefined;
  /** A new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};
