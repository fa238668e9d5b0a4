/** Between the contract's messages and the domain's types. */
import type { Appended, Sealed, SystemPrompt } from '../../domain/context/intents.ts';
import type { Extra, ToolResult } from '../../domain/context/materials.ts';
import { BLOCK_KINDS, type Omission, type PromptBlock } from '../../domain/context/prompt.ts';
import { FORMATS, type Format } from '../../domain/context/render/render.ts';
import type { TokenUsage } from '../../domain/context/usage.ts';
import { TURN_ROLES, type Shift, type ToolCall, type Turn } from '../../domain/context/turn.ts';
import type {
  AppendedTurn,
  ContextBlock,
  KindUsage,
  OmittedBlock,
  PromptExtra,
  Segment as SegmentMessage,
  SystemPrompt as SystemPromptMessage,
  ToolCall as ToolCallMessage,
  ToolResult as ToolResultMessage,
  TopicShift,
  TurnFact,
  Turn as TurnMessage,
} from '../../../proto/gen/recorda/v1/context.ts';

/** Unset is the user. */
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

export function toToolResult({ call, content }: ToolResultMessage): ToolResult {
  return { call: toToolCall(call!), content };
}

export function toExtra({ kind, name, text }: PromptExtra): Extra {
  return { kind: kind.replace('BLOCK_KIND_', '') as Extra['kind'], name, text };
}

/** Unset is OpenAI's chat. */
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

export function fromSealed({ segment, firstTurn, lastTurn, tokens, hash, createMs }: Sealed): SegmentMessage {
  return { segment, firstTurn, lastTurn, tokenCount: tokens, hash, createTime: new Date(createMs) };
}

export function fromBlock(block: PromptBlock, withText: boolean): ContextBlock {
  return {
    kind: `BLOCK_KIND_${block.kind}` as const,
    tokenCount: block.tokens,
    sources: [...block.sources],
    stability: `BLOCK_STABILITY_${block.stability}` as const,
    text: withText ? block.text : '',
  };
}

export function fromOmission({ kind, source, reason }: Omission): OmittedBlock {
  return { kind: `BLOCK_KIND_${kind}` as const, source, reason: `OMIT_REASON_${reason}` as const };
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
