/** Declares what the Context service needs of its surroundings. */
import type {
  Appended,
  AppendIntent,
  FactsChanged,
  FactsHold,
  Flushed,
  FindResponse,
  FlushIntent,
  FoundResponse,
  IdleQuery,
  OutputIntent,
  PricingIntent,
  PutSystemPrompt,
  SessionListPage,
  SessionListQuery,
  RecalledTurn,
  RecalledTurnQuery,
  SessionQuery,
  SessionView,
  StoreResponse,
  KeptSystemPrompt,
  SystemPrompt,
  SystemPromptOwner,
  SystemPromptRef,
  TurnListPage,
  TurnListQuery,
  UsageIntent,
} from '../domain/context/intents.ts';
import type { StopSignal } from '../domain/abort.ts';
import type { SegmentKey } from '../domain/context/segment.ts';
import type { BuiltPrompt, PromptOrder } from '../domain/context/build-prompt.ts';
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import type { LearntFactor, TokenUsage } from '../domain/context/usage.ts';
import type { ReadTurn, SessionState, TopicSign, Turn } from '../domain/context/turn.ts';
import type { TurnEdges } from '../domain/conversation/topic-cut.ts';
import type { ExtractedFact } from '../domain/facts/extract-facts.ts';
import type { Fact } from '../domain/facts/fact.ts';
import type { ForgetRequest } from '../domain/facts/forget-facts.ts';
import type { SentTurn, StatedFact } from '../domain/facts/stated-facts.ts';
import type * as facts from '../domain/facts/fact-intents.ts';
import type { FactState } from '../domain/facts/fact-state.ts';
import type { Usage } from '../domain/decide/quota.ts';
import type { Scope } from '../domain/memory.ts';
import type { CallContext } from './stores.ts';

/**
 * Keeps conversations: the window's turns, the segments that were sealed, and the turns that left the window, findable. Decides by
 * domain/context/append.ts where nothing can come between. The obligations of MemoryStore on identifiers, errors and aborts hold.
 */
export interface ContextStore {
  /** Durable when it resolves, and whole: a read sees all of an append or none. A request id that was applied is answered alike. */
  append(intent: AppendIntent, call: CallContext): Promise<Appended>;
  /** Seals the window, or its turns up to one; with `ends` it closes the session, too; of an idle session the window stays. */
  flush(intent: FlushIntent, call: CallContext): Promise<Flushed>;
  /** Idle sessions whose window is not summed up; the same ones until they are. */
  idle(query: IdleQuery, call: CallContext): Promise<readonly Scope[]>;
  /** Sees every write that resolved before it began, and one moment of the store. */
  read(query: SessionQuery, call: CallContext): Promise<SessionView>;
  /** Lists sessions by last use, newest first, then by id. Pages neither skip nor repeat a session that nobody uses meanwhile. */
  list(query: SessionListQuery, call: CallContext): Promise<SessionListPage>;
  /** Lists turns by number, each once; none if there is no such session. Pages neither skip nor repeat a turn that stays. */
  turns(query: TurnListQuery, call: CallContext): Promise<TurnListPage>;
  /** Lists recalled turns in the order in which they were said, with the beginning of each as far as facts are read of it. */
  recalledTurns(query: RecalledTurnQuery, call: CallContext): Promise<readonly RecalledTurn[]>;
  /** Makes ready what the session's next prompt is built of after an append, so that it need not wait. Nobody waits for this. */
  prepare(scope: Scope, after: { readonly changesFacts: boolean }): void;
  /** Returns the state that an append would be decided on. */
  state(scope: Scope, call: CallContext): Promise<SessionState>;
  /** Says what the model takes for input that prompts are now asked for; of a session without turns nothing is kept. */
  notePricing(intent: PricingIntent): Promise<void>;
  /** Stores the report of a model's tokens, unless the session has no turns. */
  reportOutput(intent: OutputIntent, call: CallContext): Promise<void>;
  /** Adds to the accounts of sessions; sessions without turns have none. */
  addUsage(intent: UsageIntent): Promise<void>;
  /** Undefined for a session without turns. */
  usage(scope: Scope, call: CallContext): Promise<TokenUsage | undefined>;
  /** Tells how many tokens of a model one of o200k_base was seen to be; resolves to what is now held of it. */
  learnFactor(
    seen: { readonly tenant: string; readonly model: string; readonly seen: number },
    call: CallContext,
  ): Promise<LearntFactor>;
  /** True if everything that an answer rests on is, as far as this store knows, as it was when the answer was stored. */
  factsHold(query: FactsHold, call: CallContext): Promise<boolean>;
  /** Keeps it once, and makes it the agent's current one. Resolves to it as it was first kept. */
  /** Rejects with QUOTA_EXCEEDED where versions that are not current do not make enough room. */
  putSystemPrompt(put: PutSystemPrompt, call: CallContext): Promise<KeptSystemPrompt>;
  /** Undefined where the agent has none such; version '' is the current one. */
  systemPrompt(ref: SystemPromptRef, call: CallContext): Promise<SystemPrompt | undefined>;

