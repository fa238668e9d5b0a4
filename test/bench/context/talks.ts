/**
 * Asks on the day after talks of several days, and prints for how many asks the prompt has everything that the answer needs, why the rest
 * is missing, and how many tokens lines and openings of chats bring that need nothing. `--talks FOLDER` reads other talks than those of
 * ./talks, and `--verbose` lists what is missing.
 */
import { printTable } from '../../load/table.ts';
import { mean } from './line-through.ts';
import { openReplay, type Replay } from './replayed.ts';
import {
  ASK_KINDS,
  readOpenings,
  readTalksWithNeeds,
  TALKS_FOLDER,
  UNSEEN_FOLDER,
  type Ask,
  type Talk,
} from './talks/read-talks.ts';

const DAY_MS = 24 * 3600 * 1000;
const TURN_MS = 40_000;
/** The most tokens that an everyday chat may get beside its history. */
const EVERYDAY_TOKENS = 150;
/** All talk is in the evening, at this time of the day. */
const EVENING_MS = 18 * 3600 * 1000;
/** The outcomes for a turn that an answer needs, from best to worst: it is in the prompt, or the reason why it is not. */
const PLACES = ['there', 'clipped', 'no room', 'not near', 'not found'] as const;
type Outcome = (typeof PLACES)[number];

type Prompt = Awaited<ReturnType<Replay['recorda']['context']['assembleContext']>>;
type Asked = {
  readonly ask: Ask;
  readonly outcomes: readonly Outcome[];
  /** The tokens of what comes from earlier sessions. */
  readonly tokens: number;
};
type Tried = {
  readonly talk: Talk;
  readonly asked: readonly Asked[];
  readonly lineTokens: readonly number[];
  readonly openingTokens: readonly number[];
};

export async function printTalks(folder?: string, isVerbose = false): Promise<void> {
  if (folder !== undefined) return printFolder('given', folder, isVerbose);
  await printFolder('from which the floor has learnt', TALKS_FOLDER, isVerbose);
  await printFolder('unseen', UNSEEN_FOLDER, isVerbose);
}

async function printFolder(which: string, folder: string, isVerbose: boolean): Promise<void> {
  const tried: Tried[] = [];
  for (const talk of readTalksWithNeeds(folder)) tried.push(await tryTalk(talk));
  if (isVerbose) for (const { talk, asked } of tried) tellMissing(talk, asked);
  const rows = [...tried.map((one) => [one]), tried].map((ones) =>
    rowOf(ones === tried ? 'all' : ones[0]!.talk.name, ones),
  );
  console.log(
    `${tried.length} talks of several days, ${which}; asks whose prompt has all that the answer needs, needs that are missing, tokens`,
  );
  printTable(
    [
      ...['talk', 'complete', ...ASK_KINDS.map((kind) => `${kind}s`), ...PLACES.slice(1)],
      ...['an ask', 'a line', 'greatest', 'an opening', `over ${EVERYDAY_TOKENS}`],
    ],
    rows,
  );
}

function rowOf(name: string, ones: readonly Tried[]): readonly string[] {
  const asked = ones.flatMap((one) => one.asked);
  const outcomes = asked.flatMap((one) => one.outcomes);
  const lineTokens = ones.flatMap((one) => one.lineTokens);
  const openingTokens = ones.flatMap((one) => one.openingTokens);
  return [
    name,
    shareOf(asked),
    ...ASK_KINDS.map((kind) => shareOf(asked.filter(({ ask }) => ask.kind === kind))),
    ...PLACES.slice(1).map((place) => `${outcomes.filter((one) => one === place).length}`),
    mean(asked.map(({ tokens }) => tokens)).toFixed(0),
    mean(lineTokens).toFixed(1),
    `${Math.max(...lineTokens)}`,
    mean(openingTokens).toFixed(1),
    `${openingTokens.filter((tokens) => tokens > EVERYDAY_TOKENS).length} of ${openingTokens.length}`,
  ];
}

