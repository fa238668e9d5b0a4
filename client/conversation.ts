/** A conversation with its scope bound: turns are appended, prompts are built. The whole contract is on `recorda.context`. */
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
  /** The role of the speaker; absent: the user. */
  readonly role?: 'user' | 'assistant' | 'tool' | undefined;
  readonly content: string;
  /** The speaker's name, at most 256 bytes; makes the turn easier to find. */
  readonly speaker?: string | undefined;
  /** The time at which it was said; absent: now. */
  readonly time?: Date | undefined;
  /** The tool calls of the assistant. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly argumentsJson?: string }[];
  /** The id of the call whose result a tool's turn is. */
  readonly toolCallId?: string | undefined;
};

/** A turn as the server keeps it: the appended turn, its number and its place. */
export type KeptTurn = Required<Pick<ConversationTurn, 'content' | 'toolCalls'>> & {
  /** The turn's number in the session, counted from 1. */
  readonly turn: number;
  readonly role: 'user' | 'assistant' | 'tool';
  /** The speaker's name; '' if none was given. */
  readonly speaker: string;
  readonly time: Date;
  /** The id of the call whose result a tool's turn is; '' for other turns, and for those that left the window. */
  readonly toolCallId: string;
  /** Whether the next prompt has it word for word. Tool calls are kept only for such turns. */
  readonly inWindow: boolean;
  readonly agentId: string;
  readonly createTime: Date;
};

const WINDOW_POLICIES = {
  cached: WindowPolicy.CACHED,
  sliding: WindowPolicy.SLIDING,
} as const;

/** The provider API that a prompt is for. */
export type Provider = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'plain';

/** Options of a prompt. */
export type PromptOptions = CallOptions & {
  /** The model, by which tokens are counted; absent: o200k_base. */
  readonly model?: string | undefined;
  /** The provider; absent: openai-chat. */
  readonly provider?: Provider | undefined;
  /** The most tokens that it may have, 100 to 4,000; absent: 4,000. */
  readonly maxTokens?: number | undefined;
  /**
   * The most of these that recalled turns may have; absent: what facts leave of 350, or of 600 for an order or a question that wants
   * several things, or with `maxTokens` as many as recall is worth.
   */
  readonly maxRecallTokens?: number | undefined;
  /** Results of tools that the model has not seen yet. */
  readonly toolResults?: readonly ToolResult[] | undefined;
  /** Descriptions of tools, examples and format instructions, which are left out if the model need not see them again. */
  readonly tools?: readonly { readonly name: string; readonly text: string }[] | undefined;
  readonly examples?: readonly string[] | undefined;
  readonly formatInstructions?: string | undefined;
  /** Whether facts come right after the system prompt; absent: unchanging parts come first, so that the provider caches them. */
  readonly factsFirst?: boolean | undefined;
  /** Whether this asks again after an answer that failed. */
  readonly isRetry?: boolean | undefined;
  /** Whether the blocks state the cost, the worth and the reason of everything in them. */
  readonly explain?: boolean | undefined;
  /** Whether the prompt may have the model ask in passing if a fact still holds that becomes stale soon; `confirmFactId` names it. */
  readonly asksToConfirm?: boolean | undefined;
};

/** A prompt: spread `body` into the request to the provider; for `plain` it is the text. */
export type Prompt = Omit<AssembleContextResponse, 'payload'> & { readonly body: object | string };

/** Options of a tail. */
export type TailOptions = Pick<PromptOptions, 'model' | 'provider' | 'maxRecallTokens' | keyof CallOptions> & {
  /** The most tokens that the block may have, 100 to 4,000; absent: 250. */
  readonly maxTokens?: number | undefined;
  /** The number of the session's newest turns that your history still has; absent: all of them. */
  readonly hostTurns?: number | undefined;
  /** The `sources` of the tails that your history holds, if you leave tails in it: they are not given again. Absent: no tail stays. */
  readonly kept?: readonly string[] | undefined;
};

/** The block that a host with its own history sends with this request. It is usually empty. */
export type Tail = Omit<AssembleContextResponse, 'payload' | 'cacheMark' | 'prefix' | 'pendingToolCallIds'> & {
  /** At most one message in the provider's format, to be placed right before the last user message. Always empty for `plain`. */
  readonly messages: readonly object[];
  /** The block as text; '' if there is none. */
  readonly text: string;
  /** The sources that it was made of: `fact:ID`, `recall:SESSION/TURN`. */
  readonly sources: readonly string[];
  /** The position of the provider's cache mark: on the last message before the block, on the last message of all, or nowhere. */
  readonly mark: 'before-block' | 'last-message' | 'none';
};

/** One conversation. Every failed call throws a RecordaError. */
export type Conversation = {
  /** The user, session and agent of the conversation. */
  readonly scope: ConversationScope;
  /** Appends turns in order; they are durable when it resolves. */
  append(
    turns: ConversationTurn | readonly ConversationTurn[],
    options?: CallOptions & {
      readonly requestId?: string;
      readonly recallOff?: boolean;
      /** The policy by which the window is cut from now on; absent: unchanged. */
      readonly windowPolicy?: 'cached' | 'sliding';
    },
  ): Promise<AppendTurnsResponse>;
  /** Builds the prompt for the user's new message, or without a text for their last one. It stores nothing. */
  prompt(newTurn?: string, options?: PromptOptions): Promise<Prompt>;
  /**
   * For hosts that keep their own history: returns what memory has for this question and is not in that history, as one block for this
   * request only. Without a text, for the user's last message.
   */
  tail(newTurn?: string, options?: TailOptions): Promise<Tail>;
  /** Stores the agent's system prompt; from now on every prompt of that agent has it. */
  instruct(blocks: Partial<SystemPrompt>, options?: CallOptions): Promise<SystemPrompt>;
  /** Reports whether the model's answer was right; the next prompt takes it into account. */
  reportOutput(
    report: { readonly isRight: boolean; readonly parseError?: string; readonly error?: string },
    options?: CallOptions,
  ): Promise<void>;
  /** Seals the window: the next prompt has its summary. */
  flush(options?: CallOptions): Promise<readonly Segment[]>;
  /** Seals the window and closes the session; its turns can still be found. */
  end(options?: CallOptions): Promise<readonly Segment[]>;
  /** Lists the session's turns as far as they are kept, in order; pages are fetched as they are needed. */
  turns(options?: CallOptions & { readonly newestFirst?: boolean | undefined }): AsyncIterable<KeptTurn>;
  /** Returns the tokens and costs of the session's prompts, compared with the whole history. */
  usage(options?: CallOptions): Promise<GetTokenUsageResponse>;
  /** Yields the session's events as they happen. `break` ends it. */
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

/** Creates the handle of `scope` over `context`. */
export function conversation(context: ContextClient, scope: ConversationScope): Conversation {
  refuseUnknown(scope, SCOPE, 'the scope of a conversation');
  const handle: Conversation = {
    scope,

    append: (turns, { requestId = '', recallOff, windowPolicy, ...options } = {}) =>
      context.appendTurns(
        {
          scope,
          turns: [turns].flat().map(wireTurn),
          requestId,
          recallOff,
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

/** Returns the list of messages in a payload, whatever the provider calls it. */
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
