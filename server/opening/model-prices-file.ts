/** Reads an operator's own model prices from a JSON file: its rows take precedence over those of policy/model-prices.ts. */
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { modelPrice } from '../domain/context/model-price.ts';
import { MODEL_PRICES_FILE, type ModelPrice } from '../policy/model-prices.ts';

const share = z
  .number()
  .min(0, 'must be 0 or more')
  .max(MODEL_PRICES_FILE.mostShare, `must be at most ${MODEL_PRICES_FILE.mostShare}`);
const text = z.string().trim().min(1, 'is empty');

const row = z.strictObject({
  model: z
    .string()
    .regex(/^[^*/\s]+\*?$/, 'must be a model’s name without what stands before a slash, or its beginning and a *')
    .transform((name) => name.toLowerCase()),
  input: z.number().positive('must be greater than 0').optional(),
  read: share.optional(),
  write: share.optional(),
  leastPrefix: z.int('must be a whole number').min(0, 'must be 0 or more').optional(),
  lifeMs: z.int('must be a whole number').positive('must be greater than 0').optional(),
  isMarked: z.boolean().optional(),
  asOf: z.iso.date('must be a day such as 2026-11-23'),
  source: text,
});
const file = z.strictObject({
  models: z
    .array(row)
    .min(1, 'has no row')
    .max(MODEL_PRICES_FILE.rows, `has over ${MODEL_PRICES_FILE.rows} rows`)
    .refine((rows) => new Set(rows.map(({ model }) => model)).size === rows.length, 'has a model twice'),
});

/** Throws an Error that names each invalid field. Values that a row leaves out are those of the table, or of an unknown model. */
export function readModelPrices(path: string): readonly ModelPrice[] {
  const said = `The file of model prices (RECORDA_MODEL_PRICES) ${path}`;
  const { data, error } = file.safeParse(parsed(path, said));
  if (error !== undefined) {
    const faults = error.issues.map(({ path: at, message }) => `${fieldOf(at)}: ${message}`);
    throw new Error(`${said} is not valid: ${faults.join('; ')}`);
  }
  // Names take precedence over prefixes with a star, and longer prefixes over shorter ones.
  const rows = data.models.toSorted((a, b) => rank(b.model) - rank(a.model));
  return rows.map(({ model, ...own }) => ({
    ...modelPrice(model.replace('*', '')),
    ...own,
    model: patternOf(model),
  }));
}

function parsed(path: string, said: string): unknown {
  let content: string;
  try {
    if (statSync(path).size > MODEL_PRICES_FILE.bytes) throw new Error(`is over ${MODEL_PRICES_FILE.bytes} bytes`);
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${said} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`${said} is not JSON, line ${lineAtFault(content)}`, { cause });
  }
}

/** Returns the first line with which the text can no longer become valid JSON; a text that merely ends too early still can. */
function lineAtFault(content: string): number {
  const lines = content.split('\n');
  const isFaulty = (count: number): boolean => {
    const text = lines.slice(0, count).join('\n');
    try {
      JSON.parse(text);
      return false;
    } catch (error) {
      const { message } = error as Error;
      const at = /position (\d+)/.exec(message)?.[1];
      return at === undefined
        ? !message.includes('end of JSON')
        : Number(at) < text.length && !message.includes('Unterminated');
    }
  };
  let [sound, faulty] = [0, lines.length];
  while (faulty - sound > 1) {
    const middle = sound + Math.floor((faulty - sound) / 2);
    if (isFaulty(middle)) faulty = middle;
    else sound = middle;
  }
  return faulty;
}

/** Names a field like `models[2].input`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return (
    path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .slice(1) || 'the file'
  );
}

function rank(model: string): number {
  return model.endsWith('*') ? model.length : Infinity;
}

function patternOf(model: string): RegExp {
  const escaped = model.replace('*', '').replaceAll(/[\\^$.|?+()[\]{}-]/g, '\\$&');
  return new RegExp(`^${escaped}${model.endsWith('*') ? '' : '$'}`);
}
