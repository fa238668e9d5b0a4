/** A conversation, with its scope bound: what is said goes in, prompts come out. The whole contract is on `recorda.context`. */
import {
  AssembleMode,
  BlockKind,
  BlockOrder,
  CacheMark,
  PromptFormat,
  WindowPolicy,
  type AppendTurnsResponse,
  type AssembleContextResponse,
  type GetTokenUsageResponse,
  type PromptExtra,
  type Segment,
  type SessionTurn,
  type SystemPrompt,
  type ToolResult,
  type WatchSessionResponse,
} from '../proto/gen/recorda/v1/context.ts';
import { Role } from '../proto/gen/recorda/v1/resources.ts';
import type { AgentScope } from './agent-types.ts';
import { CONVERSATION_CHECKS, SCOPE } from './option-names.ts';
import { refuseUnknown, refusingUnknown } from './options.ts';
import { pages } from './pages.ts';
import type { ContextClient } from './recorda.ts';
import type { CallOptions } from './typed-client.ts';

/** The user, session and agent of a conversation. */
export type ConversationScope = AgentScope & { readonly sessionId: string };

/** One message. */
export type ConversationTurn = {
  /** Absent: the user. */
  readonly role?: 'user' | 'assistant' | 'tool' | undefined;
  readonly content: string;
  /** The speaker's name, at most 256 bytes; makes the turn easier to find. */
  readonly speaker?: string | undefined;
  /** When it was said; absent: now. */
  readonly time?: Date | undefined;
  /** Tools that the assistant calls. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly argumentsJson?: string }[];
  /** The call that a tool's turn answers. */
  readonly toolCallId?: string | undefined;
};

/** A turn as the server keeps it: what `append` was given, and where it stands. */
export type KeptTurn = Required<Pick<ConversationTurn, 'content' | 'toolCalls'>> & {
  /** Its number in the session, from 1. */
  readonly turn: number;
  readonly role: 'user' | 'assistant' | 'tool';
  /** '' where nobody was named. */
  readonly speaker: string;
  readonly time: Date;
  /** The call that a tool's turn answers; '' for other turns, and for those that left the window. */
  readonly toolCallId: string;
  /** Whether the next prompt has it word for word. Of others the calls of tools are not kept. */
  readonly inWindow: boolean;
  readonly agentId: string;
  readonly createTime: Date;
};

const WINDOW_POLICIES = {
  cached: WindowPolicy.CACHED,
  sliding: WindowPolicy.SLIDING,
} as const;

/** UserKey API a prompt is for. */
export type Provider = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'plain';

/** Options of a prompt. */
export type PromptOptions = CallOptions & {
  /** The model, by which tokens are counted; absent: o200k_base. */
  readonly model?: string | undefined;
  /** Absent: openai-chat. */
  readonly provider?: Provider | undefined;
  /** The most that it may take, 100 to 4,000; absent: 4,000. */
  readonly maxTokens?: number | undefined;
  /** The most of them that recalled turns may take; absent: 350 less those of facts, or under `maxTokens` as many as their chance to help is worth. */
  readonly maxRecallTokens?: number | undefined;
  /** Results of tools that the model has not seen. */
  readonly toolResults?: readonly ToolResult[] | undefined;
  /** Descriptions of tools, examples and format instructions: left out when the model need not see them again. */
  readonly tools?: readonly { readonly name: string; readonly text: string }[] | undefined;
  readonly examples?: readonly string[] | undefined;
  readonly formatInstructions?: string | undefined;
  /** Facts right after the system prompt; absent: what stays as it is comes first, so that the provider caches it. */
  readonly factsFirst?: boolean | undefined;
  /** Asks again after an answer that failed. */
  readonly isRetry?: boolean | undefined;
  /** The blocks say of everything what it costs, what it is worth, and why it came. */
  readonly explain?: boolean | undefined;
  /** The model may ask in passing whether one fact still holds that goes stale soon; `confirmFactId` says which. */
  readonly asksToConfirm?: boolean | undefined;
};

/** A prompt: `body` is to be spread into the request to the provider; of `plain` it is the text. */
export type Prompt = Omit<AssembleContextResponse, 'payload'> & { readonly body: object | string };

