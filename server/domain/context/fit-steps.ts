/**
 * The steps that reduce a prompt whose required parts alone are too large, the least important part first. Parts chosen by worth have
 * been dropped before. The system prompt and the turn to be answered are never cut.
 */
import type { Draft } from './draft.ts';
import { blocksOf, factSource, sessionSource, summarySource } from './draft.ts';
import type { Degradation, Omission, PromptBlock } from './prompt.ts';
import { recallSource } from './recall-block.ts';
import type { Count } from './turn-digest.ts';
import { clipGroup, clippedParts, groupTokens } from './window-blocks.ts';

type Smaller = { readonly draft: Draft; readonly omitted?: readonly Omission[] };

export type Step = {
  readonly name: Degradation;
  /**
   * Returns a smaller draft, or undefined if this step can take nothing more. It is called again as long as the prompt is `excess`
   * tokens over.
   */
  readonly smaller: (draft: Draft, excess: number, count: Count) => Smaller | undefined;
};

export const STEPS: readonly Step[] = [
  {
    name: 'RECALL_REDUCED',
    smaller(draft) {
      const last = draft.recall.at(-1);
      if (last === undefined) return undefined;
      const omitted: Omission[] = [
        { kind: 'RECALL', source: recallSource(last.of), reason: 'OVER_BUDGET', tokens: last.tokens },
      ];
      return { draft: { ...draft, recall: draft.recall.slice(0, -1) }, omitted };
    },
  },
  {
    name: 'SUMMARIES_DROPPED',
    smaller(draft) {
      const oldest = draft.sessions.at(-1);
      if (oldest === undefined) return undefined;
      const { of, tokens } = oldest;
      const omitted: Omission[] = [
        { kind: 'EARLIER_SESSIONS', source: sessionSource(of), reason: 'OVER_BUDGET', tokens },
      ];
      return { draft: { ...draft, sessions: draft.sessions.slice(0, -1) }, omitted };
    },
  },
  {
    name: 'FACTS_DROPPED',
    smaller(draft) {
      const last = draft.facts.at(-1);
      if (last === undefined) return undefined;
      const omitted: Omission[] = [
        { kind: 'FACTS', source: factSource(last.of), reason: 'OVER_BUDGET', tokens: last.tokens },
      ];
      return { draft: { ...draft, facts: draft.facts.slice(0, -1) }, omitted };
    },
  },
  {
    name: 'SUMMARIES_DROPPED',
    smaller(draft) {
      const [oldest, ...summaries] = draft.summaries;
      if (oldest === undefined) return undefined;
      const omitted: Omission[] = [
        { kind: 'SUMMARIES', source: summarySource(oldest.of), reason: 'OVER_BUDGET', tokens: oldest.tokens },
      ];
      return { draft: { ...draft, summaries }, omitted };
    },
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
      if (!isLegible || groupTokens(clipped) >= tokens) return undefined;
      const missing = clippedParts(group.blocks, clipped.blocks);
      return { draft: { ...draft, earlier: [clipped] }, omitted: missing };
    },
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
  return blocks.flatMap(({ kind, sources, tokens }) =>
    sources.map((source): Omission => ({ kind, source, reason: 'OVER_BUDGET', tokens })),
  );
}
