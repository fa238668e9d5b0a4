/**
 * What is done to a prompt that is too large, what matters least first. Recall takes only what is left, so it has gone before.
 * Summaries are written once: they are dropped, never rewritten. The system prompt and the turn that is asked stay, whole.
 */
import type { Draft } from './draft.ts';
import { blocksOf } from './draft.ts';
import type { Degradation, Omission, PromptBlock } from './prompt.ts';
import type { Count } from './turn-digest.ts';
import { clipGroup, groupTokens } from './window-blocks.ts';

type Smaller = { readonly draft: Draft; readonly omitted?: readonly Omission[] };

export type Step = {
  readonly name: Degradation;
  /** A smaller draft, or undefined where this step can take nothing more. Asked again while the whole is `excess` over. */
  readonly smaller: (draft: Draft, excess: number, count: Count) => Smaller | undefined;
};

export const STEPS: readonly Step[] = [
  {
    name: 'RECALL_REDUCED',
    smaller: (draft) => draft.recall && { draft: { ...draft, recall: undefined }, omitted: overBudget([draft.recall]) },
  },
  {
    name: 'TOOL_RESULTS_CLIPPED',
    smaller: (draft, excess) =>
      draft.resultTokens === 0
        ? undefined
        : { draft: { ...draft, resultTokens: Math.max(draft.resultTokens - excess, 0) } },
  },
  {
    name: 'EXTRAS_DROPPED',
    smaller: (draft) =>
      draft.extras.length === 0 ? undefined : { draft: { ...draft, extras: [] }, omitted: overBudget(draft.extras) },
  },
  {
    name: 'SUMMARIES_DROPPED',
    smaller(draft) {
      const [oldest, ...summaries] = draft.summaries;
      if (oldest === undefined) return undefined;
      return {
        draft: { ...draft, summaries },
        omitted: [{ kind: 'SUMMARIES', source: `segment:${oldest.segment}`, reason: 'OVER_BUDGET' }],
      };
    },
  },
  {
    name: 'WINDOW_SHRUNK',
    smaller: (draft) => (draft.earlier.length > 1 ? withoutOldest(draft) : undefined),
  },
  {
    name: 'TURNS_CLIPPED',
    smaller(draft, excess, count) {
      const [group] = draft.earlier;
      if (group === undefined) return undefined;
      const tokens = groupTokens(group);
      const clipped = clipGroup(group, tokens - excess, count);
      const isLegible = clipped.blocks.every(({ text }, at) => text !== '' || group.blocks[at]!.text === '');
      return isLegible && groupTokens(clipped) < tokens ? { draft: { ...draft, earlier: [clipped] } } : undefined;
    },
  },
  {
    name: 'FACTS_DROPPED',
    smaller: (draft) =>
      draft.facts.length === 0 ? undefined : { draft: { ...draft, facts: [] }, omitted: overBudget(draft.facts) },
  },
  {
    name: 'WINDOW_SHRUNK',
    smaller: (draft) => (draft.earlier.length > 0 ? withoutOldest(draft) : undefined),
  },
];

function withoutOldest(draft: Draft): Smaller {
  return {
    draft: { ...draft, earlier: draft.earlier.slice(1) },
    omitted: overBudget(blocksOf(draft.earlier.slice(0, 1))),
  };
}

function overBudget(blocks: readonly PromptBlock[]): readonly Omission[] {
  return blocks.flatMap(({ kind, sources }) =>
    sources.map((source): Omission => ({ kind, source, reason: 'OVER_BUDGET' })),
  );
}