/** Options of a tail. */
export type TailOptions = Pick<PromptOptions, 'model' | 'provider' | 'maxRecallTokens' | keyof CallOptions> & {
  /** The most that the block may take, 100 to 4,000; absent: 250. */
  readonly maxTokens?: number | undefined;
  /** How many of the session's newest turns your history still has; absent: all of them. */
  readonly hostTurns?: number | undefined;
  /** Where tails stay in your history: the `sources` of those that it holds. They are not given again. Absent: no tail stays. */
  readonly kept?: readonly string[] | undefined;
};

/** What a host that keeps its own history is to send with this request. Usually empty. */
export type Tail = Omit<AssembleContextResponse, 'payload' | 'cacheMark' | 'prefix' | 'pendingToolCallIds'> & {
  /** To stand right before the last user message, in the provider's form; one message, or none. Of `plain` always none. */
  readonly messages: readonly object[];
  /** The same as text; '' for none. */
  readonly text: string;
  /** What it is made of: `fact:ID`, `recall:SESSION/TURN`. */
  readonly sources: readonly string[];
  /** Where the provider's mark belongs: on the last message before the block, on the last message of all, nowhere. */
  readonly mark: 'before-block' | 'last-message' | 'none';
};

/** One conversation. Every failed call throws a RecordaError. */
export type Conversation = {
  /** Whose it is. */
  readonly scope: ConversationScope;
  /** Keeps what was said, in order; durable when it resolves. */
  append(
    turns: ConversationTurn | readonly ConversationTurn[],
    options?: CallOptions & {
      readonly requestId?: string;
      readonly recallOff?: boolean;
      /** How the window is cut from now on; absent: as it was. */
      readonly windowPolicy?: 'cached' | 'sliding';
    },
  ): Promise<AppendTurnsResponse>;
  /** The prompt for what the user says now; without a text, for what they said last. Keeps nothing. */
  prompt(newTurn?: string, options?: PromptOptions): Promise<Prompt>;
  /**
   * For hosts that keep their own history: what memory has for this question that is not in it, as one block for this request only. Without
   * a text, for what the user said last.
   */
  tail(newTurn?: string, options?: TailOptions): Promise<Tail>;
  /** Keeps the agent's system prompt; from now on it is in every prompt of that agent. */
  instruct(blocks: Partial<SystemPrompt>, options?: CallOptions): Promise<SystemPrompt>;
  /** Says how the model's answer went: the next prompt goes by it. */
  reportOutput(
    report: { readonly isRight: boolean; readonly parseError?: string; readonly error?: string },
    options?: CallOptions,
  ): Promise<void>;
  /** Seals what the window holds: the next prompt has its summary. */
  flush(options?: CallOptions): Promise<readonly Segment[]>;
  /** Seals and closes it; what was said stays findable. */
  end(options?: CallOptions): Promise<readonly Segment[]>;
  /** Its turns as far as they are kept, in order; pages are fetched as they are needed. */
  turns(options?: CallOptions & { readonly newestFirst?: boolean | undefined }): AsyncIterable<KeptTurn>;
  /** What its prompts came to, beside what the whole history would have. */
  usage(options?: CallOptions): Promise<GetTokenUsageResponse>;
  /** What becomes of it, as it happens. `break` ends it. */
  watch(options?: CallOptions): AsyncIterable<NonNullable<WatchSessionResponse['event']>>;
};

const ROLES = { user: Role.USER, assistant: Role.ASSISTANT, tool: Role.TOOL } as const;
const ROLE_NAMES = { [Role.USER]: 'user', [Role.ASSISTANT]: 'assistant', [Role.TOOL]: 'tool' } as const;
const FORMATS = {
  'openai-chat': PromptFormat.OPENAI_CHAT,
  'openai-responses': PromptFormat.OPENAI_RESPONSES,
  anthropic: PromptFormat.ANTHROPIC,
  gemini: PromptFormat.GEMINI,
  plain: PromptFormat.PLAIN,
} as const;

const MARKS = new Map<CacheMark, Tail['mark']>([
  [CacheMark.BEFORE_BLOCK, 'before-block'],
  [CacheMark.LAST_MESSAGE, 'last-message'],
]);

