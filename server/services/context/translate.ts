/** Translates between the contract's messages and the domain's types. */
import type { Appended, ListedSegment, Sealed, SystemPrompt } from '../../domain/context/intents.ts';
import type { ExplainedBlock } from '../../domain/context/explain.ts';
import type { Extra, ToolResult } from '../../domain/context/materials.ts';
import { BLOCK_KINDS, type Omission, type PromptBlock } from '../../domain/context/prompt.ts';
import { FORMATS, type Format } from '../../domain/context/render/render.ts';
import type { PromptCost } from '../../domain/context/prompt-cost.ts';
import { dollars, isCostlier, type CostSums, type TokenUsage } from '../../domain/context/usage.ts';
import {
  TURN_ROLES,
  WINDOW_POLICIES,
  type Shift,
  type ToolCall,
  type Turn,
  type WindowPolicy,
} from '../../domain/context/turn.ts';
import type {
  AppendedTurn,
  ContextBlock,
  KindUsage,
  OmittedBlock,
  PromptCost as PromptCostMessage,
  PromptExtra,
  SessionCost,
  Segment as SegmentMessage,
  SystemPrompt as SystemPromptMessage,
  ToolCall as ToolCallMessage,
  ToolResult as ToolResultMessage,
  TopicShift,
  TurnFact,
  Turn as TurnMessage,
} from '../../../proto/gen/recorda/v1/context.ts';

/** By default the policy stays unchanged. */
export function toWindowPolicy(policy: string): WindowPolicy | undefined {
  return WINDOW_POLICIES.find((name) => policy === `WINDOW_POLICY_${name}`);
}

/** The default is the user. */
export function toTurn(turn: TurnMessage, nowMs: number): Turn {
  const { role, content, speaker, time, toolCalls, toolCallId } = turn;
  return {
    role: TURN_ROLES.find((name) => role === `ROLE_${name}`) ?? 'USER',
    content,
    speaker,
    timeMs: time?.getTime() ?? nowMs,
    toolCalls: toolCalls.map(toToolCall),
    toolCallId,
  };
}

function toToolCall({ id, name, argumentsJson }: ToolCallMessage): ToolCall {
  return { id, name, argumentsJson: argumentsJson === '' ? '{}' : argumentsJson };
}

export function fromTurn({ role, content, speaker, timeMs, toolCalls, toolCallId }: Turn): TurnMessage {
  const time = new Date(timeMs);
  return { role: `ROLE_${role}` as const, content, speaker, time, toolCalls: [...toolCalls], toolCallId };
}

export function toToolResult({ call, content }: ToolResultMessage): ToolResult {
  return { call: toToolCall(call!), content };
}

export function toExtra({ kind, name, text }: PromptExtra): Extra {
  return { kind: kind.replace('BLOCK_KIND_', '') as Extra['kind'], name, text };
}

/** The default is OpenAI's chat. */
export function toFormat(format: string): Format {
  return FORMATS.find((name) => format === `PROMPT_FORMAT_${name}`) ?? 'OPENAI_CHAT';
}

export function fromShift({ rule, detail, flushes }: Shift): TopicShift {
  return { rule: `SHIFT_RULE_${rule}` as const, detail, flushes };
}

export function fromAppendedTurn({ turn, tokens, continuity, shift }: Appended['turns'][number]): AppendedTurn {
  return { turn, tokenCount: tokens, continuity, shift: shift && fromShift(shift) };
}

export function fromTurnFact({ turn, rule, id, operation, closedIds }: Appended['facts'][number]): TurnFact {
  return { turn, rule, id, operation: `FACT_OPERATION_${operation}` as const, supersededIds: [...closedIds] };
}

export function fromSealed(sealed: Sealed): SegmentMessage {
  return fromListedSegment({ ...sealed, text: '' });
}

export function fromListedSegment({ tokens: tokenCount, createMs, ...rest }: ListedSegment): SegmentMessage {
  return { ...rest, tokenCount, createTime: new Date(createMs) };
}

export function fromBlock(block: PromptBlock, withText: boolean, explained?: ExplainedBlock): ContextBlock {
  return {
    kind: `BLOCK_KIND_${block.kind}` as const,
    tokenCount: block.tokens,
    sources: [...block.sources],
    stability: `BLOCK_STABILITY_${block.stability}` as const,
    text: withText || explained !== undefined ? block.text : '',
    items: (explained?.items ?? []).map(({ source, tokens, worth, why }) => ({
      source,
      tokenCount: tokens,
      worth,
      reason: `INCLUDE_REASON_${why}` as const,
    })),
    inputTokenEquivalents: explained?.cost ?? 0,
  };
}

export function fromOmission({ kind, source, reason, tokens = 0 }: Omission): OmittedBlock {
  return {
    kind: `BLOCK_KIND_${kind}` as const,
    source,
    reason: `OMIT_REASON_${reason}` as const,
    tokenCount: tokens,
  };
}

export function fromCost(cost: PromptCost): PromptCostMessage {
  const { prompt, read, written, cachedHistory, uncachedHistory, usdPerMillion = 0 } = cost;
  return {
    inputTokenEquivalents: prompt,
    cacheReadTokenCount: Math.round(read),
    cacheWriteTokenCount: Math.round(written),
    usd: dollars(prompt, usdPerMillion),
    isPriceKnown: cost.usdPerMillion !== undefined,
    cachedHistoryUsd: dollars(cachedHistory, usdPerMillion),
    uncachedHistoryUsd: dollars(uncachedHistory, usdPerMillion),
    savedShareOfCached: savedShare(prompt, cachedHistory),
    savedShareOfUncached: savedShare(prompt, uncachedHistory),
  };
}

/** Returns a negative share if it cost more. */
function savedShare(cost: number, history: number): number {
  return history === 0 ? 0 : 1 - cost / history;
}

/** Returns the cost of prompts since their prices are known; undefined if there was none. */
export function fromCostSums(cost: CostSums | undefined): SessionCost | undefined {
  if (cost === undefined) return undefined;
  return {
    promptCount: cost.prompts,
    inputTokenEquivalents: cost.prompt,
    usd: cost.usd,
    cachedHistoryUsd: cost.cachedHistoryUsd,
    uncachedHistoryUsd: cost.uncachedHistoryUsd,
    savedShareOfCached: savedShare(cost.prompt, cost.cachedHistory),
    savedShareOfUncached: savedShare(cost.prompt, cost.uncachedHistory),
    isCostlier: isCostlier(cost),
  };
}

export function fromKinds(byKind: TokenUsage['byKind']): KindUsage[] {
  return BLOCK_KINDS.flatMap((kind) => {
    const tokenCount = byKind[kind] ?? 0;
    return tokenCount === 0 ? [] : [{ kind: `BLOCK_KIND_${kind}` as const, tokenCount }];
  });
}

export function fromSystemPrompt({ tokens, createMs, ...prompt }: SystemPrompt): SystemPromptMessage {
  return { ...prompt, tokenCount: tokens, createTime: new Date(createMs) };
}
