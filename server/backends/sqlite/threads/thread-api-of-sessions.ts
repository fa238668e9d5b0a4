/** What is asked of readers about sessions. */
import type { SessionQuery, SessionView, SystemPrompt, SystemPromptRef } from '../../../domain/context/intents.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import type { SessionState } from '../../../domain/context/turn.ts';
import type { TokenUsage } from '../../../domain/context/usage.ts';
import type { Scope } from '../../../domain/memory.ts';

/** What a session is, whatever is asked. */
export type StillView = Omit<SessionView, 'recalled'>;

/** `still` is absent where it is what the asker has: what `has` named. */
export type SeenSession = {
  readonly stamp: number;
  readonly still: StillView | undefined;
  readonly recalled: readonly Recalled[];
};

export type ReaderApiOfSessions = {
  /**
   * `has` is the stamp of the answer that the asker holds of the same session, system prompt and model. Turns of before `oldestMs`
   * have expired; `clockMs` as in `retrieve`.
   */
  session(argument: {
    readonly query: SessionQuery;
    readonly has: number | undefined;
    readonly clockMs: number;
    readonly oldestMs: number;
  }): SeenSession;
  sessionState(scope: Scope): SessionState;
  systemPrompt(ref: SystemPromptRef): SystemPrompt | undefined;
  /** Undefined for a session without turns. */
  sessionUsage(scope: Scope): TokenUsage | undefined;
};
