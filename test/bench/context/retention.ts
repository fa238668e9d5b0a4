/** Whether a prompt holds all the evidence of a question that is asked when the conversation is over. */
import { printTable } from '../../load/table.ts';
import type { Corpus, CorpusQuery } from '../corpus.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf, type Replay } from './replayed.ts';

/** Prompts of so many tokens, with a system prompt of about 380 in them or none: what they hold beside it is compared. */
const BUDGETS = [
  { maxTokens: 500, agentId: '' },
  { maxTokens: 1000, agentId: '' },
  { maxTokens: 1500, agentId: 'vera' },
  { maxTokens: 3000, agentId: 'vera' },
  { maxTokens: undefined, agentId: 'vera' },
] as const;
const BATCH = 20;
const ADVERSARIAL = 5;
const MULTI_HOP = 1;

export async function printRetention(corpora: readonly Corpus[]): Promise<void> {
  const rows: string[][] = [];
  for (const corpus of corpora) {
    const server = await openReplay();
    const idOf = await replay(server, corpus);
    const asked = corpus.queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
    for (const budget of BUDGETS) rows.push([corpus.name, ...(await row(server, asked, idOf, budget))]);
    await server.close();
  }
  const head = [
    'context of',
    'system prompt',
    'questions',
    'all evidence',
    'multi-hop',
    'of the evidence',
    'mean tokens',
  ];
  printTable(['talk', ...head], rows);
  console.log('asked when all has been said; multi-hop: questions whose evidence lies in several places\n');
}

/** Says everything, each namespace a session of its own user; gives the id of each turn by `namespace/turn`. */
async function replay(server: Replay, corpus: Corpus): Promise<ReadonlyMap<string, string>> {
  const { context } = server.recorda;
  await context.putSystemPrompt({ agentId: 'vera', systemPrompt: SYSTEM_PROMPT });
  const idOf = new Map<string, string>();
  for (const [namespace, memories] of corpus.namespaces) {
    const scope = { userId: namespace, sessionId: namespace };
    const turns = turnsOf(memories);
    for (let at = 0; at < turns.length; at += BATCH) {
      const batch = turns.slice(at, at + BATCH);
      server.setTime(batch.at(-1)!.time);
      const appended = await context.appendTurns({ scope, turns: batch.map(({ id: _, ...turn }) => turn) });
      appended.turns.forEach(({ turn }, index) => idOf.set(`${namespace}/${turn}`, batch[index]!.id));
    }
  }
  return idOf;
}

async function row(
  { recorda: { context } }: Replay,
  asked: readonly CorpusQuery[],
  idOf: ReadonlyMap<string, string>,
  { maxTokens, agentId }: (typeof BUDGETS)[number],
): Promise<string[]> {
  const sums = { all: 0, hops: 0, hopsAll: 0, found: 0, wanted: 0, tokens: 0 };
  for (const { namespace, query, gold, category } of asked) {
    const scope = { userId: namespace, sessionId: namespace, agentId };
    const prompt = await context.assembleContext({ scope, newTurn: query, maxTokens });
    const turns = prompt.blocks.flatMap(({ sources }) => sources.flatMap((source) => turnOf(source, namespace)));
    const held = new Set(turns.map((turn) => idOf.get(`${namespace}/${turn}`)));
    const hits = gold.filter((id) => held.has(id)).length;
    const isWhole = hits === gold.length ? 1 : 0;
    sums.found += hits;
    sums.wanted += gold.length;
    sums.all += isWhole;
    sums.tokens += prompt.tokenCount;
    if (category !== MULTI_HOP) continue;
    sums.hops += 1;
    sums.hopsAll += isWhole;
  }
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
  return [
    maxTokens === undefined ? 'no limit' : String(maxTokens),
    agentId === '' ? 'none' : 'in it',
    String(asked.length),
    percent(sums.all, asked.length),
    percent(sums.hopsAll, sums.hops),
    percent(sums.found, sums.wanted),
    (sums.tokens / asked.length).toFixed(0),
  ];
}

/** `turn:12` of the window, `recall:SESSION/12`. */
function turnOf(source: string, sessionId: string): string[] {
  if (source.startsWith('turn:')) return [source.slice('turn:'.length)];
  const prefix = `recall:${sessionId}/`;
  return source.startsWith(prefix) ? [source.slice(prefix.length)] : [];
}
