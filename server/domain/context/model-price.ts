/** Looks up a provider's prices for input by the name of the model. */
import { MODEL_PRICES, UNKNOWN_MODEL_PRICE, type ModelPrice } from '../../policy/model-prices.ts';
import { modelName } from './tokens.ts';

/** `model` is named as providers do, optionally with a prefix such as `openai/`; rows in `own` take precedence over the table. */
export function modelPrice(model: string, own: readonly ModelPrice[] = []): ModelPrice {
  const name = modelName(model);
  return [...own, ...MODEL_PRICES].find((row) => row.model.test(name)) ?? UNKNOWN_MODEL_PRICE;
}
