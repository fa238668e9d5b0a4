/**
 * Measures tails: what a host that keeps its own history pays for them, how much of that history the provider still reads from its
 * cache, and whether they contain what questions need from other sessions.
 */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { cacheMeter, type MeteredBlock } from '../../../server/domain/context/cache-meter.ts';
import { modelPrice } from '../../../server/domain/context/model-price.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { printTable } from '../../load/table.ts';
import type { Corpus } from '../corpus.ts';
import { mean } from './line-through.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf, type Replay } from './replayed.ts';
import { readOwnWork, readUsersOfSessions, type UserOfSessions } from './tail/read-sessions.ts';

const MODELS = ['claude-sonnet-4-5', 'gpt-5'] as const;
/**
 * The tokens of the assistant's turn, varied by SPREAD; those of the user have about 40. A question is one prompt, so that 100 turns
 * are 50.
 */
const OF_ASSISTANT = 190;
const SPREAD = 0.4;
const PROMPTS = 50;
const EXCHANGE_MS = 40_000;
/** One question in this many needs another session. */
const NEEDS_EVERY = 5;
const LIMITS = [250, 500, 1000];
const TALK_LIMITS = [250, 1000, 3000];
const DAY_MS = 24 * 3_600_000;
const MESSAGE = 4;
const ADVERSARIAL = 5;
const BATCH = 20;

export async function printTail(talk: readonly Corpus[]): Promise<void> {
  await printCosts();
  await printEvidence();
  await printTalk(talk);
}

async function printCosts(): Promise<void> {
  const rows: string[][] = [];
  for (const model of MODELS) {
    const runs: Awaited<ReturnType<typeof host>>[] = [];
    for (const [at, user] of readUsersOfSessions().entries()) runs.push(await host(user, model, at + 1));
    const sum = (of: (run: (typeof runs)[number]) => number): number => runs.reduce((all, run) => all + of(run), 0);
    const isMet = runs.every(({ ours, full }) => ours <= 1.06 * full);
    rows.push([
      model,
      String(runs.length),
      (sum(({ ours }) => ours) / sum(({ full }) => full)).toFixed(3),
      Math.max(...runs.map(({ ours, full }) => ours / full)).toFixed(3) + (isMet ? '' : ' (over 1.06)'),
      percent(
        sum(({ read }) => read),
        sum(({ kept }) => kept),
      ),
      percent(
        sum(({ readOfFull }) => readOfFull),
        sum(({ kept }) => kept),
      ),
      `${sum(({ held }) => held)} of ${sum(({ needing }) => needing)}`,
      (sum(({ tailsNeeded }) => tailsNeeded) / sum(({ needing }) => needing)).toFixed(0),
      (sum(({ tailsIdle }) => tailsIdle) / sum(({ needing }) => PROMPTS - needing)).toFixed(1),
    ]);
  }
  console.log(`A host's own history of ${2 * PROMPTS} turns; one question of ${NEEDS_EVERY} needs another session:`);
  printTable(
    [
      'model',
      'hosts',
      'cost, of the history alone',
      'dearest host',
      'previous history read',
      'without tails',
      'evidence there',
      'tail where needed',
      'tail where not',
    ],
    rows,
  );
  console.log('read: of what the prompt before had, where that is long enough to be cached\n');
}

/** Simulates one host: its own history in the provider's cache, with tails and without. */
async function host(user: UserOfSessions, model: (typeof MODELS)[number], seed: number) {
  const server = await openReplay();
  const random = seededRandom(seed);
  const about = (tokens: number): number => Math.round(tokens * (1 - SPREAD + 2 * SPREAD * random()));
  let nowMs = await sayBefore(server, user);
  const idle = readOwnWork(user.name.slice(0, 'en'.length));
  const price = modelPrice(model);
  const [bill, billFull] = [cacheMeter(price), cacheMeter(price)];
  const system = Object.values(SYSTEM_PROMPT).join('\n');
  const history: MeteredBlock[] = [block('system', system)];
  const chat = server.recorda.conversation({ userId: user.name, sessionId: 'host' });
  const found = {
    ours: 0,
    full: 0,
    read: 0,
    readOfFull: 0,
    kept: 0,
    held: 0,
    needing: 0,
    tailsNeeded: 0,
    tailsIdle: 0,
  };
  let before = 0;
  for (let prompt = 0; prompt < PROMPTS; prompt += 1) {
    nowMs += EXCHANGE_MS;
    server.setTime(new Date(nowMs));
    const needed = prompt % NEEDS_EVERY === NEEDS_EVERY - 1 ? chosen(user.questions, random) : undefined;
    const text = needed?.text ?? chosen(idle, random);
    const tail = await chat.tail(text, { model });
    const question = block('user', text);
    const isMarkBefore = tail.mark === 'before-block';
    const blocks = [
      ...history.slice(0, -1),
      { ...history.at(-1)!, isMarked: isMarkBefore },
      ...(tail.text === '' ? [] : [{ ...block('tail', tail.text), tokens: tail.tokenCount }]),
      { ...question, isMarked: !isMarkBefore },
    ];
    const billed = bill(blocks, nowMs);
    const billedFull = billFull([...history, { ...question, isMarked: true }], nowMs);
    found.ours += billed.cost;
    found.full += billedFull.cost;
    if (before >= price.leastPrefix) {
      found.read += Math.min(billed.read, before);
      found.readOfFull += Math.min(billedFull.read, before);
      found.kept += before;
    }
    before = tokensOf(history) + question.tokens;
    if (needed === undefined) found.tailsIdle += tail.tokenCount;
    else {
      found.needing += 1;
      found.tailsNeeded += tail.tokenCount;
      if (holdsAll(tail.sources, needed.gold)) found.held += 1;
    }
    const answer = answerText(about(OF_ASSISTANT), random);
    history.push(question, block('assistant', answer));
    await chat.append([{ content: text }, { role: 'assistant', content: answer }]);
  }
  await server.close();
  return found;
}