  /** Returns the number of versions and their bytes. */
  systemPromptUse(owner: SystemPromptOwner, call: CallContext): Promise<Usage>;
}

/** Keeps answers that may be given again. */
export interface ResponseCache {
  /**
   * Stores an answer in place of the one under the same key; the user's oldest answers are evicted for it. Returns false if it cannot be
   * stored now.
   */
  store(intent: StoreResponse, call: CallContext): Promise<boolean>;
  /** Finds an answer, unless it has expired or rests on a fact that no longer holds. */
  find(query: FindResponse, call: CallContext): Promise<FoundResponse | undefined>;
  /** These facts hold no more, or others came: what rests on them goes, before this resolves. Never rejects. */
  drop(change: FactsChanged): Promise<void>;
}

/** Keeps what is known of users; decides by domain/facts/decide-fact.ts. MemoryStore's obligations hold. */
export interface FactStore {
  /** An outcome for each, in order; durable when it resolves, all or none. Rejects with QUOTA_EXCEEDED. */
  say(intent: facts.SayIntent, call: CallContext): Promise<readonly facts.SaidOutcome[]>;
  /** Rejects with FACT_NOT_FOUND where the fact stands no more. */
  replace(intent: facts.ReplaceIntent, call: CallContext): Promise<facts.SaidOutcome>;
  /** Rejects with FACT_NOT_FOUND where the fact stands no more. */
  pin(intent: facts.PinIntent, call: CallContext): Promise<void>;
  /** Closes what stands in its place. Rejects with FACT_NOT_FOUND where it is forgotten, and with QUOTA_EXCEEDED. */
  restore(intent: facts.RestoreIntent, call: CallContext): Promise<facts.SaidOutcome>;
  /** Decides by domain/facts/late-facts.ts. An outcome for each, in order; durable when it resolves, all or none. */
  sayLate(intent: facts.LateIntent, call: CallContext): Promise<readonly facts.LateOutcome[]>;
  /** The standing facts that a reader found in turns of these sessions and numbers. */
  readIn(query: facts.ReadInQuery, call: CallContext): Promise<readonly Fact[]>;
  /** Erases the text. Rejects with FACT_NOT_FOUND. */
  forget(intent: facts.ForgetIntent, call: CallContext): Promise<void>;
  /** Counts at once, and is written within minutes or on closing; for nothing where the fact stands no more. `call`: where that is all it does. */
  confirm(ref: facts.FactRef, nowMs: number, call?: CallContext): void;
  /** Whatever its state. */
  get(ref: facts.FactRef, call: CallContext): Promise<facts.FactHistory | undefined>;
  /** Lists facts by create time, then id. */
  list(query: facts.FactListQuery, call: CallContext): Promise<facts.FactPage>;
  /** Best first. Never what is superseded, forgotten or out. */
  find(query: facts.FactQuery, call: CallContext): Promise<readonly facts.FactHit[]>;
  /** Best first. */
  findForPrompt(query: facts.PromptFactQuery, call: CallContext): Promise<readonly facts.FactForPrompt[]>;
  /** Counts the user's facts in each state. */
  counts(scope: Scope, nowMs: number, call: CallContext): Promise<Readonly<Record<FactState, number>>>;
  /** Returns, for each text, the ids of the facts that it mentions. */
  mentioned(query: facts.MentionQuery, call: CallContext): Promise<readonly (readonly string[])[]>;
  /** Tells what a text would change, and writes nothing. */
  judge(query: facts.JudgeQuery, call: CallContext): Promise<facts.Judgement>;
}