/** The handle of `scope` over `context`. */
export function conversation(context: ContextClient, scope: ConversationScope): Conversation {
  refuseUnknown(scope, SCOPE, 'the scope of a conversation');
  const handle: Conversation = {
    scope,

    append: (turns, { requestId = '', recallOff, windowPolicy, ...options } = {}) =>
      context.appendTurns(
        {
          ...{ scope, turns: [turns].flat().map(wireTurn), requestId, recallOff },
          windowPolicy: windowPolicy && WINDOW_POLICIES[windowPolicy],
        },
        options,
      ),

    async prompt(newTurn = '', options = {}) {
      const {
        provider = 'openai-chat',
        model = '',
        maxTokens,
        maxRecallTokens,
        isRetry = false,
        factsFirst = false,
        explain = false,
        asksToConfirm = false,
        toolResults = [],
      } = options;
      const request = { scope, newTurn, model, format: FORMATS[provider], maxTokens, maxRecallTokens, isRetry };
      const order = factsFirst ? BlockOrder.FACTS_FIRST : BlockOrder.UNSPECIFIED;
      const asked = {
        order,
        explain,
        asksToConfirm,
        toolResults: [...toolResults],
        extras: extrasOf(options),
        ...request,
      };
      const { payload, ...rest } = await context.assembleContext(asked, options);
      return { body: provider === 'plain' ? payload : (JSON.parse(payload) as object), ...rest };
    },

    async tail(newTurn = '', options = {}) {
      const { provider = 'openai-chat', model = '', maxTokens, maxRecallTokens, hostTurns, kept } = options;
      const tail = { hostTurns, keepsBlocks: kept !== undefined, keptSources: [...(kept ?? [])] };
      const asked = { scope, newTurn, model, format: FORMATS[provider], maxTokens, maxRecallTokens };
      const answer = await context.assembleContext({ ...asked, mode: AssembleMode.TAIL, tail }, options);
      const { payload, cacheMark, prefix: _prefix, pendingToolCallIds: _pending, ...rest } = answer;
      return {
        messages: provider === 'plain' ? [] : messagesOf(payload),
        text: rest.blocks.map(({ text }) => text).join('\n\n'),
        sources: rest.blocks.flatMap(({ sources }) => sources),
        mark: MARKS.get(cacheMark) ?? 'none',
        ...rest,
      };
    },

    async instruct(systemPrompt, options) {
      return (await context.putSystemPrompt({ agentId: scope.agentId ?? '', systemPrompt }, options)).systemPrompt!;
    },

    async reportOutput({ isRight, parseError = '', error = '' }, options) {
      await context.reportOutput({ scope, isValid: isRight, fitsStructure: isRight, parseError, error }, options);
    },

    flush: async (options) => (await context.flushTopic({ scope }, options)).sealed,

    end: async (options) => (await context.endSession({ scope }, options)).sealed,

    turns: ({ newestFirst = false, ...options } = {}) =>
      pages(async (pageToken) => {
        const orderBy = newestFirst ? 'turn desc' : 'turn';
        const { turns, nextPageToken } = await context.listTurns({ scope, pageToken, orderBy }, options);
        return { elements: turns.map(keptTurn), nextPageToken };
      }),

    usage: (options) => context.getTokenUsage({ scope }, options),

    async *watch(options) {
      for await (const { event } of context.watchSession({ scope }, options)) if (event !== undefined) yield event;
    },
  };
  return refusingUnknown('conversation', handle, CONVERSATION_CHECKS);
}

/** The list of messages in a payload, whatever the provider calls it. */
function messagesOf(payload: string): readonly object[] {
  return Object.values(JSON.parse(payload) as Readonly<Record<string, object[]>>).flat();
}

function wireTurn({ role = 'user', toolCalls = [], ...turn }: ConversationTurn) {
  return { role: ROLES[role], toolCalls: [...toolCalls], ...turn };
}

function keptTurn({ turn, said, inWindow, agentId, createTime }: SessionTurn): KeptTurn {
  if (said === undefined || createTime === undefined) throw new TypeError('The server sent a turn without its text.');
  const { role, content, speaker, time, toolCalls, toolCallId } = said;
  const name = ROLE_NAMES[role as keyof typeof ROLE_NAMES];
  const heard = { role: name, content, speaker, time: time ?? createTime, toolCalls, toolCallId };
  return { turn, ...heard, inWindow, agentId, createTime };
}

function extrasOf({ tools = [], examples = [], formatInstructions }: PromptOptions): Partial<PromptExtra>[] {
  return [
    ...tools.map(({ name, text }) => ({ kind: BlockKind.TOOL_DESCRIPTION, name, text })),
    ...examples.map((text, at) => ({ kind: BlockKind.EXAMPLE, name: `example ${at + 1}`, text })),
    ...(formatInstructions === undefined ? [] : [{ kind: BlockKind.FORMAT, name: 'format', text: formatInstructions }]),
  ];
}
