/** Builds a prompt under its limit: every block under its own ceiling, then smaller, step by step, until the whole fits. */
import { OVERHEAD, PROMPT, SEGMENT, WINDOW } from '../../policy/context.ts';
import {
  blocksOf,
  draftBlocks,
  factLine,
  factsBlock,
  FACTS_HEADER,
  plainBlock,
  tokensOfBlocks,
  type Draft,
} from './draft.ts';
import { STEPS } from './fit-steps.ts';
import type { Materials, PromptFact, PromptLimits } from './materials.ts';
import type { Degradation, Omission, Prompt, PromptBlock } from './prompt.ts';
import { recallBlock } from './recall-block.ts';
import { wordsOf, type Counter } from './tokens.ts';
import type { Count } from './turn-digest.ts';
import { clipGroup, groupTokens, windowGroups, type Group } from './window-blocks.ts';

/** The prompt; a number where even the least of it is over the limit: what that takes. */
export function assemblePrompt(given: Materials, limits: PromptLimits, counter: Counter): Prompt | number {
  const { count } = counter;
  const omitted: Omission[] = [...given.omitted];
  const materials = { ...given, toolResults: unseenResults(given, omitted) };
  const degradations = new Set<Degradation>(materials.degradations);
  let draft = firstDraft(materials, omitted, counter);
  const tokensOf = (of: Draft): number => tokensOfBlocks(draftBlocks(of, materials, counter));

  let planned = tokensOf(draft);
  let sealUpTo: number | undefined;
  const narrowed = planned > PROMPT.narrowOver ? narrowedDraft(draft) : draft;
  if (narrowed !== draft) {
    degradations.add('WINDOW_NARROWED');
    omitted.push(...turnsLeftOut(draft, narrowed));
    sealUpTo = firstTurn(narrowed, materials) - 1;
    draft = narrowed;
    planned = tokensOf(draft);
  }
  const ceiling = limits.recall ?? usualRecall(draft);
  const room = Math.max(Math.min(ceiling, limits.tokens - planned), 0);
  const { block: recall, omitted: notRecalled } = recallBlock(materials.recalled, room, counter);
  if (notRecalled.length > 0 && room < ceiling) degradations.add('RECALL_REDUCED');
  omitted.push(...notRecalled);
  draft = { ...draft, recall };

  let tokens = planned + (recall?.tokens ?? 0);
  for (const { name, smaller } of STEPS) {
    while (tokens > limits.tokens) {
      const next = smaller(draft, tokens - limits.tokens, count);
      if (next === undefined) break;
      degradations.add(name);
      omitted.push(...(next.omitted ?? []));
      draft = next.draft;
      tokens = tokensOf(draft);
    }
  }
  if (tokens > limits.tokens) return tokens;
  return { blocks: draftBlocks(draft, materials, counter), omitted, degradations: [...degradations], tokens, sealUpTo };
}

/** What recall may take where nobody says. */
function usualRecall({ facts, earlier, asked }: Draft): number {
  const ofFacts = blockTokens(facts);
  const beside = PROMPT.besideWindow - sumOf([...earlier, ...asked]) - ofFacts;
  return Math.max(Math.min(PROMPT.recall - ofFacts, Math.max(beside, PROMPT.leastRecall)), 0);
}

/** Those that the window does not show already. */
function unseenResults({ toolResults, window }: Materials, omitted: Omission[]): Materials['toolResults'] {
  const seen = new Set(window.map(({ toolCallId }) => toolCallId));
  return toolResults.filter(({ call: { id } }) => {
    if (seen.has(id)) omitted.push({ kind: 'TOOL_RESULT', source: `call:${id}`, reason: 'NOT_NEEDED_AGAIN' });
    return !seen.has(id);
  });
}

/** Every block under its own ceiling, recall aside. */
function firstDraft(materials: Materials, omitted: Omission[], counter: Counter): Draft {
  const { count } = counter;
  // After a new turn, results come with their calls.
  const pending = new Set(materials.newTurn === '' ? materials.toolResults.map(({ call }) => call.id) : []);
  const { groups, omitted: unpaired } = windowGroups(materials.window, pending, count);
  omitted.push(...unpaired);
  const lastUser = groups.findLastIndex(({ isUser }) => isUser);
  const lastGroup = groups.at(-1)?.isWaiting === true ? groups.length - 1 : groups.length;
  const from = materials.newTurn !== '' ? groups.length : lastUser < 0 ? lastGroup : lastUser;
  const asked = groups.slice(from);
  const block = plainBlock(count);
  return {
    summaries: materials.segments.slice(-SEGMENT.shown),
    earlier: underCeiling(groups.slice(0, from), WINDOW.tokens - sumOf(asked), omitted, count),
    asked,
    extras: materials.extras.map(({ kind, name, text }) => block(kind, 'SYSTEM', text, [name], 'CHANGING')),
    facts: factsUnderCeiling(materials.facts, omitted, counter),
    recall: undefined,
    resultTokens: Math.min(PROMPT.toolResults, resultTokens(materials, asked, count)),
  };
}

