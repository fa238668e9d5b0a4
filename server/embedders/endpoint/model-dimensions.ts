import { MODEL_DIMENSIONS, SHORTENING_MODELS } from '../../policy/embedding.ts';

/**
 * Returns the length of a model's vectors, and the fields of a request that ask for it. Only models known to shorten vectors are asked
 * to: others refuse the field. Throws an Error if neither the settings nor the model's name determine the length.
 */
export function modelDimensions(
  model: string,
  wanted: number | undefined,
): { readonly dimensions: number; readonly asked: { readonly dimensions?: number } } {
  const own = MODEL_DIMENSIONS[model];
  const dimensions = wanted ?? own;
  if (dimensions === undefined) {
    throw new Error(`Set it to the length of the vectors of ${model}, for example 768: the name does not tell.`);
  }
  const isShorter = own !== undefined && dimensions < own && SHORTENING_MODELS.includes(model);
  if (own !== undefined && dimensions !== own && !isShorter) {
    throw new Error(`${model} makes vectors of ${own} dimensions, not ${dimensions}.`);
  }
  return { dimensions, asked: isShorter ? { dimensions } : {} };
}
