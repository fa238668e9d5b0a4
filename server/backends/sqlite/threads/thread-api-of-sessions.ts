/** What is asked of readers about sessions. */
import type {
  IdleQuery,
  SessionQuery,
  SessionView,
  SystemPrompt,
  SystemPromptOwner,
  SystemPromptRef,
} from '../../../domain/context/intents.ts';
import type { Relevance } from '../../../domain/context/materials.ts';
import type { EarlierSession } from '../../../domain/context/earlier-sessions.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import type { SessionState, WindowPolicy } from '../../../domain/context/turn.ts';
import type { TokenUsage } from '../../../domain/context/usage.ts';
import type { Usage } from '../../../domain/decide/quota.ts';
import type { Scope } from '../../../domain/memory.ts';

/** What a session is, whatever is asked. */
export type StillView = Omit<SessionView, 'recalled' | 'relevance' | 'chance' | 'earlierSessions'>;

/** `still` is absent where it is what the asker has: what `has` named. */
export type SeenSession = {
  readonly stamp: number;
  readonly still: StillView | undefined;
  readonly recalled: readonly Recalled[];
  readonly relevance: Relevance;
  readonly chance: number;
  readonly earlierSessions: readonly EarlierSession[];
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
    readonly defaultPolicy: WindowPolicy;
  }): SeenSession;
  sessionState(argument: { readonly scope: Scope; readonly defaultPolicy: WindowPolicy }): SessionState;
  idleSessions(query: IdleQuery): readonly Scope[];
  systemPrompt(ref: SystemPromptRef): SystemPrompt | undefined;
  systemPromptUse(owner: SystemPromptOwner): Usage;
  /** Undefined for a session without turns. */
  sessionUsage(scope: Scope): TokenUsage | undefined;
};
