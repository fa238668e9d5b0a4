/** Asks a language model one question by chat completions, as OpenAI publishes them and many servers speak them. */
import { z } from 'zod';

export type ChatServer = {
  /** The URL up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
};

export type ChatQuestion = {
  readonly instruction: string;
  /** Is sent as JSON: it is data, and no part of the instruction. */
  readonly data: unknown;
  /** The most that the model may write, in its own tokens. */
  readonly answerTokens: number;
  /** A longer answer is not read, in UTF-16 units. */
  readonly answerUnits: number;
};

export type ChatAnswer = {
  /** The text that the model wrote: JSON, if it followed its instructions. */
  readonly content: string;
  /** Tokens of question and answer, if the server reports them. */
  readonly tokens: number | undefined;
};

/**
 * Says why there is no answer: the kind of fault, never what was said. `mayPass` is true if another try may succeed.
 */
export class ChatFault extends Error {
  override readonly name = 'ChatFault';
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean) {
    super(message);
    this.mayPass = mayPass;
  }
}

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAULTS = 500;
/** The room for what stands around the model's words. */
const ENVELOPE_BYTES = 65_536;
/** The most that a UTF-16 unit takes when it is escaped in JSON within JSON. */
const UNIT_BYTES = 12;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.object({ total_tokens: z.int().nonnegative() }).optional().catch(undefined),
});

/** Rejects with a ChatFault. */
export async function completeChat(
  { baseUrl, model, apiKey }: ChatServer,
  { instruction, data, answerTokens, answerUnits }: ChatQuestion,
  timeout: AbortSignal,
): Promise<ChatAnswer> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        max_tokens: answerTokens,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: JSON.stringify(data) },
        ],
      }),
      // Redirects are refused: the API key would follow to another host.
      redirect: 'manual',
      signal: timeout,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ChatFault(`it answered ${response.status}`, isPassing(response.status));
    }
    const { choices, usage } = completion.parse(JSON.parse(await textOf(response, answerUnits * UNIT_BYTES)));
    const { content } = choices[0]!.message;
    if (content.length > answerUnits) throw notOfTheForm();
    return { content, tokens: usage?.total_tokens };
  } catch (error) {
    throw asFault(error, timeout);
  }
}

/** Parses what the model wrote by the given form. Throws a ChatFault if it does not have that form. */
export function parseAnswer<T>(content: string, form: z.ZodType<T>): T {
  try {
    return form.parse(JSON.parse(content));
  } catch {
    throw notOfTheForm();
  }
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > mostBytes + ENVELOPE_BYTES) throw notOfTheForm();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function isPassing(status: number): boolean {
  return status >= SERVER_FAULTS || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS;
}

function notOfTheForm(): ChatFault {
  return new ChatFault('its answer does not have the expected form', false);
}

function asFault(error: unknown, timeout: AbortSignal): ChatFault {
  if (error instanceof ChatFault) return error;
  if (timeout.aborted) return new ChatFault('it took too long', true);
  if (error instanceof z.ZodError || error instanceof SyntaxError) return notOfTheForm();
  const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
  return new ChatFault(cause?.code ?? message, true);
}
