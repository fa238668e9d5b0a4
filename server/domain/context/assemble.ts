/**
 * Builds a prompt that stays under its limit. Required parts come first: the system prompt, the turn to be answered, results of
 * tools, the newest turns. The rest of the limit is filled with whatever is worth most for this question: older turns, summaries,
 * facts, recalled turns. If even the required parts exceed the limit, they are reduced step by step.
 */
import { OVERHEAD, PROMPT, SLIDING_WINDOW, WINDOW_FLOOR } from '../../policy/context.ts';
import { chooseByWorth } from './choose.ts';
import { blocksOf, clippedResults, draftBlocks, plainBlock, tokensOfBlocks, type Draft } from './draft.ts';
import { STEPS } from './fit-steps.ts';
import type { Materials, PromptLimits } from './materials.ts';
import { offers } from './offers.ts';
import { DEGRADATIONS, type Degradation, type Omission, type Prompt, type PromptBlock } from './prompt.ts';
import { wordsOf, type Counter } from './tokens.ts';
import type { Count } from './turn-digest.ts';
import { clipGroup, clippedParts, groupTokens, windowGroups, type Group } from './window-blocks.ts';

/** Returns the prompt or, if even the smallest one exceeds the limit, the number of tokens that it takes. */
export function assemblePrompt(given: Materials, limits: PromptLimits, counter: Counter): Prompt | number {
  const { count } = counter;
  const omitted: Omission[] = [...given.omitted];
  const materials = { ...given, toolResults: unseenResults(given, omitted, counter) };
  const degradations = new Set<Degradation>(materials.degradations);
  const blocksOfDraft = (of: Draft): readonly PromptBlock[] => draftBlocks(of, materials, counter);

  const { draft: least, older } = leastDraft(materials, limits, omitted, degradations, count);
  const report: Report = { omitted, degradations };
  let draft = chosenDraft(least, older, materials, limits, counter, tokensOfBlocks(blocksOfDraft(least)), report);
  let blocks = blocksOfDraft(draft);
  let tokens = tokensOfBlocks(blocks);
  for (const { name, smaller } of STEPS) {
    while (tokens > limits.tokens) {
      const next = smaller(draft, tokens - limits.tokens, count);
      if (next === undefined) break;
      degradations.add(name);
      omitted.push(...(next.omitted ?? []));
      draft = next.draft;
      blocks = blocksOfDraft(draft);
      tokens = tokensOfBlocks(blocks);
    }
  }
  if (tokens > limits.tokens) return tokens;
  const clipped = clippedResults(draft, materials, count);
  omitted.push(...clipped);
  if (clipped.length > 0) degradations.add('TOOL_RESULTS_CLIPPED');
  const sealUpTo = degradations.has('WINDOW_NARROWED') ? firstTurn(draft, materials) - 1 : undefined;
  return {
    blocks,
    confirms: draft.facts.find(({ asks }) => asks)?.of.id,
    omitted,
    degradations: inOrder(degradations),
    tokens,
    sealUpTo,
  };
}

function inOrder(degradations: ReadonlySet<Degradation>): readonly Degradation[] {
  return DEGRADATIONS.filter((name) => degradations.has(name));
}

/** Records what the prompt lacks, and why. */
type Report = { readonly omitted: Omission[]; readonly degradations: Set<Degradation> };

/** Returns the results of tools that the window does not show already. */
function unseenResults(
  { toolResults, window }: Materials,
  omitted: Omission[],
  { atLeast }: Counter,
): Materials['toolResults'] {
  const seen = new Set(window.map(({ toolCallId }) => toolCallId));
  return toolResults.filter(({ call: { id }, content }) => {
    const tokens = OVERHEAD.message + atLeast(wordsOf(content));
    if (seen.has(id)) omitted.push({ kind: 'TOOL_RESULT', source: `call:${id}`, reason: 'NOT_NEEDED_AGAIN', tokens });
    return !seen.has(id);
  });
}

/** Returns a draft with the required parts, and the older turns of the window that may be added, the newest last. */
function leastDraft(
  materials: Materials,
  limits: PromptLimits,
  omitted: Omission[],
  degradations: Set<Degradation>,
  count: Count,
): { readonly draft: Draft; readonly older: readonly Group[] } {
  // If the request has no new turn, its results answer calls that the window shows.
  const pending = new Set(materials.newTurn === '' ? materials.toolResults.map(({ call }) => call.id) : []);
  const { groups, omitted: unpaired } = windowGroups(materials.window, pending, count);
  omitted.push(...unpaired);
  const lastUser = groups.findLastIndex(({ isUser }) => isUser);
  const lastGroup = groups.at(-1)?.isWaiting === true ? groups.length - 1 : groups.length;
  const from = materials.newTurn !== '' ? groups.length : lastUser < 0 ? lastGroup : lastUser;
  const asked = groups.slice(from);
  const earlier = underCeiling(groups.slice(0, from), materials, sumOf(asked), { omitted, degradations }, count);
  const floor = limits.tokens > WINDOW_FLOOR.wideOver ? WINDOW_FLOOR.wideTurns : WINDOW_FLOOR.turns;
  let first = earlier.length;
  for (let turns = 0; first > 0 && turns < floor; first -= 1) turns += earlier[first - 1]!.blocks.length;
  const block = plainBlock(count);
  const draft: Draft = {
    summaries: [],
    sessions: [],
    earlier: earlier.slice(first),
    asked,
    extras: materials.extras.map(({ kind, name, text }) => block(kind, 'SYSTEM', text, [name], 'CHANGING')),
    facts: [],
    recall: [],
    resultTokens: Math.min(PROMPT.toolResults, resultTokens(materials, asked, count)),
  };
  return { draft, older: earlier.slice(0, first) };
}

