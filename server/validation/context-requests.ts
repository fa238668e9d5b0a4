/** Schemas of every request of ContextService. */
import { z } from 'zod';
import { WINDOW_POLICIES } from '../domain/context/turn.ts';
import { CONTEXT_LIMITS, DISCARDABLES, NOTES, PROMPT, RESPONSES, TAIL } from '../policy/context.ts';
import { KB } from '../policy/units.ts';
import { LIMITS } from '../policy/limits.ts';
import {
  boundedText,
  enumValue,
  identifier,
  integer,
  listOf,
  nameText,
  requiredIdentifier,
  timestamp,
  userText,
} from './fields.ts';

const DISCARDABLE_KINDS = ['TOOL_LOG', 'FAILED_PARSE', 'INTERMEDIATE_ANSWER', 'STACK_TRACE', 'RESPONSE_TOKENS'];

const session = z.object(
  {
    userId: requiredIdentifier,
    sessionId: requiredIdentifier,
    agentId: identifier,
    namespace: identifier,
    taskId: identifier,
  },
  { error: 'is required' },
);

const INT32 = 2 ** 31 - 1;
/** A source consists of `recall:`, the id of a session and the number of a turn. */
const SOURCE_BYTES = LIMITS.identifierBytes + 'recall:/'.length + INT32.toString().length;

/** The scope of calls that need no session. */
const owner = session.extend({ sessionId: identifier });

const requestId = nameText(LIMITS.requestIdBytes);
const anyText = boundedText(LIMITS.contentBytes);

const argumentsJson = boundedText(LIMITS.metadataBytes).refine((text) => text === '' || isJsonObject(text), {
  error: 'is not a JSON object',
});

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const toolCall = z.object(
  { id: requiredIdentifier, name: requiredIdentifier, argumentsJson },
  { error: 'is required' },
);

const turn = z
  .object({
    role: enumValue('ROLE', ['USER', 'ASSISTANT', 'TOOL'], 'unset'),
    content: anyText,
    speaker: nameText(LIMITS.speakerBytes),
    time: timestamp,
    toolCalls: listOf(toolCall, CONTEXT_LIMITS.toolCalls).refine(
      (calls) => new Set(calls.map(({ id }) => id)).size === calls.length,
      { error: 'lists an id more than once' },
    ),
    toolCallId: identifier,
  })
  .superRefine(({ role, content: said, toolCalls, toolCallId }, context) => {
    const fault = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (role !== 'ROLE_ASSISTANT' && toolCalls.length > 0) fault('toolCalls', 'is for ROLE_ASSISTANT only');
    if (role === 'ROLE_TOOL' && toolCallId === '') fault('toolCallId', 'is required for ROLE_TOOL');
    if (role !== 'ROLE_TOOL' && toolCallId !== '') fault('toolCallId', 'is for ROLE_TOOL only');
    if (role !== 'ROLE_TOOL' && toolCalls.length === 0 && said.trim() === '') fault('content', 'is empty');
  });

export const appendTurnsRequest = z.object({
  scope: session,
  turns: listOf(turn, CONTEXT_LIMITS.turns).refine((turns) => turns.length > 0, { error: 'is empty' }),
  recallOff: z.boolean().optional(),
  windowPolicy: enumValue('WINDOW_POLICY', WINDOW_POLICIES, 'unset'),
  requestId,
});

const extra = z.object({
  kind: enumValue('BLOCK_KIND', ['TOOL_DESCRIPTION', 'EXAMPLE', 'FORMAT'], 'required'),
  name: requiredIdentifier,
  text: boundedText(CONTEXT_LIMITS.extraKb * KB).refine((text) => text.trim() !== '', { error: 'is empty' }),
});

const tail = z
  .object({
    hostTurns: integer(0, INT32).optional(),
    keepsBlocks: z.boolean(),
    keptSources: listOf(nameText(SOURCE_BYTES), TAIL.keptSources),
  })
  .superRefine(({ keepsBlocks, keptSources }, context) => {
    if (!keepsBlocks && keptSources.length > 0)
      context.addIssue({ code: 'custom', path: ['keptSources'], message: 'requires keeps_blocks' });
  });

