import type { TopicSign } from '../../domain/context/turn.ts';
import type { ContextStore, TokenCounter } from '../../ports.ts';

/** What the use cases of ContextService stand on. */
export type ContextDependencies = {
  readonly store: ContextStore;
  readonly tokens: TokenCounter;
  /** The vector by which turns are compared, and whose it is. */
  readonly embed: (text: string) => Float32Array;
  readonly embedderName: string;
  /** Whether a turn's words announce another topic. */
  readonly signOf: (text: string) => TopicSign | undefined;
  /** What a turn's words are about; '' where that is not clear. */
  readonly domainOf: (text: string) => string;
  /** A new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};
