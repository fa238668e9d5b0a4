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
import type { BuiltPrompt, PromptCommand } from '../domain/context/build-prompt.ts';
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
 * Stores conversations: the turns of the window, the sealed segments, and the turns that left the window and can still be found. Appends
 * are decided by domain/context/append.ts where no other write can interfere. The obligations of MemoryStore on identifiers, errors and
 * aborts apply.
 */
export interface ContextStore {
  /**
   * Appends turns, which are durable when it resolves; a read sees all of an append or none. A request id that was applied is answered
   * alike.
   */
  append(intent: AppendIntent, call: CallContext): Promise<Appended>;
  /** Seals the window, or its turns up to one; with `ends` it closes the session, too; an idle session keeps its window. */
  flush(intent: FlushIntent, call: CallContext): Promise<Flushed>;
  /** Returns idle sessions whose window is not summarised; the same ones until they are. */
  idle(query: IdleQuery, call: CallContext): Promise<readonly Scope[]>;
  /** Reads a session. It sees every write that resolved before it began, as of one moment of the store. */
  read(query: SessionQuery, call: CallContext): Promise<SessionView>;
  /** Lists sessions by last use, newest first, then by id. Pages neither skip nor repeat a session that nobody uses meanwhile. */
  list(query: SessionListQuery, call: CallContext): Promise<SessionListPage>;
  /**
   * Lists turns by number, each once, and the segments that end among them; none if there is no such session. Pages neither skip nor
   * repeat a turn or a segment that stays.
   */
  turns(query: TurnListQuery, call: CallContext): Promise<TurnListPage>;
  /**
   * Lists recalled turns by create time, then by id, in which the turns of one append ascend; with the beginning of each as far as facts are
   * read of it. Those of tools, empty ones and those of sessions without recall are not among them.
   */
  recalledTurns(query: RecalledTurnQuery, call: CallContext): Promise<readonly RecalledTurn[]>;
  /** Prepares after an append what the session's next prompt is built of, so that the prompt need not wait. Nobody waits for this. */
  prepare(scope: Scope, after: { readonly changesFacts: boolean }): void;
  /** Returns the state that an append would be decided on. */
  state(scope: Scope, call: CallContext): Promise<SessionState>;
  /** Notes the price of input for the model that prompts are now requested for; nothing is stored for a session without turns. */
  notePricing(intent: PricingIntent): Promise<void>;
  /** Stores the report of a model's tokens, unless the session has no turns. */
  reportOutput(intent: OutputIntent, call: CallContext): Promise<void>;
  /** Adds to the accounts of sessions; sessions without turns have none. */
  addUsage(intent: UsageIntent): Promise<void>;
  /** Returns the usage; undefined for a session without turns. */
  usage(scope: Scope, call: CallContext): Promise<TokenUsage | undefined>;
  /** Learns how many tokens of a model correspond to one of o200k_base, and resolves to the factor that is now used. */
  learnFactor(
    seen: { readonly tenant: string; readonly model: string; readonly seen: number },
    call: CallContext,
  ): Promise<LearntFactor>;
  /**
   * True if everything that an answer rests on is, as far as this store knows, as it was when the answer was stored. Facts that were restored
   * since, or count from before, are not looked for: ResponseCache.drop is called for them.
   */
  factsHold(query: FactsHold, call: CallContext): Promise<boolean>;
  /**
   * Stores a system prompt once, makes it the agent's current one, and resolves to it as it was first stored. Rejects with QUOTA_EXCEEDED
   * if deleting versions that are not current does not make enough room.
   */
  putSystemPrompt(put: PutSystemPrompt, call: CallContext): Promise<KeptSystemPrompt>;
  /** Returns a system prompt; undefined if the agent has none of this version. Version '' is the current one. */
  systemPrompt(ref: SystemPromptRef, call: CallContext): Promise<SystemPrompt | undefined>;

  /** Returns the number of versions and their bytes. */
  systemPromptUse(owner: SystemPromptOwner, call: CallContext): Promise<Usage>;
}

/** Stores answers that may be given again. */
export interface ResponseCache {
  /**
   * Stores an answer in place of the one under the same key; the user's oldest answers are evicted for it. Returns false if it cannot be
   * stored now.
   */
  store(intent: StoreResponse, call: CallContext): Promise<boolean>;
  /**
   * Finds an answer, unless it has expired or rests on a fact that no longer holds. An answer that names no facts rests on all that is known
   * about the user: then any fact that is added, superseded, forgotten or restored since ends it.
   */
  find(query: FindResponse, call: CallContext): Promise<FoundResponse | undefined>;
  /** Deletes the answers that are based on facts that no longer hold, or that new facts may change, before it resolves. Never rejects. */
  drop(change: FactsChanged): Promise<void>;
}