/** A turn as a summary is written of it. */
export type TurnToSummarise = { readonly who: string; readonly content: string };
/** The text that a model wrote for each key, before any check. */
export type WrittenKeys = Readonly<Record<SegmentKey, string>>;

/** A language model that writes summaries. Rules write those that it does not. */
export interface Summarizer {
  /** Undefined where it could not, for whatever reason; rejects only once the signal aborts. */
  summarise(turns: readonly TurnToSummarise[], signal: StopSignal): Promise<WrittenKeys | undefined>;
}

/** A language model that finds facts in turns. */
export interface FactExtractor {
  /** Stored with what it found. */
  readonly identity: string;
  /**
   * Returns statements that are not yet compared with the turns. Rejects with BACKEND_UNAVAILABLE, with the time to retry if that may help,
   * and as soon as the signal aborts. `beforeAskingAgain` runs before each retry of a failed request; an error that it throws ends the
   * retries.
   */
  extract(
    turns: readonly SentTurn[],
    signal: StopSignal,
    beforeAskingAgain: () => void,
  ): Promise<{
    readonly stated: readonly StatedFact[];
    /** Facts that were not of the form. */
    readonly misshapen: number;
    /** The tokens of question and answer, if the server tells them. */
    readonly tokens: number | undefined;
  }>;
}

/** Tokens that may go to a language model in a day, over restarts. */
export interface TokenBudget {
  readonly tokensADay: number;
  /** False where today's are too few: then nothing is taken. */
  take(tokens: number): boolean;
  /** Says what it was in the end of what was taken. */
  settle(taken: number, used: number): void;
  /** The time at which the next day begins. */
  nextDayMs(): number;
}

/** The statements that a user makes about themselves in a text. */
export type ReadSpeech = {
  /** The text in NFC, as far as it was read: spans count its UTF-16 units. */
  readonly text: string;
  readonly facts: readonly ExtractedFact[];
  readonly forget: ForgetRequest | undefined;
};

/** The measures by which a text is compared with a session. */
export type HeardText = {
  readonly vector: Float32Array;
  readonly stems: readonly string[];
  readonly edges: TurnEdges;
  readonly sign: TopicSign | undefined;
  /** '' where that is not clear. */
  readonly domain: string;
};

/**
 * Reads and counts texts. What takes long holds up no other call: it stops at the signal, and rejects with OVERLOADED where too much
 * of it waits.
 */
export interface TextReader {
  /** Counts tokens of short texts, synchronously. */
  readonly tokens: TokenCounter;
  /** Reads the turns in their order. */
  readTurns(
    turns: readonly Turn[],
    scope: Pick<Scope, 'agentId' | 'sessionId'>,
    call: CallContext,
  ): Promise<readonly ReadTurn[]>;
  readSpeech(text: string, call: CallContext): Promise<ReadSpeech>;
  hear(text: string, call: CallContext): Promise<HeardText>;
  /** Counts each text; the answers are in the same order. */
  count(texts: readonly string[], encoding: Encoding, call: CallContext): Promise<readonly ReturnType<CountText>[]>;
  /** The encoding of its model must be loaded. */
  buildPrompt(order: PromptOrder, call: CallContext): Promise<BuiltPrompt>;
}

/** Counts tokens by a public tokenizer. */
export interface TokenCounter {
  /** Makes `count` ready for an encoding: some 200 ms the first time, tens of megabytes each. */
  load(encoding: Encoding): Promise<void>;
  /** Counts in an encoding that has been loaded. */
  readonly count: CountText;
}
export type Discarded = { readonly expireMs: number; readonly droppedBytes: number };

/** Takes what is never to be sent to a model. It cannot give anything back. */
export interface DiscardLog {
  /**
   * Resolves to when it will be gone, in milliseconds since 1970, and how many bytes of the user's oldest hours made room. Rejects with
   * QUOTA_EXCEEDED where this hour alone takes what a user may have.
   */
  record(scope: Scope, kind: string, text: string, call: CallContext): Promise<Discarded>;
}
