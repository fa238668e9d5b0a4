/**
 * A middleware of the AI SDK's `wrapLanguageModel`, for its specifications V3 (`ai` 6) and V4 (`ai` 7): before a call of the model it puts
 * what memory has for the question right before the user's last message, and when the answer is there it stores both.
 *
 * It does not import the framework: what both specifications have in common is declared here.
 */
import type { Conversation, ConversationTurn } from '../conversation.ts';
import { RecordaError } from '../errors.ts';

export type RecordaMiddlewareOptions<Version extends 'v3' | 'v4'> = {
  /** The specification that the SDK requires: `v4` by default, `v3` for `ai` 6. */
  readonly specificationVersion?: Version | undefined;
  /**
   * The end of a call if Recorda cannot be reached or is too slow: `empty`, the default, goes on without memory and does not store the
   * turn; `throw` fails the call. Errors that a retry would not fix, like an invalid key, always fail it.
   */
  readonly onOutage?: 'empty' | 'throw' | undefined;
  /** Called with each error that `empty` ignores. */
  readonly onError?: ((error: RecordaError) => void) | undefined;
  /** The most tokens of memory in a call, 100 to 4,000; absent: 250. */
  readonly maxTokens?: number | undefined;
  /** The most time that one call of Recorda may take, in milliseconds; absent: 2,000. */
  readonly timeoutMs?: number | undefined;
};

type Part = {
  readonly type: string;
  readonly text?: string | undefined;
  readonly delta?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
};
type Message = { readonly role: string; readonly content: string | readonly object[] };
type Params = { readonly prompt: readonly object[] };
type Generated = { readonly content: readonly object[] };
type Streamed<Chunk> = { readonly stream: ReadableStream<Chunk> };

/** The parts of `LanguageModelV3Middleware` and `LanguageModelV4Middleware` that are used. */
export type RecordaMiddleware<Version extends 'v3' | 'v4'> = {
  readonly specificationVersion: Version;
  transformParams<P extends Params>(call: { readonly params: P }): Promise<P>;
  wrapGenerate<R extends Generated>(call: {
    readonly doGenerate: () => PromiseLike<R>;
    readonly params: object;
  }): Promise<R>;
  wrapStream<Chunk extends object, R extends Streamed<Chunk>>(call: {
    readonly doStream: () => PromiseLike<R & Streamed<Chunk>>;
    readonly params: object;
  }): Promise<R & Streamed<Chunk>>;
};

/** The number of turns that may wait for their answers. For an older one the next call asks memory again. */
const AWAITED = 100;
const TIMEOUT_MS = 2000;

/** A turn of the user, however many calls of the model it takes to answer it. */
type UserTurn = {
  /** The turns that are stored before the answer. */
  readonly said: readonly ConversationTurn[];
  readonly block: Promise<string>;
};

/**
 * Creates the middleware: `wrapLanguageModel({ model, middleware: recordaMiddleware(recorda.conversation({ userId, sessionId })) })`. The
 * user's message is stored once, together with the answer, when a call ends without asking for a tool; a call that fails or is aborted
 * stores nothing.
 */