/** Returns the tokens of the tools' results since the turn to be answered. */
function resultTokens({ toolResults }: Materials, asked: readonly Group[], count: Count): number {
  const ofTools = blocksOf(asked).filter(({ role }) => role === 'TOOL');
  const texts = [...ofTools.map(({ text }) => text), ...toolResults.map(({ content }) => content)];
  return texts.reduce((sum, text) => sum + count(text), 0);
}

/** Keeps a sliding window under its ceiling of tokens: the oldest groups are dropped until the others fit; the last one is clipped. */
function underCeiling(
  groups: readonly Group[],
  { policy }: Materials,
  askedTokens: number,
  { omitted, degradations }: Report,
  count: Count,
): readonly Group[] {
  const most = policy === 'SLIDING' ? SLIDING_WINDOW.tokens - askedTokens : Infinity;
  let left = groups;
  while (left.length > 1 && sumOf(left) > most) {
    degradations.add('WINDOW_SHRUNK');
    omitted.push(...turnsMissing(left.slice(0, 1), 'OVER_CEILING'));
    left = left.slice(1);
  }
  if (sumOf(left) <= most) return left;
  const [only] = left;
  if (only === undefined) return [];
  const clipped = most < PROMPT.leastClip ? undefined : clipGroup(only, most, count);
  const isClipped = clipped !== undefined && groupTokens(clipped) <= most;
  degradations.add(isClipped ? 'TURNS_CLIPPED' : 'WINDOW_SHRUNK');
  if (!isClipped) {
    omitted.push(...turnsMissing([only], 'OVER_CEILING'));
    return [];
  }
  omitted.push(...clippedParts(only.blocks, clipped.blocks));
  return [clipped];
}

/** Fills the rest of the limit with the candidates that are worth most. */
function chosenDraft(
  least: Draft,
  older: readonly Group[],
  materials: Materials,
  limits: PromptLimits,
  counter: Counter,
  leastTokens: number,
  { omitted, degradations }: Report,
): Draft {
  const offered = offers(least, older, materials, limits, counter, leastTokens);
  chooseByWorth(offered.queues, limits.tokens - leastTokens);
  const { earlier, summaries, sessions, facts, recall, left: notTaken } = offered.chosen();
  omitted.push(...notTaken);
  for (const [name, kind, taken] of [
    ['RECALL_REDUCED', 'RECALL', recall],
    ['SUMMARIES_DROPPED', 'SUMMARIES', summaries],
    ['SUMMARIES_DROPPED', 'EARLIER_SESSIONS', sessions],
    ['FACTS_DROPPED', 'FACTS', facts],
    ['WINDOW_SHRUNK', 'TURN', earlier],
  ] as const)
    if (isShort(notTaken, kind, taken.length)) degradations.add(name);
  if (notTaken.some(({ reason }) => reason === 'CLIPPED')) degradations.add('TURNS_CLIPPED');
  if (offered.isNarrowed) degradations.add('WINDOW_NARROWED');
  return { ...least, earlier, summaries, sessions, facts, recall };
}

/**
 * Tells whether the limit removed something of a kind, or a ceiling all of it. Most prompts lose a part of some kind to a ceiling,
 * which is not worth reporting.
 */
function isShort(notTaken: readonly Omission[], kind: Omission['kind'], taken: number): boolean {
  return notTaken.some(
    (one) => one.kind === kind && (one.reason === 'OVER_BUDGET' || (one.reason === 'OVER_CEILING' && taken === 0)),
  );
}

/** Returns the number of the first turn of the window that is still shown, or that of the next turn if none is. */
function firstTurn({ earlier, asked }: Draft, { window }: Materials): number {
  const source = [...earlier, ...asked].flatMap(({ blocks }) => blocks).flatMap(({ sources }) => sources)[0];
  const shown = window.find(({ turn }) => `turn:${turn}` === source);
  return shown?.turn ?? (window.at(-1)?.turn ?? 0) + 1;
}

function turnsMissing(groups: readonly Group[], reason: Omission['reason']): readonly Omission[] {
  return blocksOf(groups).flatMap(({ kind, sources, tokens }) =>
    sources.map((source): Omission => ({ kind, source, reason, tokens })),
  );
}

function blockTokens(blocks: readonly PromptBlock[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + groupTokens(group), 0);
}

/** Returns the part that the provider may cache from one request to the next: all blocks before the first that changes. */
export function stablePrefix({ blocks }: Prompt): { readonly count: number; readonly tokens: number } {
  const changing = blocks.findIndex(({ stability }) => stability === 'CHANGING');
  const count = changing < 0 ? blocks.length : changing;
  return { count, tokens: blockTokens(blocks.slice(0, count)) };
}
