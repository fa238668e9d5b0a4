/** How large prompts are as a conversation grows, beside the whole history. */
import { printTable } from '../../load/table.ts';
import type { Corpus } from '../corpus.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf, type Replay, type SaidTurn } from './replayed.ts';

const LENGTHS = [20, 100, 500, 2000];
/** Of a longer conversation, so many of equal length are replayed and their figures averaged. */
const STARTS = 5;
const SETTLED_AFTER = 30;
/** Turns as long as those of people who work with an agent. */
const LONG_TURN_TOKENS = 380;

type Growth = { readonly tokens: readonly number[]; readonly naive: readonly number[] };

export async function printGrowth(corpus: Corpus): Promise<void> {
  const joined = [...corpus.namespaces.values()].flatMap(turnsOf);
  const rows: string[][] = [];
  for (const [kind, turns] of [
    ['as said', joined],
    [`${LONG_TURN_TOKENS} tokens a turn`, await lengthened(joined)],
  ] as const) {
    for (const length of LENGTHS) {
      const starts = Math.max(1, Math.min(STARTS, Math.floor(turns.length / length)));
      const growths: Growth[] = [];
      for (let start = 0; start < starts && (start + 1) * length <= turns.length; start += 1)
        growths.push(await replay(turns.slice(start * length, (start + 1) * length)));
      if (growths.length > 0) rows.push(row(kind, length, growths));
    }
  }
  printTable(
    ['turns', 'as', 'replays', 'mean', 'largest', 'slope after 30', 'naive mean', 'saved', 'naive at the end', 'then'],
    rows,
  );
  console.log('tokens of a prompt with its system prompt, before each turn of the user; recall 350\n');
}

async function replay(turns: readonly SaidTurn[]): Promise<Growth> {
  const server = await openReplay();
  const { context } = server.recorda;
  const scope = { userId: 'ana', sessionId: 'joined', agentId: 'vera' };
  const { systemPrompt } = await context.putSystemPrompt({ agentId: scope.agentId, systemPrompt: SYSTEM_PROMPT });
  const tokens: number[] = [];
  const naive: number[] = [];
  let history = systemPrompt!.tokenCount + 7;
  for (const { id: _, ...turn } of turns) {
    server.setTime(turn.time);
    const { tokenCount } = await context.assembleContext({ scope, newTurn: turn.content });
    tokens.push(tokenCount);
    const appended = await context.appendTurns({ scope, turns: [turn] });
    history += appended.turns[0]!.tokenCount;
    naive.push(history);
  }
  await server.close();
  return { tokens, naive };
}

function row(kind: string, length: number, growths: readonly Growth[]): string[] {
  const tokens = growths.flatMap((growth) => growth.tokens);
  const naive = growths.flatMap((growth) => growth.naive);
  const slope = mean(growths.map((growth) => slopeOf(growth.tokens.slice(SETTLED_AFTER))));
  return [
    String(length),
    kind,
    String(growths.length),
    mean(tokens).toFixed(0),
    String(Math.max(...tokens)),
    length > 2 * SETTLED_AFTER ? slope.toFixed(3) : '',
    mean(naive).toFixed(0),
    `${(100 * (1 - mean(tokens) / mean(naive))).toFixed(1)} %`,
    mean(growths.map((growth) => growth.naive.at(-1)!)).toFixed(0),
    mean(growths.map((growth) => growth.tokens.at(-1)!)).toFixed(0),
  ];
}

/** Several turns of the same side made one, until it is long enough. */
async function lengthened(turns: readonly SaidTurn[]): Promise<readonly SaidTurn[]> {
  const server: Replay = await openReplay();
  const { tokenCounts } = await countAll(server, turns);
  await server.close();
  const long: SaidTurn[] = [];
  let parts: SaidTurn[] = [];
  let tokens = 0;
  turns.forEach((turn, at) => {
    parts.push(turn);
    tokens += tokenCounts[at]!;
    if (tokens < LONG_TURN_TOKENS) return;
    const role = long.length % 2 === 0 ? 'ROLE_USER' : 'ROLE_ASSISTANT';
    long.push({ ...parts[0]!, role, content: parts.map(({ content }) => content).join(' ') });
    parts = [];
    tokens = 0;
  });
  // Too few for the longest replay: said over again.
  const most = LENGTHS.at(-1)!;
  return Array.from({ length: most }, (_, at) => long[at % long.length]!);
}

async function countAll({ recorda }: Replay, turns: readonly SaidTurn[]): Promise<{ readonly tokenCounts: number[] }> {
  const tokenCounts: number[] = [];
  for (let at = 0; at < turns.length; at += 100) {
    const texts = turns.slice(at, at + 100).map(({ content }) => content);
    tokenCounts.push(...(await recorda.context.countTokens({ texts })).tokenCounts);
  }
  return { tokenCounts };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the line through the values, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  let product = 0;
  let square = 0;
  values.forEach((value, at) => {
    product += (at - middle) * (value - average);
    square += (at - middle) ** 2;
  });
  return square === 0 ? 0 : product / square;
}
