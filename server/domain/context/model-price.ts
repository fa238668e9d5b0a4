/** What a model's provider takes for input, by the model's name. */
import { MODEL_PRICES, UNKNOWN_MODEL_PRICE, type ModelPrice } from '../../policy/model-prices.ts';
import { modelName } from './tokens.ts';

/** `model` as providers name it, also behind a prefix such as `openai/`; `own` are rows that hold before the table's. */
export function modelPrice(model: string, own: readonly ModelPrice[] = []): ModelPrice {
  const name = modelName(model);
  return [...own, ...MODEL_PRICES].find((row) => row.model.test(name)) ?? UNKNOWN_MODEL_PRICE;
}
