/**
 * Limits the tokens that a language model may use in a day. The count survives restarts, in a file beside the
 * store.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DAY_MS } from '../policy/units.ts';
import type { TokenBudget } from '../ports/context.ts';
import type { Clock } from '../ports/stores.ts';

/** The name of the file in the data folder. */
export const BUDGET_FILE = 'extractor-budget.json';
const OWNER_ONLY = 0o600;

type Spent = { readonly day: number; readonly tokens: number };

/** Days are those of UTC. Throws if the file cannot be written: then nothing may be sent. */
export function dayBudget(file: string, tokensADay: number, clock: Clock): TokenBudget {
  let spent = readSpent(file);
  const today = (): number => Math.floor(clock.now() / DAY_MS);
  const spend = (tokens: number): void => {
    const day = today();
    spent = { day, tokens: Math.max(0, (spent.day === day ? spent.tokens : 0) + tokens) };
    writeFileSync(`${file}.new`, JSON.stringify(spent), { mode: OWNER_ONLY });
    renameSync(`${file}.new`, file);
  };
  return {
    tokensADay,
    take(tokens) {
      const used = spent.day === today() ? spent.tokens : 0;
      if (used + tokens > tokensADay) return false;
      spend(tokens);
      return true;
    },
    settle: (taken, used) => spend(used - taken),
    nextDayMs: () => (today() + 1) * DAY_MS,
  };
}

/** Returns nothing spent if the file is missing or damaged. */
function readSpent(file: string): Spent {
  try {
    const { day, tokens } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Spent>;
    if (Number.isSafeInteger(day) && Number.isSafeInteger(tokens)) return { day: day!, tokens: tokens! };
  } catch {
    // The file does not exist yet.
  }
  return { day: 0, tokens: 0 };
}
