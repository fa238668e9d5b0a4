/** Builds a prompt from its materials and a way to count tokens, as one unit of work. */
import { assemblePrompt } from './assemble.ts';
import type { Materials, PromptLimits } from './materials.ts';
import type { Prompt } from './prompt.ts';
import { modelCount, type CountKind, type CountText } from './tokens.ts';
import type { LearntFactor } from './usage.ts';
import { COUNTING } from '../../policy/context.ts';

export type PromptCommand = {
  readonly materials: Materials;
  readonly limits: PromptLimits;
  readonly model: string;
  readonly learnt: LearntFactor | undefined;
};

export type BuiltPrompt = {
  /** The prompt, or the number of tokens that even the smallest one takes if that exceeds the limit. */
  readonly prompt: Prompt | number;
  readonly kind: CountKind;
  readonly factor: number;
  /** Tokens of the system prompt and the new turn, which every prompt contains. */
  readonly standing: number;
};

export function buildPrompt({ materials, limits, model, learnt }: PromptCommand, countText: CountText): BuiltPrompt {
  const counter = modelCount(model, onceEach(countText), learnt);
  const prompt = assemblePrompt(materials, limits, counter);
  const standing = counter.count(materials.system) + counter.count(materials.newTurn);
  return { prompt, kind: counter.kind(), factor: counter.factor, standing };
}

/** Returns the length of all texts of a prompt, in UTF-16 units. */
export function unitsOfPrompt({ materials }: PromptCommand): number {
  const { window, extras, toolResults, newTurn } = materials;
  const turns = window.reduce(
    (sum, { content, toolCalls }) =>
      toolCalls.reduce((all, call) => all + call.argumentsJson.length, sum + content.length),
    newTurn.length,
  );
  const withExtras = extras.reduce((sum, { text }) => sum + text.length, turns);
  return toolResults.reduce((sum, { call, content }) => sum + call.argumentsJson.length + content.length, withExtras);
}

/** Remembers the counts of one prompt's long texts: they are counted repeatedly, and are too many for the counter's own memory. */
function onceEach(countText: CountText): CountText {
  const known = new Map<string, ReturnType<CountText>>();
  return (text, encoding) => {
    if (text.length < COUNTING.byLineFrom) return countText(text, encoding);
    const counted = known.get(text) ?? countText(text, encoding);
    known.set(text, counted);
    return counted;
  };
}
