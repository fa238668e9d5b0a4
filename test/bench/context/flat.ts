/**
 * A conversation of 2,400 turns: what its prompts take and cost, whether that grows, and whether a second server and one that is restarted
 * in between give the same bytes.
 */
import { cacheMeter } from '../../../server/domain/context/cache-meter.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import type { WindowPolicy } from '../../../server/domain/context/turn.ts';
import { query, seededRandom } from '../../load/sentences.ts';
import { printTable } from '../../load/table.ts';
import { blocksOf, textOf } from './billed.ts';
import { lineThrough, mean } from './line-through.ts';
import { openReplay, SYSTEM_PROMPT } from './replayed.ts';

const TURNS = 2400;
/** The tokens of the user's and of the assistant's turn, varied by SPREAD. */
const [OF_USER, OF_ASSISTANT] = [40, 190];
const SPREAD = 0.4;
/** One question in this many asks for something that was said, and may use this much memory. */
const ASKS_BACK_EVERY = 2;
const MEMORY = 100;
const SEED = 7;
const [BEGIN_MS, EXCHANGE_MS] = [Date.UTC(2026, 0, 5), 40_000];
const RESTART_EVERY = 300;
/** The number of turns until the first cuts are over. */
const SETTLED_AFTER = 100;

const CASES: readonly { readonly windowPolicy: WindowPolicy; readonly model: string }[] = [
  { windowPolicy: 'CACHED', model: '' },
  { windowPolicy: 'CACHED', model: 'claude-sonnet-4-5' },
  { windowPolicy: 'CACHED', model: 'gpt-5' },
  { windowPolicy: 'SLIDING', model: '' },
];

type Exchange = { readonly question: string; readonly answer: string };

export type FlatRun = {
  /** A digest of each prompt's bytes. */
  readonly digests: readonly string[];
  readonly raw: readonly number[];
  /** Costs, in tokens of uncached input. */
  readonly priced: readonly number[];
  /** The tokens of facts and recall. */
  readonly memory: readonly number[];
  /** The least difference between the tokens that a prompt was allowed and those that it took, by the server's own count. */
  readonly leastLeft: number;
};

export async function printFlat(): Promise<void> {
  const exchanges = exchangesOf(TURNS);
  const rows: string[][] = [];
  for (const one of CASES) {
    const first = await flatRun(exchanges, one, Infinity);
    const again = await flatRun(exchanges, one, Infinity);
    const restarted = await flatRun(exchanges, one, RESTART_EVERY);
    const settled = SETTLED_AFTER / 2;
    const slope = (values: readonly number[]): string => {
      const line = lineThrough(values.map((value, at): [number, number] => [2 * at, value]).slice(settled));
      return `${line.slope.toFixed(4)} ± ${line.error.toFixed(4)}`;
    };
    rows.push([
      one.windowPolicy,
      one.model === '' ? 'none said' : one.model,
      mean(first.priced).toFixed(0),
      mean(first.raw).toFixed(0),
      String(Math.max(...first.raw)),
      mean(first.memory).toFixed(0),
      slope(first.priced),
      slope(first.raw),
      different(first, again),
      different(first, restarted),
    ]);
  }
  const columns = ['priced tokens', 'raw', 'greatest', 'memory', 'slope, priced', 'slope, raw'];
  printTable(['policy', 'model', ...columns, 'differ, second server', 'differ, restarts'], rows);
  console.log(
    `${TURNS} turns of ${OF_USER}/${OF_ASSISTANT} tokens, a prompt a question, memory of ${MEMORY} with every second; means; slope: tokens a turn after turn ${SETTLED_AFTER}; ` +
      `restarted every ${RESTART_EVERY} turns\n`,
  );
}

export function exchangesOf(turns: number): readonly Exchange[] {
  const random = seededRandom(SEED);
  const text = (tokens: number): string => textOf(Math.round(tokens * (1 - SPREAD + 2 * SPREAD * random())), random);
  return Array.from({ length: turns / 2 }, (_, at) => ({
    question:
      at % ASKS_BACK_EVERY === 1 ? `What did I say about ${query(random)}? ${text(OF_USER / 2)}` : text(OF_USER),
    answer: text(OF_ASSISTANT),
  }));
}

/** `restartEvery` is in turns. */
export async function flatRun(
  exchanges: readonly Exchange[],
  { windowPolicy, model }: { readonly windowPolicy: WindowPolicy; readonly model: string },
  restartEvery: number,
): Promise<FlatRun> {
  const server = await openReplay({ windowPolicy });
  const { systemPrompt: _ } = await server.recorda.context.putSystemPrompt({
    ...{ agentId: 'vera', systemPrompt: SYSTEM_PROMPT },
  });
  const scope = { userId: 'ana', agentId: 'vera', sessionId: 'monday' };
  const price = modelPrice(model);
  const format = price.isMarked ? 'PROMPT_FORMAT_ANTHROPIC' : 'PROMPT_FORMAT_OPENAI_CHAT';
  const bill = cacheMeter(price);
  const [digests, raw, priced, memory]: [string[], number[], number[], number[]] = [[], [], [], []];
  let leastLeft = Infinity;
  for (const [at, { question, answer }] of exchanges.entries()) {
    if (at > 0 && (2 * at) % restartEvery === 0) await server.restart();
    const nowMs = BEGIN_MS + at * EXCHANGE_MS;
    server.setTime(new Date(nowMs));
    const { context } = server.recorda;
    const maxRecallTokens = at % ASKS_BACK_EVERY === 1 ? MEMORY : 0;
    const prompt = await context.assembleContext({ scope, newTurn: question, model, format, maxRecallTokens });
    const billed = bill(blocksOf(prompt.payload), nowMs);
    digests.push(prompt.digest);
    raw.push(billed.tokens);
    priced.push(billed.cost);
    memory.push(
      prompt.blocks
        .filter(({ kind }) => kind === 'BLOCK_KIND_FACTS' || kind === 'BLOCK_KIND_RECALL')
        .reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    );
    leastLeft = Math.min(leastLeft, prompt.maxTokens - prompt.tokenCount);
    await context.appendTurns({
      scope,
      turns: [
        { role: 'ROLE_USER', content: question },
        { role: 'ROLE_ASSISTANT', content: answer },
      ],
    });
  }
  await server.close();
  return { digests, raw, priced, memory, leastLeft };
}

/** Describes how many prompts differ, and the first of them. */
function different(one: FlatRun, other: FlatRun): string {
  const found = one.digests.flatMap((digest, at) => (digest === other.digests[at] ? [] : [at]));
  return found.length === 0 ? '0' : `${found.length} from turn ${2 * found[0]!}`;
}
