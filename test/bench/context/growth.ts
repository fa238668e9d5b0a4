/**
 * Measures how large prompts are as a conversation grows, compared with the whole history.
 *
 * A prompt's size varies with the turns that it contains, by far more than a slope of 0.05 tokens a turn: over the 70 prompts of one
 * conversation of 100 turns, the regression line shows these turns rather than growth. So turns are arranged in a ring, and the
 * conversation begins at many places of it: at each of its ages it then has the same turns, and only growth remains.
 */
import { printTable } from '../../load/table.ts';
import type { Corpus } from '../corpus.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf, type Replay, type SaidTurn } from './replayed.ts';
import { lineThrough, mean, type Line } from './line-through.ts';

/** Conversations of this many turns begin `step` turns apart all around a ring of this many. */
const REPLAYS = [
  { length: 20, ring: 100, step: 4 },
  { length: 100, ring: 120, step: 1 },
  { length: 500, ring: 500, step: 25 },
  { length: 2000, ring: 2000, step: 2000 },
] as const;
const AT_ONCE = 8;
const SETTLED_AFTER = 30;
/** The length of turns of people who work with an agent, in tokens. */
const LONG_TURN_TOKENS = 380;

/** The size of a prompt before the model answers. */
type Sized = { readonly turn: number; readonly tokens: number; readonly naive: number };

export async function printGrowth(corpus: Corpus): Promise<void> {
  const joined = [...corpus.namespaces.values()].flatMap(turnsOf);
  const rows: string[][] = [];
  for (const [kind, turns] of [
    ['as said', joined],
    [`${LONG_TURN_TOKENS} tokens a turn`, await lengthened(joined)],
  ] as const)
    for (const { length, ring, step } of REPLAYS) {
      const starts = Array.from({ length: ring / step }, (_, at) => at * step);
      const around = turns.slice(0, ring);
      const replays = await replayed(
        starts.map((from) => Array.from({ length }, (_, at) => around[(from + at) % ring]!)),
      );
      rows.push(row(kind, length, replays));
    }
  const columns = [
    'mean',
    'largest',
    'slope after 30',
    '±',
    'single ones',
    'saved',
    'at the end',
    'naive then',
    'saved then',
  ];
  printTable(['turns', 'as', 'replays', ...columns], rows);
  console.log('tokens of a prompt with its system prompt, after each turn of the user; recall 350');
  console.log(
    'slope: tokens a turn, of the line through all replays, and its standard error; of single replays the middle half\n',
  );
}

async function replayed(conversations: readonly (readonly SaidTurn[])[]): Promise<readonly (readonly Sized[])[]> {
  const server = await openReplay();
  const { context } = server.recorda;
  const { systemPrompt } = await context.putSystemPrompt({ agentId: 'vera', systemPrompt: SYSTEM_PROMPT });
  server.setTime(new Date(Math.max(...conversations.flat().map(({ time }) => time.getTime()))));
  const replay = async (turns: readonly SaidTurn[], number: number): Promise<readonly Sized[]> => {
    const scope = { userId: `user-${number}`, sessionId: 'joined', agentId: 'vera' };
    const sized: Sized[] = [];
    let naive = systemPrompt!.tokenCount + 7;
    for (const [turn, { id: _, ...said }] of turns.entries()) {
      const appended = await context.appendTurns({ scope, turns: [said] });
      naive += appended.turns[0]!.tokenCount;
      if (said.role === 'ROLE_USER')
        sized.push({ turn, naive, tokens: (await context.assembleContext({ scope })).tokenCount });
    }
    return sized;
  };
  const found: (readonly Sized[])[] = [];
  for (let at = 0; at < conversations.length; at += AT_ONCE)
    found.push(
      ...(await Promise.all(conversations.slice(at, at + AT_ONCE).map((turns, of) => replay(turns, at + of)))),
    );
  await server.close();
  return found;
}

function row(kind: string, length: number, replays: readonly (readonly Sized[])[]): string[] {
  const all = replays.flat();
  const share = (of: readonly Sized[]): string =>
    `${(100 * (1 - mean(of.map(({ tokens }) => tokens)) / mean(of.map(({ naive }) => naive)))).toFixed(1)} %`;
  const last = replays.map((sized) => sized.at(-1)!);
  return [
    String(length),
    kind,
    String(replays.length),
    mean(all.map(({ tokens }) => tokens)).toFixed(0),
    String(Math.max(...all.map(({ tokens }) => tokens))),
    ...slopes(length, replays),
    share(all),
    mean(last.map(({ tokens }) => tokens)).toFixed(0),
    mean(last.map(({ naive }) => naive)).toFixed(0),
    share(last),
  ];
}

function slopes(length: number, replays: readonly (readonly Sized[])[]): readonly string[] {
  if (length <= 2 * SETTLED_AFTER) return ['', '', ''];
  const lineOf = (sized: readonly Sized[]): Line =>
    lineThrough(sized.filter(({ turn }) => turn >= SETTLED_AFTER).map(({ turn, tokens }) => [turn, tokens]));
  const { slope, error } = lineOf(replays.flat());
  const single = replays.map((sized) => lineOf(sized).slope).toSorted((left, right) => left - right);
  const quarter = Math.floor(single.length / 4);
  const [low, high] = [single[quarter]!, single[single.length - 1 - quarter]!];
  return [slope.toFixed(3), error.toFixed(3), `${low.toFixed(2)} to ${high.toFixed(2)}`];
}

/** Merges several turns of the same side into one, until it is long enough. */
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
  // If there are too few for the longest replay, they are repeated.
  const most = Math.max(...REPLAYS.map(({ ring }) => ring));
  const even = long.length - (long.length % 2);
  return Array.from({ length: most }, (_, at) => long[at % even]!);
}

async function countAll({ recorda }: Replay, turns: readonly SaidTurn[]): Promise<{ readonly tokenCounts: number[] }> {
  const tokenCounts: number[] = [];
  for (let at = 0; at < turns.length; at += 100) {
    const texts = turns.slice(at, at + 100).map(({ content }) => content);
    tokenCounts.push(...(await recorda.context.countTokens({ texts })).tokenCounts);
  }
  return { tokenCounts };
}