export const assembleContextRequest = z
  .object({
    scope: session,
    newTurn: anyText,
    model: identifier,
    format: enumValue('PROMPT_FORMAT', ['OPENAI_CHAT', 'OPENAI_RESPONSES', 'ANTHROPIC', 'GEMINI', 'PLAIN'], 'unset'),
    maxTokens: integer(PROMPT.leastTokens, PROMPT.tokens).optional(),
    maxRecallTokens: integer(0, PROMPT.tokens).optional(),
    systemPromptVersion: identifier,
    toolResults: listOf(z.object({ call: toolCall, content: anyText }), CONTEXT_LIMITS.toolResults).refine(
      (results) => new Set(results.map(({ call }) => call.id)).size === results.length,
      { error: 'has two results for the same call' },
    ),
    extras: listOf(extra, CONTEXT_LIMITS.extras),
    isRetry: z.boolean(),
    order: enumValue('BLOCK_ORDER', ['STABLE_FIRST', 'FACTS_FIRST'], 'unset'),
    mode: enumValue('ASSEMBLE_MODE', ['PROMPT', 'TAIL'], 'unset'),
    tail: tail.optional(),
    explain: z.boolean(),
    asksToConfirm: z.boolean(),
  })
  .superRefine((request, context) => {
    const fault = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (request.mode !== 'ASSEMBLE_MODE_TAIL') {
      if (request.tail !== undefined) fault('tail', 'is for ASSEMBLE_MODE_TAIL only');
      return;
    }
    const isForPrompts = 'is for ASSEMBLE_MODE_PROMPT only: with a tail the host builds the prompt';
    if (request.systemPromptVersion !== '') fault('systemPromptVersion', isForPrompts);
    if (request.toolResults.length > 0) fault('toolResults', isForPrompts);
    if (request.extras.length > 0) fault('extras', isForPrompts);
    if (request.isRetry) fault('isRetry', isForPrompts);
    if (request.asksToConfirm) fault('asksToConfirm', isForPrompts);
    if (request.order === 'BLOCK_ORDER_FACTS_FIRST') fault('order', isForPrompts);
  });

export const detectShiftRequest = z.object({ scope: session, text: userText });

export const flushTopicRequest = z.object({ scope: session });

export const endSessionRequest = z.object({ scope: session });

const page = { pageSize: integer(0, LIMITS.pageSize), pageToken: boundedText(LIMITS.filterBytes) };

export const listSessionsRequest = z.object({ scope: owner, ...page });

export const listTurnsRequest = z.object({
  scope: session,
  ...page,
  orderBy: z.enum(['', 'turn', 'turn desc'], { error: 'must be `turn` or `turn desc`' }),
});

const systemPrompt = z
  .object({ identity: anyText, capabilities: anyText, rules: anyText, format: anyText }, { error: 'is required' })
  .refine((blocks) => Object.values(blocks).some((text) => text.trim() !== ''), { error: 'has no text' });

export const putSystemPromptRequest = z.object({ agentId: requiredIdentifier, systemPrompt });

export const getSystemPromptRequest = z.object({ agentId: requiredIdentifier, version: identifier });

export const countTokensRequest = z.object({
  texts: listOf(anyText).refine((texts) => texts.length > 0, { error: 'is empty' }),
  model: identifier,
});

const note = boundedText(NOTES.errorBytes);

export const reportOutputRequest = z.object({
  scope: session,
  isValid: z.boolean(),
  fitsStructure: z.boolean(),
  parseError: note,
  error: note,
});

export const reportUsageRequest = z.object({
  model: requiredIdentifier,
  tokenCount: integer(1, INT32),
  countFactor: z
    .number()
    .refine((factor) => factor > 0 && Number.isFinite(factor), { error: 'must be greater than 0' }),
  providerTokenCount: integer(1, INT32),
});

export const getTokenUsageRequest = z.object({ scope: session });

export const recordDiscardableRequest = z.object({
  scope: owner,
  kind: enumValue('DISCARDABLE_KIND', DISCARDABLE_KINDS, 'required'),
  text: boundedText(DISCARDABLES.textKb * KB).refine((text) => text !== '', { error: 'is empty' }),
});

export const watchSessionRequest = z.object({ scope: session });

const responseKey = z.object(
  {
    asked: z.discriminatedUnion(
      '$case',
      [
        z.object({
          $case: z.literal('question'),
          value: boundedText(LIMITS.queryBytes).refine((text) => text.trim() !== '', { error: 'is empty' }),
        }),
        z.object({ $case: z.literal('toolCall'), value: toolCall.extend({ id: identifier }) }),
      ],
      { error: 'is required: question or tool_call' },
    ),
    locale: identifier,
  },
  { error: 'is required' },
);

export const lookupResponseRequest = z.object({ scope: owner, key: responseKey });

export const storeResponseRequest = z.object({
  scope: owner,
  key: responseKey,
  answer: boundedText(RESPONSES.answerKb * KB).refine((text) => text.trim() !== '', { error: 'is empty' }),
  factIds: listOf(requiredIdentifier, RESPONSES.facts),
  isIdempotent: z.boolean(),
});
