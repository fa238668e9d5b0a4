/**
 * Measures what prompts cost compared with the whole history, if the provider caches prefixes: real prompts, billed by their bytes. A
 * question is one prompt, so that 100 turns are 50. Every second question has memory: of another conversation from the first on, or of
 * what has left the window.
 */
import { cacheMeter, type MeteredBlock } from '../../../server/domain/context/cache-meter.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import { seededRandom } from '../../load/sentences.ts';
import { printTable } from '../../load/table.ts';
import { block, blocksOf, count, MESSAGE, textOf, turn } from './billed.ts';
import { mean } from './line-through.ts';
import { openReplay, SYSTEM_PROMPT } from './replayed.ts';

/** The tokens of the user's and of the assistant's turn, varied by SPREAD. */
const SIZES = { '40/190': [40, 190], '27': [27, 27], '110': [110, 110], '380': [380, 380] } as const;
const SPREAD = 0.4;
const EXCHANGE_MS = 40_000;
const PAUSE_MS = 600_000;
const PAUSE_EVERY = 5;
/** The number of turns of another conversation, from which memory comes. */
const OTHER_TURNS = 120;
const SEEDS = [7, 8, 9];
/** The sums are compared with those of the whole history from this question on. */
const EXCESS_FROM = 5;

type Case = {
  readonly model: string;
  readonly size: keyof typeof SIZES;
  readonly memory: number;
  readonly of: 'another' | 'its own past';
  readonly hasPauses: boolean;
  readonly calls: number;
};

const CASES: readonly Case[] = [
  ...(['claude-sonnet-4-5', 'gpt-5'] as const).flatMap((model) =>
    (['another', 'its own past'] as const).flatMap((of): Case[] => [
      { model, size: '40/190', memory: 100, of, hasPauses: false, calls: 150 },
      { model, size: '40/190', memory: 250, of, hasPauses: false, calls: 150 },
      { model, size: '40/190', memory: 100, of, hasPauses: true, calls: 50 },
      { model, size: '110', memory: 100, of, hasPauses: false, calls: 50 },
      { model, size: '380', memory: 100, of, hasPauses: false, calls: 50 },
      { model, size: '27', memory: 100, of, hasPauses: false, calls: 50 },
    ]),
  ),
  { model: 'claude-haiku-4-5', size: '40/190', memory: 100, of: 'another', hasPauses: false, calls: 150 },
];

export async function printMoney(): Promise<void> {
  const rows: string[][] = [];
  for (const one of CASES) {
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    for (const seed of SEEDS) runs.push(await run(one, seed));
    const share = (calls: number): string =>
      calls > one.calls ? '' : mean(runs.map(({ ours, full }) => sum(ours, calls) / sum(full, calls))).toFixed(2);
    rows.push([
      one.model,
      one.size,
      String(one.memory),
      one.of,
      one.hasPauses ? 'every fifth' : 'none',
      share(50),
      share(150),
      `${(100 * mean(runs.map(({ ours, full }) => excess(ours, full)))).toFixed(0)} %`,
      mean(runs.map(({ memory }) => memory)).toFixed(0),
      mean(runs.map(({ verbatim }) => verbatim)).toFixed(0),
      mean(runs.flatMap(({ ours }) => ours)).toFixed(0),
      mean(runs.flatMap(({ tokens }) => tokens)).toFixed(0),
    ]);
  }
  const shares = ['of full history at 100 turns', 'at 300', 'most over, added up'];
  const sizes = ['memory a question', 'verbatim', 'priced tokens', 'raw tokens'];
  printTable(['model', 'turns', 'memory, every second', 'of', 'pauses', ...shares, ...sizes], rows);
  console.log('the whole history with one mark on the last message, through the same cache; tokens of o200k_base\n');
}

async function run({ model, size, memory, of, hasPauses, calls }: Case, seed: number) {
  const server = await openReplay();
  const { context } = server.recorda;
  const random = seededRandom(seed);
  const text = (tokens: number): string => textOf(Math.round(tokens * (1 - SPREAD + 2 * SPREAD * random())), random);
  const { systemPrompt } = await context.putSystemPrompt({ agentId: 'vera', systemPrompt: SYSTEM_PROMPT });
  const user = { userId: 'ana', agentId: 'vera' };
  let nowMs = Date.UTC(2026, 0, 1);
  server.setTime(new Date(nowMs));
  const others = of === 'another' ? OTHER_TURNS : 0;
  for (let at = 0; at < others; at += 1)
    await context.appendTurns({ scope: { ...user, sessionId: 'other' }, turns: [turn(at, text(30))] });
  const scope = { ...user, sessionId: 'monday' };
  const price = modelPrice(model);
  const [bill, billFull] = [cacheMeter(price), cacheMeter(price)];
  const history: MeteredBlock[] = [block('system', systemPrompt!.version, systemPrompt!.tokenCount + MESSAGE, false)];
  const found = { ours: [] as number[], full: [] as number[], tokens: [] as number[], memory: 0, verbatim: 0 };
  const [ofUser, ofAssistant] = SIZES[size];
  for (let call = 0; call < calls; call += 1) {
    nowMs += hasPauses && call > 0 && call % PAUSE_EVERY === 0 ? PAUSE_MS : EXCHANGE_MS;
    server.setTime(new Date(nowMs));
    const question = text(ofUser);
    const format = price.isMarked ? 'PROMPT_FORMAT_ANTHROPIC' : 'PROMPT_FORMAT_OPENAI_CHAT';
    const maxRecallTokens = call % 2 === 1 ? memory : 0;
    const prompt = await context.assembleContext({ scope, newTurn: question, model, format, maxRecallTokens });
    const billed = bill(blocksOf(prompt.payload), nowMs);
    found.ours.push(billed.cost);
    found.tokens.push(billed.tokens);
    for (const { kind, tokenCount } of prompt.blocks) {
      if (kind === 'BLOCK_KIND_RECALL' || kind === 'BLOCK_KIND_FACTS') found.memory += tokenCount / calls;
      if (kind === 'BLOCK_KIND_TURN') found.verbatim += tokenCount / calls;
    }
    const asked = block('user', question, count(question) + MESSAGE, false);
    found.full.push(billFull([...history, { ...asked, isMarked: true }], nowMs).cost);
    const answer = text(ofAssistant);
    history.push(asked, block('assistant', answer, count(answer) + MESSAGE, false));
    await context.appendTurns({ scope, turns: [turn(0, question), turn(1, answer)] });
  }
  await server.close();
  return found;
}

function sum(costs: readonly number[], calls: number): number {
  return costs.slice(0, calls).reduce((all, cost) => all + cost, 0);
}

/** Returns the greatest share by which the cumulative cost exceeded that of the whole history. */
function excess(ours: readonly number[], full: readonly number[]): number {
  const shares = ours.map((_, at) => sum(ours, at + 1) / sum(full, at + 1) - 1);
  return Math.max(...shares.slice(EXCESS_FROM - 1), 0);
}
