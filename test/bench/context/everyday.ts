/**
 * Measures what a prompt contains apart from the system prompt and the whole history, in everyday chats that fit the window: nothing,
 * unless something that was said elsewhere is needed. Each chat is held once by a new user, and once all are held by one user, a day
 * apart, so that facts and recall of the others may be included.
 */
import { seededRandom } from '../../load/sentences.ts';
import { printTable } from '../../load/table.ts';
import { readEveryday, type EverydayChat } from './everyday/read-everyday.ts';
import { mean } from './line-through.ts';
import { openReplay, SYSTEM_PROMPT, type Replay } from './replayed.ts';

/** '' counts tokens of o200k_base and is cached as by most providers. */
const MODELS = ['', 'claude-sonnet-4-5', 'gpt-5'];
/** The seeds of the order in which one user has the chats. */
const SEEDS = [7, 8, 9];
const [FIRST_DAY_MS, DAY_MS] = [Date.UTC(2026, 0, 5, 9), 24 * 3600 * 1000];
const TURN_MS = 40_000;
/** The overheads of a message, and of the answer's beginning, in tokens. */
const [MESSAGE, PRIMING] = [4, 3];
const LIMITS = [0, 40, 150];

type Asked = {
  readonly question: string;
  /** The tokens of the prompt without the system prompt and all that was said in this session. */
  readonly extra: number;
  readonly facts: number;
  readonly recall: number;
  /** The contents of these tokens. */
  readonly came: readonly string[];
  /** Is true if the whole history is in the prompt, in order, and nothing repeats it. */
  readonly isWhole: boolean;
};

type Block = Awaited<ReturnType<Replay['recorda']['context']['assembleContext']>>['blocks'][number];

/** `isVerbose` prints each question for which something was included, and what that was. */
export async function printEveryday(isVerbose: boolean): Promise<void> {
  const chats = readEveryday();
  const rows: string[][] = [];
  for (const model of MODELS) {
    const ofNew: Asked[] = [];
    const server = await openReplay();
    for (const [at, chat] of chats.entries()) ofNew.push(...(await held(server, chat, model, chat.name, at)));
    await server.close();
    rows.push(rowOf(model, 'a new user', ofNew));
    const ofOne: Asked[] = [];
    for (const seed of SEEDS) ofOne.push(...(await heldByOne(shuffled(chats, seed), model)));
    rows.push(rowOf(model, 'one user', ofOne));
    if (isVerbose) for (const asked of [...ofNew, ...ofOne]) tell(asked);
  }
  console.log(
    `${chats.length} everyday chats; tokens beside the system prompt and the history, after each turn of the user`,
  );
  const over = LIMITS.map((limit) => `over ${limit}`);
  printTable(
    ['model', 'each chat of', 'prompts', 'mean', 'greatest', ...over, 'facts', 'recall', 'history whole'],
    rows,
  );
  console.log(`one user: with all other chats before it, each a day later, in ${SEEDS.length} orders\n`);
}

async function heldByOne(chats: readonly EverydayChat[], model: string): Promise<readonly Asked[]> {
  const server = await openReplay();
  const asked: Asked[] = [];
  for (const [day, chat] of chats.entries()) asked.push(...(await held(server, chat, model, 'ana', day)));
  await server.close();
  return asked;
}

/** Holds a chat, and requests a prompt with each turn of its user. */
async function held(
  server: Replay,
  { name, turns }: EverydayChat,
  model: string,
  userId: string,
  day: number,
): Promise<readonly Asked[]> {
  const { context } = server.recorda;
  await context.putSystemPrompt({ agentId: 'vera', systemPrompt: SYSTEM_PROMPT });
  const scope = { userId, agentId: 'vera', sessionId: name };
  const { tokenCounts } = await context.countTokens({ texts: [...turns], model });
  const asked: Asked[] = [];
  let said = PRIMING;
  for (let at = 0; at < turns.length; at += 2) {
    server.setTime(new Date(FIRST_DAY_MS + day * DAY_MS + at * TURN_MS));
    const [question, answer] = [turns[at]!, turns[at + 1]!];
    said += tokenCounts[at]! + MESSAGE;
    const { blocks, tokenCount } = await context.assembleContext({
      ...{ scope, newTurn: question, model, format: 'PROMPT_FORMAT_PLAIN' },
    });
    const system = tokensOf(blocks, 'BLOCK_KIND_SYSTEM');
    asked.push({
      question,
      extra: tokenCount - system - said,
      facts: tokensOf(blocks, 'BLOCK_KIND_FACTS'),
      recall: tokensOf(blocks, 'BLOCK_KIND_RECALL'),
      came: blocks.flatMap(({ kind, text }) =>
        kind === 'BLOCK_KIND_FACTS' || kind === 'BLOCK_KIND_RECALL' ? text.split('\n').slice(1) : [],
      ),
      isWhole: isWhole(blocks, name, turns.slice(0, at + 1)),
    });
    await context.appendTurns({
      scope,
      turns: [
        { role: 'ROLE_USER', content: question },
        { role: 'ROLE_ASSISTANT', content: answer },
      ],
    });
    said += tokenCounts[at + 1]! + MESSAGE;
  }
  return asked;
}

function isWhole(blocks: readonly Block[], sessionId: string, history: readonly string[]): boolean {
  const said = blocks.filter(({ kind }) => kind === 'BLOCK_KIND_TURN' || kind === 'BLOCK_KIND_NEW_TURN');
  const isInOrder = said.length === history.length && said.every(({ text }, at) => text === history[at]);
  const tellsAgain = blocks.some(
    ({ kind, sources }) =>
      kind === 'BLOCK_KIND_SUMMARIES' || sources.some((source) => source.startsWith(`recall:${sessionId}/`)),
  );
  return isInOrder && !tellsAgain;
}

function tokensOf(blocks: readonly Block[], kind: Block['kind']): number {
  return blocks.filter((block) => block.kind === kind).reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}

function rowOf(model: string, whose: string, asked: readonly Asked[]): string[] {
  const extras = asked.map(({ extra }) => extra);
  return [
    model === '' ? 'none said' : model,
    whose,
    String(asked.length),
    mean(extras).toFixed(1),
    String(Math.max(...extras)),
    ...LIMITS.map((limit) => String(extras.filter((extra) => extra > limit).length)),
    mean(asked.map(({ facts }) => facts)).toFixed(1),
    mean(asked.map(({ recall }) => recall)).toFixed(1),
    `${asked.filter((one) => one.isWhole).length} of ${asked.length}`,
  ];
}

function tell({ question, extra, facts, recall, came }: Asked): void {
  if (extra <= 0) return;
  console.log(`${extra} tokens (facts ${facts}, recall ${recall}): ${question}`);
  for (const line of came) console.log(`    ${line}`);
}

function shuffled<T>(all: readonly T[], seed: number): readonly T[] {
  const random = seededRandom(seed);
  const order = [...all];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
