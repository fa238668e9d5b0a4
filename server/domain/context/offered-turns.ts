/**
 * Offers older turns of the window, the newest first, and an answer together with its question: a prompt shows the end of the
 * conversation without gaps.
 */
import { PROMPT, SLIDING_WINDOW } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import { KEPT_WORTH, type Draft } from './draft.ts';
import type { Offering } from './offering.ts';
import type { PromptItem } from './prompt.ts';
import { groupTokens, type Group } from './window-blocks.ts';
import { turnWorth } from './worth.ts';

export type OfferedTurns = {
  readonly queue: Queue;
  /** True if a sliding window shows fewer turns than it holds, because the prompt would be too large. */
  readonly isNarrowed: boolean;
  /** Returns the groups that the prompt shows so far before the turn to be answered. */
  earlier(): readonly Group[];
  /** Returns the number of the first turn that the prompt shows so far; Infinity for none. */
  firstShown(): number;
};

export function offeredTurns(least: Draft, older: readonly Group[], offering: Offering): OfferedTurns {
  const { materials, limits, leastTokens, left, cachedPrice } = offering;
  const sum = (groups: readonly Group[]): number => groups.reduce((all, group) => all + groupTokens(group), 0);
  const isNarrowed = materials.policy === 'SLIDING' && older.length > 0 && leastTokens + sum(older) > PROMPT.narrowOver;
  const turns = (groups: readonly Group[]): number => groups.reduce((all, { blocks }) => all + blocks.length, 0);
  /** The groups taken, the newest first. */
  const taken: Group[] = [];
  let firstShown = firstTurnOf([...least.earlier, ...least.asked]) ?? Infinity;
  let shownTurns = turns(least.earlier) + turns(least.asked);
  let next = older.length - 1;
  const leave = (): void => {
    for (const { blocks } of older.slice(0, next + 1))
      for (const { kind, sources, tokens } of blocks)
        for (const source of sources) left.push({ kind, source, reason: 'OVER_BUDGET', tokens });
    next = -1;
  };
  const queue: Queue = () => {
    const exchange = lastExchange(older, next);
    const [first] = exchange;
    if (first === undefined) return undefined;
    if (isNarrowed && shownTurns + exchange.length > SLIDING_WINDOW.narrowTurns) {
      leave();
      return undefined;
    }
    const worth = limits.isAsked ? turnWorth(older.length - 1 - next) : KEPT_WORTH;
    return {
      worth,
      tokens: sum(exchange),
      price: cachedPrice,
      most: () => Infinity,
      take() {
        taken.push(...exchange.toReversed().map((group) => worthwhile(group, worth)));
        shownTurns += turns(exchange);
        firstShown = firstTurnOf([first]) ?? firstShown;
        next -= exchange.length;
      },
      leave,
    };
  };
  const earlier = (): readonly Group[] => [...taken.toReversed(), ...least.earlier];
  return { queue, isNarrowed, earlier, firstShown: () => firstShown };
}

/**
 * Returns the group at `at`, together with the user's message if that stands right before it. An answer that follows a tool's result
 * is taken alone: with all the calls that led to it, it might be too long.
 */
function lastExchange(groups: readonly Group[], at: number): readonly Group[] {
  const isAnswer = groups[at]?.isUser === false && groups[at - 1]?.isUser === true;
  return groups.slice(isAnswer ? at - 1 : Math.max(at, 0), at + 1);
}

/** Returns the number of the turn that the groups begin with; undefined for none. */
function firstTurnOf(groups: readonly Group[]): number | undefined {
  const source = groups[0]?.blocks[0]?.sources[0];
  return source === undefined ? undefined : Number(source.slice('turn:'.length));
}

/** Groups that stay the same from prompt to prompt, with the explanation for those that are kept for the cache. */
const keptGroups = new WeakMap<Group, Group>();

function worthwhile(group: Group, worth: number): Group {
  if (worth !== KEPT_WORTH) return withItems(group, worth, 'WORTH');
  const kept = keptGroups.get(group) ?? withItems(group, worth, 'CACHED');
  keptGroups.set(group, kept);
  return kept;
}

function withItems(group: Group, worth: number, why: PromptItem['why']): Group {
  return {
    ...group,
    blocks: group.blocks.map((block) => ({
      items: block.sources.map((source) => ({ source, tokens: block.tokens, worth, why })),
      ...block,
    })),
  };
}