/** Stores facts about users; decides by domain/facts/decide-fact.ts. The obligations of MemoryStore apply. */
export interface FactStore {
  /**
   * Adds or confirms facts, and resolves to an outcome for each, in order; durable when it resolves, all or none. A fact that `leans` is
   * left out, without an outcome, if there is nothing that it corrects. A request id that was applied is answered alike, here as in the
   * other calls that have one. Rejects with QUOTA_EXCEEDED: the quota counts facts that hold.
   */
  say(intent: facts.SayIntent, call: CallContext): Promise<readonly facts.SaidOutcome[]>;
  /**
   * Replaces a fact, pinned or not, whatever the words of either. Rejects with FACT_NOT_FOUND if the fact was superseded or forgotten, and
   * with QUOTA_EXCEEDED if what replaces it does not fit in its place; then nothing has changed.
   */
  replace(intent: facts.ReplaceIntent, call: CallContext): Promise<facts.SaidOutcome>;
  /** Pins or unpins a fact. Rejects with FACT_NOT_FOUND if the fact was superseded or forgotten. */
  pin(intent: facts.PinIntent, call: CallContext): Promise<void>;
  /**
   * Restores a superseded fact, and supersedes what stands in its place now; confirms one that still holds. Rejects with FACT_NOT_FOUND if
   * it was forgotten, and with QUOTA_EXCEEDED.
   */
  restore(intent: facts.RestoreIntent, call: CallContext): Promise<facts.SaidOutcome>;
  /**
   * Adds facts that are read later than they were said, by domain/facts/late-facts.ts. Resolves to an outcome for each, in order; durable
   * when it resolves, all or none.
   */
  sayLate(intent: facts.LateIntent, call: CallContext): Promise<readonly facts.LateOutcome[]>;
  /** Returns the current facts that a reader found in these turns of these sessions. */
  readIn(query: facts.ReadInQuery, call: CallContext): Promise<readonly Fact[]>;
  /** Erases the text of a fact, which may be superseded. Rejects with FACT_NOT_FOUND if there is none or it was forgotten. */
  forget(intent: facts.ForgetIntent, call: CallContext): Promise<void>;
  /**
   * Confirms a fact: counts at once, wherever the fact is read, and is written within minutes or on closing; has no effect if the fact was
   * superseded or forgotten, or is not the user's. `call` is given if the caller's call does only this.
   */
  confirm(ref: facts.FactRef, nowMs: number, call?: CallContext): void;
  /** Returns a fact, whatever its state; undefined if the user has none of this id, or none in the scope's namespace. */
  get(ref: facts.FactRef, call: CallContext): Promise<facts.FactHistory | undefined>;
  /** Lists facts by create time, then id. Pages neither skip nor repeat a fact that stays as it is; a page may be short before the end. */
  list(query: facts.FactListQuery, call: CallContext): Promise<facts.FactPage>;
  /** Finds facts, best first; never superseded or forgotten ones, nor unconfirmed ones of low confidence. */
  find(query: facts.FactQuery, call: CallContext): Promise<readonly facts.FactHit[]>;
  /** Finds facts for a prompt, best first. */
  findForPrompt(query: facts.PromptFactQuery, call: CallContext): Promise<readonly facts.FactForPrompt[]>;
  /** Counts the user's facts in each state. */
  counts(scope: Scope, nowMs: number, call: CallContext): Promise<Readonly<Record<FactState, number>>>;
  /** Returns, for each text, the ids of the facts that it mentions. */
  mentioned(query: facts.MentionQuery, call: CallContext): Promise<readonly (readonly string[])[]>;
  /** Tells what a text would change, and writes nothing. */
  judge(query: facts.JudgeQuery, call: CallContext): Promise<facts.Judgement>;
}

/** A turn that is to be summarised. */
export type TurnToSummarise = { readonly who: string; readonly content: string };
/** The text that a model wrote for each key, before any check. */
export type WrittenKeys = Readonly<Record<SegmentKey, string>>;

/** A language model that writes summaries. Rules write those for which it fails. */
export interface Summarizer {
  /** Summarises turns; undefined if it could not, for any reason. Rejects only once the signal aborts. */
  summarise(turns: readonly TurnToSummarise[], signal: StopSignal): Promise<WrittenKeys | undefined>;
}

/** A language model that finds facts in turns. */
export interface FactExtractor {
  /** The identity of the model, which is stored with the facts that it found. */
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
    /** The number of facts that were malformed. */
    readonly misshapen: number;
    /** The tokens of question and answer, if the server tells them. */
    readonly tokens: number | undefined;
  }>;
}

/** A daily budget of tokens for a language model, which survives restarts. */
export interface TokenBudget {
  readonly tokensADay: number;
  /** Takes tokens; false if too few are left today, and then none are taken. */
  take(tokens: number): boolean;
  /** Corrects what was taken to what was used. */
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
  /** The domain of the text; '' if it is not clear. */
  readonly domain: string;
};

/**
 * Reads texts and counts their tokens. Long work delays no other call: it stops at the signal, and rejects with OVERLOADED if too much of
 * it waits.
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
  /** Builds a prompt. The encoding of its model must have been loaded. */
  buildPrompt(command: PromptCommand, call: CallContext): Promise<BuiltPrompt>;
}

/** Counts tokens by a public tokenizer. */
export interface TokenCounter {
  /** Makes `count` ready for an encoding: about 200 ms the first time, tens of megabytes each. */
  load(encoding: Encoding): Promise<void>;
  /** Counts in an encoding that has been loaded. */
  readonly count: CountText;
}
export type Discarded = { readonly expireMs: number; readonly droppedBytes: number };

/** The log of texts that must never be sent to a model. It cannot be read back. */
export interface DiscardLog {
  /**
   * Logs a text. Resolves to the time at which it will be deleted, in milliseconds since 1970, and the bytes of the user's oldest hours
   * that were deleted to make room. Rejects with QUOTA_EXCEEDED if the current hour alone takes the user's whole quota.
   */
  record(scope: Scope, kind: string, text: string, call: CallContext): Promise<Discarded>;
}