export function recordaMiddleware<Version extends 'v3' | 'v4' = 'v4'>(
  conversation: Conversation,
  options: RecordaMiddlewareOptions<Version> = {},
): RecordaMiddleware<Version> {
  const { specificationVersion = 'v4' as Version, maxTokens, timeoutMs = TIMEOUT_MS } = options;
  const awaited = new Map<string, UserTurn>();
  /** The turns of calls, by the parameters that a call was given. */
  const calls = new WeakMap<object, { readonly key: string; readonly turn: UserTurn }>();

  const orEmpty = async <T>(call: Promise<T>, empty: T): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (options.onOutage === 'throw' || !(error instanceof RecordaError) || !error.retryable) throw error;
      options.onError?.(error);
      return empty;
    }
  };

  const turnOf = (key: string, prompt: readonly Message[], last: number): UserTurn => {
    const known = awaited.get(key);
    if (known !== undefined) return known;
    const question = textOf(prompt[last]!);
    const asked = { provider: 'plain', maxTokens, timeoutMs, hostTurns: turnsIn(prompt.slice(0, last)) } as const;
    const block =
      question === ''
        ? Promise.resolve('')
        : orEmpty(
            conversation.tail(question, asked).then(({ text }) => text),
            '',
          );
    const turn = { said: isAnswered(prompt) ? [] : unkept(prompt, last), block };
    awaited.set(key, turn);
    for (const oldest of awaited.keys()) if (awaited.size > AWAITED) awaited.delete(oldest);
    return turn;
  };

  const keep = async (params: object, parts: readonly Part[], text: string): Promise<void> => {
    const call = calls.get(params);
    if (call === undefined || parts.some(isOpen)) return;
    awaited.delete(call.key);
    const { said } = call.turn;
    const turns = text === '' ? said : [...said, { role: 'assistant' as const, content: text }];
    if (turns.length > 0) await orEmpty(conversation.append(turns, { timeoutMs }), undefined);
  };

  return {
    specificationVersion,

    async transformParams({ params }) {
      const prompt = params.prompt as readonly Message[];
      const last = prompt.findLastIndex(({ role }) => role === 'user');
      if (last < 0) return params;
      const key = JSON.stringify(prompt.slice(0, last + 1).map((message) => [message.role, textOf(message)]));
      const turn = turnOf(key, prompt, last);
      const text = await turn.block.catch((error: unknown) => {
        awaited.delete(key);
        throw error;
      });
      const block = { role: 'user', content: [{ type: 'text', text }] };
      const changed = { ...params, prompt: prompt.toSpliced(last, 0, ...(text === '' ? [] : [block])) };
      calls.set(changed, { key, turn });
      return changed;
    },

    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const parts = result.content as readonly Part[];
      await keep(params, parts, textsOf(parts));
      return result;
    },

    async wrapStream({ doStream, params }) {
      const result = await doStream();
      return { ...result, stream: result.stream.pipeThrough(keeping((parts, text) => keep(params, parts, text))) };
    },
  };
}

/** Passes a stream on, and calls back with its parts before it ends, unless it had an error. */
function keeping<Chunk extends object>(
  keep: (parts: readonly Part[], text: string) => Promise<void>,
): TransformStream<Chunk, Chunk> {
  const parts: Part[] = [];
  let text = '';
  let isWhole = true;
  return new TransformStream({
    transform(chunk, controller) {
      const part = chunk as unknown as Part;
      if (part.type === 'text-delta') text += part.delta ?? '';
      if (part.type === 'error') isWhole = false;
      if (isOpen(part)) parts.push(part);
      controller.enqueue(chunk);
    },
    flush: async () => {
      if (isWhole) await keep(parts, text);
    },
  });
}

/** Tells whether the model waits for a tool that the program runs, so that this call is not the answer. */
const isOpen = ({ type, providerExecuted }: Part): boolean =>
  type === 'tool-approval-request' || (type === 'tool-call' && providerExecuted !== true);

const partsOf = ({ content }: Message): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Part[]);
const textsOf = (parts: readonly Part[]): string =>
  parts.flatMap(({ type, text = '' }) => (type === 'text' && text !== '' ? [text] : [])).join('\n');
const textOf = (message: Message): string => textsOf(partsOf(message));

/** Tells whether the prompt ends in an answer, which the model is to continue. */
function isAnswered(prompt: readonly Message[]): boolean {
  const last = prompt.at(-1)!;
  return last.role === 'assistant' && !partsOf(last).some(isOpen);
}

/** Returns the user's last message, and those before it that were not stored, since their last step was a tool and no answer followed. */
function unkept(prompt: readonly Message[], last: number): readonly ConversationTurn[] {
  const said: ConversationTurn[] = [];
  for (let at = last; at >= 0; at = prompt.slice(0, at).findLastIndex(({ role }) => role === 'user')) {
    const before = prompt[at - 1];
    const content = textOf(prompt[at]!);
    if (content !== '') said.unshift({ content });
    if (before === undefined || !(before.role === 'tool' || partsOf(before).some(isOpen))) break;
  }
  return said;
}

/** Counts the turns of the conversation in the messages: consecutive messages of the assistant and its tools are one. */
function turnsIn(messages: readonly Message[]): number {
  const spoken = messages.filter((message) => ['user', 'assistant'].includes(message.role) && textOf(message) !== '');
  return spoken.filter(({ role }, at) => role === 'user' || spoken[at - 1]?.role !== 'assistant').length;
}