/** Asks every question of the repository on a host whose own history is about something else. */
async function printEvidence(): Promise<void> {
  const rows: string[][] = [];
  for (const language of ['en', 'es']) {
    const users = readUsersOfSessions().filter(({ name }) => name.startsWith(language));
    for (const maxTokens of LIMITS) {
      const sums = { all: 0, held: 0, several: 0, severalHeld: 0, tokens: [] as number[] };
      for (const user of users) {
        const server = await openReplay();
        await sayBefore(server, user);
        const chat = server.recorda.conversation({ userId: user.name, sessionId: 'host' });
        await chat.append(
          readOwnWork(language)
            .slice(0, 1)
            .map((content) => ({ content })),
        );
        for (const { text, gold } of user.questions) {
          const { sources, tokenCount } = await chat.tail(text, { maxTokens });
          const isHeld = holdsAll(sources, gold) ? 1 : 0;
          sums.all += 1;
          sums.held += isHeld;
          if (gold.length > 1) [sums.several, sums.severalHeld] = [sums.several + 1, sums.severalHeld + isHeld];
          sums.tokens.push(tokenCount);
        }
        await server.close();
      }
      rows.push([
        language,
        String(maxTokens),
        String(sums.all),
        percent(sums.held, sums.all),
        `${sums.severalHeld} of ${sums.several}`,
        mean(sums.tokens).toFixed(0),
      ]);
    }
  }
  console.log('Questions that need other sessions, ours (test/bench/context/tail/sessions.tsv):');
  printTable(['language', 'tail of', 'questions', 'evidence there', 'in several turns', 'mean tokens'], rows);
}

/** Asks about real conversations from a session of the host's own. */
async function printTalk(talk: readonly Corpus[]): Promise<void> {
  const rows: string[][] = [];
  for (const { name, namespaces, queries } of talk) {
    const server = await openReplay();
    const idOf = new Map<string, string>();
    for (const [namespace, memories] of namespaces) {
      const turns = turnsOf(memories);
      for (let at = 0; at < turns.length;) {
        const { sessionId } = memories[at]!;
        let end = at + 1;
        while (end < turns.length && end - at < BATCH && memories[end]!.sessionId === sessionId) end += 1;
        const batch = turns.slice(at, end);
        server.setTime(batch.at(-1)!.time);
        const scope = { userId: namespace, sessionId: `s${sessionId}` };
        const appended = await server.recorda.context.appendTurns({
          scope,
          turns: batch.map(({ id: _, ...turn }) => turn),
        });
        appended.turns.forEach(({ turn }, index) => idOf.set(`${namespace} s${sessionId}/${turn}`, batch[index]!.id));
        at = end;
      }
    }
    const asked = queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
    for (const maxTokens of TALK_LIMITS) {
      let [held, tokens] = [0, 0];
      for (const { namespace, query, gold } of asked) {
        const chat = server.recorda.conversation({ userId: namespace, sessionId: 'host' });
        const { sources, tokenCount } = await chat.tail(query, { maxTokens });
        const ids = new Set(sources.map((source) => idOf.get(`${namespace} ${source.replace('recall:', '')}`)));
        if (gold.every((id) => ids.has(id))) held += 1;
        tokens += tokenCount;
      }
      rows.push([
        name,
        String(maxTokens),
        String(asked.length),
        percent(held, asked.length),
        (tokens / asked.length).toFixed(0),
      ]);
    }
    await server.close();
  }
  console.log('Questions that need other sessions, of talk between people:');
  printTable(['talk', 'tail of', 'questions', 'all evidence there', 'mean tokens'], rows);
}

/** Appends a day for each session; resolves to the time after them. */
async function sayBefore(server: Replay, { name, sessions }: UserOfSessions): Promise<number> {
  let nowMs = Date.UTC(2026, 0, 1);
  for (const [sessionId, turns] of sessions) {
    nowMs += DAY_MS;
    server.setTime(new Date(nowMs));
    await server.recorda.conversation({ userId: name, sessionId }).append(turns);
  }
  server.setTime(new Date(nowMs + DAY_MS));
  return nowMs + DAY_MS;
}

function holdsAll(sources: readonly string[], gold: readonly string[]): boolean {
  return gold.every((turn) => sources.includes(`recall:${turn}`));
}

function chosen<T>(of: readonly T[], random: () => number): T {
  return of[Math.floor(random() * of.length)]!;
}

function answerText(tokens: number, random: () => number): string {
  let text = sentence(random);
  while (count(text) < tokens) text += ` ${sentence(random)}`;
  return text;
}

function block(role: string, text: string): MeteredBlock {
  return { key: `${role} ${text}`, tokens: count(text) + MESSAGE, isMarked: false };
}

function tokensOf(blocks: readonly MeteredBlock[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

function count(text: string): number {
  return encode(text).length;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
}
