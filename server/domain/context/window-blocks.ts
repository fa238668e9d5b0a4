/** The window as a prompt shows it: in groups that are kept or left out whole, each call with its results. */
import { OVERHEAD } from '../../policy/context.ts';
import { clipText } from './clip.ts';
import type { Omission, PromptBlock } from './prompt.ts';
import type { Count } from './turn-digest.ts';
import type { ToolCall, WindowTurn } from './turn.ts';

/** The part of a turn of the window that a prompt shows. */
export type ShownTurn = Pick<WindowTurn, 'role' | 'content' | 'toolCalls' | 'toolCallId' | 'turn'>;

/** A shown turn with what a cut depends on: its tokens, counted with o200k_base, and the time at which it was appended. */
export type HeldTurn = ShownTurn & Pick<WindowTurn, 'id' | 'tokens' | 'createMs'>;

/** Returns what the user said last; '' if the window has no turn of the user. */
export function lastAsked(window: readonly ShownTurn[]): string {
  return window.findLast(({ role }) => role === 'USER')?.content ?? '';
}

/** Returns the calls of the last turn that called tools which are still unanswered: the prompt waits until all results are there. */
export function pendingCalls(window: readonly ShownTurn[], answered: ReadonlySet<string>): readonly string[] {
  const last = window.findLastIndex(({ role }) => role !== 'TOOL');
  const results = new Set(window.slice(last + 1).map(({ toolCallId }) => toolCallId));
  const calls = window[last]?.toolCalls ?? [];
  return calls.map(({ id }) => id).filter((id) => !results.has(id) && !answered.has(id));
}

/** A turn; a turn that calls tools includes their results. */
export type Group = {
  readonly blocks: readonly PromptBlock[];
  readonly isUser: boolean;
  /** True if it has calls whose results arrive with the request. */
  readonly isWaiting: boolean;
};

export function groupTokens({ blocks }: Group): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** `answered` are calls whose results arrive with the request. */
export function windowGroups(
  window: readonly ShownTurn[],
  answered: ReadonlySet<string>,
  count: Count,
): { readonly groups: readonly Group[]; readonly omitted: readonly Omission[] } {
  const groups: Group[] = [];
  const omitted: Omission[] = [];
  for (let at = 0; at < window.length;) {
    const turn = window[at]!;
    const source = `turn:${turn.turn}`;
    at += 1;
    if (turn.role === 'TOOL') {
      omitted.push({ kind: 'TURN', source, reason: 'RESULT_WITHOUT_CALL', tokens: turnTokens(turn, [], count) });
      continue;
    }
    if (turn.toolCalls.length === 0 && window[at]?.role !== 'TOOL') {
      if (turn.content !== '') groups.push(plainGroup(turn, count));
      continue;
    }
    const results: ShownTurn[] = [];
    while (window[at]?.role === 'TOOL') results.push(window[at++]!);
    const isLast = at >= window.length;
    const named = new Set(results.map(({ toolCallId }) => toolCallId));
    const calls = turn.toolCalls.filter(({ id }) => named.has(id) || (isLast && answered.has(id)));
    const unanswered = turn.toolCalls.filter((call) => !calls.includes(call));
    if (unanswered.length > 0)
      omitted.push({ kind: 'TURN', source, reason: 'CALL_WITHOUT_RESULT', tokens: callTokens(unanswered, count) });
    const blocks = turn.content === '' && calls.length === 0 ? [] : [turnBlock(turn, calls, count)];
    const open = new Map(calls.map((call) => [call.id, call]));
    for (const result of results) {
      const call = open.get(result.toolCallId);
      if (call === undefined)
        omitted.push({
          kind: 'TURN',
          source: `turn:${result.turn}`,
          reason: 'RESULT_WITHOUT_CALL',
          tokens: turnTokens(result, [], count),
        });
      else blocks.push(resultBlock(result, call, count));
      open.delete(result.toolCallId);
    }
    if (blocks.length > 0) groups.push({ blocks, isUser: turn.role === 'USER', isWaiting: open.size > 0 });
  }
  return { groups, omitted };
}

/** The group that was last built from a turn, reused for as long as the window holds the turn. */
const plainGroups = new WeakMap<ShownTurn, Group>();

/** Builds the group of a turn that calls no tools. */
function plainGroup(turn: ShownTurn, count: Count): Group {
  const known = plainGroups.get(turn);
  // Another model may count differently.
  if (known?.blocks[0]?.tokens === turnTokens(turn, [], count)) return known;
  const group = { blocks: [turnBlock(turn, [], count)], isUser: turn.role === 'USER', isWaiting: false };
  plainGroups.set(turn, group);
  return group;
}

/** Clips the group's texts so that it takes at most `most` tokens, or as few as possible. */
export function clipGroup(group: Group, most: number, count: Count): Group {
  const tokens = groupTokens(group);
  if (tokens <= most) return group;
  const texts = group.blocks.reduce((sum, { text }) => sum + count(text), 0);
  const room = most - (tokens - texts);
  return {
    ...group,
    blocks: group.blocks.map((block) => {
      const own = count(block.text);
      return withText(block, clipText(block.text, Math.floor((room * own) / Math.max(texts, 1)), count), count);
    }),
  };
}

/** Lists the parts that clipping removed, comparing each block with the original. */
export function clippedParts(before: readonly PromptBlock[], after: readonly PromptBlock[]): readonly Omission[] {
  return after.flatMap(({ kind, sources, tokens, text }, at) => {
    const whole = before[at]!;
    if (text === whole.text) return [];
    // At least one token: a mark can take as many tokens as the little text that it replaces.
    const missing = Math.max(whole.tokens - tokens, 1);
    return sources.map((source): Omission => ({ kind, source, reason: 'CLIPPED', tokens: missing }));
  });
}

/** Returns the block with another text. */
export function withText(block: PromptBlock, text: string, count: Count): PromptBlock {
  return { ...block, text, tokens: block.tokens - count(block.text) + count(text) };
}

/** Returns the tokens of the assistant's calls. */
export function callTokens(calls: readonly ToolCall[], count: Count): number {
  return calls.reduce(
    (sum, { name, argumentsJson }) => sum + OVERHEAD.toolCall + count(name) + count(argumentsJson),
    0,
  );
}

function turnTokens({ content }: ShownTurn, toolCalls: readonly ToolCall[], count: Count): number {
  return OVERHEAD.message + count(content) + callTokens(toolCalls, count);
}

function turnBlock(turn: ShownTurn, toolCalls: readonly ToolCall[], count: Count): PromptBlock {
  return {
    kind: 'TURN',
    role: turn.role,
    text: turn.content,
    toolCalls,
    tokens: turnTokens(turn, toolCalls, count),
    sources: [`turn:${turn.turn}`],
    stability: 'WINDOW',
  };
}

function resultBlock(result: ShownTurn, { id, name }: ToolCall, count: Count): PromptBlock {
  return { ...turnBlock(result, [], count), answers: { id, name } };
}
