import { MODEL_DIMENSIONS, SHORTENING_MODELS } from '../../policy/embedding.ts';

/**
 * How long a model's vectors are, and what a request must say for that. Only models that are known to shorten are asked to: others
 * refuse the word. Throws an Error where neither the settings nor the model's name say it.
 */
export function modelDimensions(
  model: string,
  wanted: number | undefined,
): { readonly dimensions: number; readonly asked: { readonly dimensions?: number } } {
  const own = MODEL_DIMENSIONS[model];
  const dimensions = wanted ?? own;
  if (dimensions === undefined) {
    throw new Error(`Set it to the length of the vectors of ${model}, for example 768: the name does not say.`);
  }
  const isShorter = own !== undefined && dimensions < own && SHORTENING_MODELS.includes(model);
  if (own !== undefined && dimensions !== own && !isShorter) {
    throw new Error(`${model} makes vectors of ${own} dimensions, not ${dimensions}.`);
  }
  return { dimensions, asked: isShorter ? { dimensions } : {} };
}