const shareOf = (asked: readonly Asked[]): string => `${asked.filter(isComplete).length} of ${asked.length}`;
const isComplete = ({ outcomes }: Asked): boolean => outcomes.every((one) => one === 'there');

async function tryTalk(talk: Talk): Promise<Tried> {
  const server = await openReplay();
  await say(server, talk);
  const lastMs = Date.parse(talk.days.at(-1)!.date);
  const asked: Asked[] = [];
  const lineTokens: number[] = [];
  const openingTokens: number[] = [];
  server.setTime(new Date(lastMs + DAY_MS + EVENING_MS));
  const assemble = async (text: string, sessionId: string): Promise<Prompt> =>
    server.recorda.context.assembleContext({
      ...{ scope: { userId: talk.name, sessionId }, newTurn: text, format: 'PROMPT_FORMAT_PLAIN' as const },
    });
  for (const [at, ask] of talk.asks.entries()) {
    const prompt = await assemble(ask.text, `ask-${at}`);
    asked.push({ ask, outcomes: outcomesOf(talk, ask, prompt), tokens: tokensOf(prompt) });
  }
  for (const [at, line] of talk.lines.entries()) lineTokens.push(tokensOf(await assemble(line, `line-${at}`)));
  for (const [at, line] of readOpenings(UNSEEN_FOLDER).entries())
    openingTokens.push(tokensOf(await assemble(line, `opening-${at}`)));
  await server.close();
  return { talk, asked, lineTokens, openingTokens };
}

async function say({ recorda, setTime }: Replay, { name, days }: Talk): Promise<void> {
  for (const [day, { date, turns }] of days.entries())
    for (const [at, { role, text }] of turns.entries()) {
      const time = new Date(Date.parse(date) + EVENING_MS + at * TURN_MS);
      setTime(time);
      const turn = {
        role: role === 'user' ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const),
        content: text,
        time,
      };
      await recorda.context.appendTurns({ scope: { userId: name, sessionId: `day-${day}` }, turns: [turn] });
    }
}

const known = ({ blocks }: Prompt): Prompt['blocks'] => blocks.filter(({ kind }) => kind !== 'BLOCK_KIND_NEW_TURN');
const tokensOf = (prompt: Prompt): number => known(prompt).reduce((sum, { tokenCount }) => sum + tokenCount, 0);

function outcomesOf({ days }: Talk, { needs }: Ask, prompt: Prompt): readonly Outcome[] {
  const blocks = known(prompt);
  const text = blocks.map((block) => block.text).join('\n');
  const shown = new Set(blocks.flatMap(({ sources }) => sources));
  const left = new Map(prompt.omitted.map(({ source, reason }) => [source, reason]));
  const sourceOf = (id: string): string => {
    const day = days.findIndex(({ turns }) => turns.some((turn) => turn.id === id));
    return `recall:day-${day}/${days[day]!.turns.findIndex((turn) => turn.id === id) + 1}`;
  };
  const outcomeOf = (turn: string, words: string): Outcome => {
    if (text.includes(words)) return 'there';
    const source = sourceOf(turn);
    if (shown.has(source)) return 'clipped';
    const reason = left.get(source);
    if (reason === undefined) return 'not found';
    return reason === 'OMIT_REASON_NOT_NEAR' ? 'not near' : 'no room';
  };
  return needs.map((places) => {
    const outcomes = places.map(({ turn, words }) => outcomeOf(turn, words));
    return PLACES.find((place) => outcomes.includes(place))!;
  });
}

function tellMissing({ name }: Talk, asked: readonly Asked[]): void {
  for (const { ask, outcomes, tokens } of asked.filter((one) => !isComplete(one))) {
    console.log(`${name}: ${ask.text} (${ask.kind}, ${tokens} tokens)`);
    for (const [at, outcome] of outcomes.entries())
      if (outcome !== 'there')
        console.log(`  ${outcome}: ${ask.needs[at]!.map(({ turn, words }) => `${turn} ${words}`).join(' | ')}`);
  }
  console.log('');
}
