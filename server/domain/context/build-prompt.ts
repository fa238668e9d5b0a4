/** A prompt as one piece of work, from its materials and a way to count. */
import { assemblePrompt } from './assemble.ts';
import type { Materials, PromptLimits } from './materials.ts';
import type { Prompt } from './prompt.ts';
import { modelCount, type CountKind, type CountText } from './tokens.ts';
import type { LearntFactor } from './usage.ts';
import { COUNTING } from '../../policy/context.ts';

export type PromptOrder = {
  readonly materials: Materials;
  readonly limits: PromptLimits;
  readonly model: string;
  readonly learnt: LearntFactor | undefined;
};

export type BuiltPrompt = {
  /** A number where even the least of it is over the limit: what that takes. */
  readonly prompt: Prompt | number;
  readonly kind: CountKind;
  readonly factor: number;
  /** Tokens of the system prompt and of the new turn, as they stand in every prompt. */
  readonly standing: number;
};

export function buildPrompt({ materials, limits, model, learnt }: PromptOrder, countText: CountText): BuiltPrompt {
  const counter = modelCount(model, onceEach(countText), learnt);
  const prompt = assemblePrompt(materials, limits, counter);
  const standing = counter.count(materials.system) + counter.count(materials.newTurn);
  return { prompt, kind: counter.kind(), factor: counter.factor, standing };
}

/** How many units a prompt's texts have in all. */
export function unitsOfPrompt({ materials }: PromptOrder): number {
  const { window, extras, toolResults, newTurn } = materials;
  const turns = window.reduce(
    (sum, { content, toolCalls }) =>
      toolCalls.reduce((all, call) => all + call.argumentsJson.length, sum + content.length),
    newTurn.length,
  );
  const withExtras = extras.reduce((sum, { text }) => sum + text.length, turns);
  return toolResults.reduce((sum, { call, content }) => sum + call.argumentsJson.length + content.length, withExtras);
}

/** Long texts of a prompt are asked for again and again, and are too many for what the counter remembers. */
function onceEach(countText: CountText): CountText {
  const known = new Map<string, ReturnType<CountText>>();
  return (text, encoding) => {
    if (text.length < COUNTING.byLineFrom) return countText(text, encoding);
    const counted = known.get(text) ?? countText(text, encoding);
    known.set(text, counted);
    return counted;
  };
}