/** Of the results of tools since the turn that is asked. */
function resultTokens({ toolResults }: Materials, asked: readonly Group[], count: Count): number {
  const ofTools = blocksOf(asked).filter(({ role }) => role === 'TOOL');
  const texts = [...ofTools.map(({ text }) => text), ...toolResults.map(({ content }) => content)];
  return texts.reduce((sum, text) => sum + count(text), 0);
}

/** The oldest go until the others fit; the last one is clipped. */
function underCeiling(groups: readonly Group[], most: number, omitted: Omission[], count: Count): readonly Group[] {
  let left = groups;
  while (left.length > 1 && sumOf(left) > most) {
    omitted.push(...left[0]!.blocks.flatMap(({ sources }) => sources).map(overCeiling('TURN')));
    left = left.slice(1);
  }
  if (sumOf(left) <= most) return left;
  const [only] = left;
  const clipped = only === undefined || most < PROMPT.leastClip ? undefined : clipGroup(only, most, count);
  if (clipped !== undefined && groupTokens(clipped) <= most) return [clipped];
  if (only !== undefined) omitted.push(...only.blocks.flatMap(({ sources }) => sources).map(overCeiling('TURN')));
  return [];
}

function factsUnderCeiling(
  facts: readonly PromptFact[],
  omitted: Omission[],
  counter: Counter,
): readonly PromptBlock[] {
  const { count, atLeast } = counter;
  const kept: PromptFact[] = [];
  let tokens = OVERHEAD.message + count(FACTS_HEADER);
  for (const fact of facts) {
    const line = factLine(fact);
    const cost = tokens + atLeast(wordsOf(line)) > PROMPT.facts ? Infinity : count(line);
    if (tokens + cost > PROMPT.facts) {
      omitted.push(overCeiling('FACTS')(`fact:${fact.id}`));
      continue;
    }
    tokens += cost;
    kept.push(fact);
  }
  for (;;) {
    const block = factsBlock(kept, counter);
    if (blockTokens(block) <= PROMPT.facts) return block;
    // Without its end the last line may be a little more.
    omitted.push(overCeiling('FACTS')(`fact:${kept.pop()!.id}`));
  }
}

/** Above PROMPT.narrowOver, the window's earlier turns are cut down to WINDOW.narrowTurns in all. */
function narrowedDraft(draft: Draft): Draft {
  const turns = (groups: readonly Group[]): number => groups.reduce((sum, { blocks }) => sum + blocks.length, 0);
  let { earlier } = draft;
  while (earlier.length > 0 && turns(earlier) + turns(draft.asked) > WINDOW.narrowTurns) earlier = earlier.slice(1);
  return earlier === draft.earlier ? draft : { ...draft, earlier };
}

/** The first of the window that is still shown; the next to come where none is. */
function firstTurn({ earlier, asked }: Draft, { window }: Materials): number {
  const source = [...earlier, ...asked].flatMap(({ blocks }) => blocks).flatMap(({ sources }) => sources)[0];
  const shown = window.find(({ turn }) => `turn:${turn}` === source);
  return shown?.turn ?? (window.at(-1)?.turn ?? 0) + 1;
}

function turnsLeftOut(before: Draft, after: Draft): readonly Omission[] {
  const gone = before.earlier.slice(0, before.earlier.length - after.earlier.length);
  return gone
    .flatMap(({ blocks }) => blocks.flatMap(({ sources }) => sources))
    .map((source): Omission => ({ kind: 'TURN', source, reason: 'OVER_BUDGET' }));
}

function overCeiling(kind: Omission['kind']): (source: string) => Omission {
  return (source) => ({ kind, source, reason: 'OVER_CEILING' });
}

function blockTokens(blocks: readonly PromptBlock[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + groupTokens(group), 0);
}

/** What the provider may keep from one request to the next: the blocks before the first that changes. */
export function stablePrefix({ blocks }: Prompt): { readonly count: number; readonly tokens: number } {
  const changing = blocks.findIndex(({ stability }) => stability === 'CHANGING');
  const count = changing < 0 ? blocks.length : changing;
  return { count, tokens: blockTokens(blocks.slice(0, count)) };
}
