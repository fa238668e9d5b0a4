/**
 * Measures whether a prompt contains all the evidence of a question that is asked after the conversation, compared with
 * the full history, the last turns, and the turns that BM25 finds with their neighbours.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { compileSystem } from '../../../server/domain/context/system-prompt.ts';
import { OVERHEAD } from '../../../server/policy/context.ts';
import { printTable } from '../../load/table.ts';
import type { Corpus, CorpusQuery } from '../corpus.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf, type Replay } from './replayed.ts';
import { baselinePrompts } from './baseline-prompts.ts';

/** Budgets of prompts in tokens, with a system prompt of about 380 in them or none: only the rest is compared. */
const BUDGETS = [
  { maxTokens: 500, agentId: '' },
  { maxTokens: 1000, agentId: '' },
  { maxTokens: 1500, agentId: 'vera' },
  { maxTokens: 3000, agentId: 'vera' },
  { maxTokens: undefined, agentId: 'vera' },
] as const;
type Budget = (typeof BUDGETS)[number];
/** Baselines that get as many tokens. */
const BASELINES = ['last turns', 'BM25, neighbours'];
const BATCH = 20;
const ADVERSARIAL = 5;
const MULTI_HOP = 1;

export async function printRetention(corpora: readonly Corpus[]): Promise<void> {
  const rows: string[][] = [];
  for (const corpus of corpora) {
    const server = await openReplay();
    const idOf = await replay(server, corpus);
    const asked = corpus.queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
    const baselines = new Map([...corpus.namespaces].map(([namespace, turns]) => [namespace, baselinePrompts(turns)]));
    for (const budget of BUDGETS) {
      const ours = await held(asked, (query) => ofContext(server, query, idOf, budget));
      const limit = budget.maxTokens ?? Math.round(ours.tokens / asked.length);
      rows.push([corpus.name, ...namesOf(budget), 'Recorda', ...shown(ours)]);
      for (const name of BASELINES) {
        const theirs = await held(asked, (query) => ofBaseline(baselines, name, query, limit, budget.agentId));
        rows.push([corpus.name, ...namesOf(budget), name, ...shown(theirs)]);
      }
    }
    await server.close();
    const all = await held(asked, (query) => ofBaseline(baselines, 'full history', query, Infinity, 'vera'));
    rows.push([corpus.name, 'everything', 'in it', 'full history', ...shown(all)]);
  }
  const head = ['context of', 'system prompt', 'prompt', 'questions', 'all evidence', 'multi-hop', 'of the evidence'];
  printTable(['talk', ...head, 'mean tokens'], rows);
  console.log(
    'asked when all has been said; multi-hop: questions whose evidence lies in several places; with no limit the others may take as many tokens as ours\n',
  );
}

function namesOf({ maxTokens, agentId }: Budget): readonly string[] {
  return [maxTokens === undefined ? 'no limit' : String(maxTokens), agentId === '' ? 'none' : 'in it'];
}

/** Appends everything, each namespace as a session of its own user; returns the id of each turn by `namespace/turn`. */
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

/** The turns that a question's prompt contains, and the tokens of the whole. */
type Held = { readonly ids: ReadonlySet<string | undefined>; readonly tokens: number };

async function ofContext(
  { recorda: { context } }: Replay,
  { namespace, query }: CorpusQuery,
  idOf: ReadonlyMap<string, string>,
  { maxTokens, agentId }: Budget,
): Promise<Held> {
  const scope = { userId: namespace, sessionId: namespace, agentId };
  const prompt = await context.assembleContext({ scope, newTurn: query, maxTokens });
  const turns = prompt.blocks.flatMap(({ sources }) => sources.flatMap((source) => turnOf(source, namespace)));
  return { ids: new Set(turns.map((turn) => idOf.get(`${namespace}/${turn}`))), tokens: prompt.tokenCount };
}

function ofBaseline(
  baselines: ReadonlyMap<string, ReturnType<typeof baselinePrompts>>,
  name: string,
  { namespace, query }: CorpusQuery,
  limit: number,
  agentId: string,
): Held {
  const system = agentId === '' ? 0 : OVERHEAD.message + countTokens(compileSystem(SYSTEM_PROMPT));
  const standing = OVERHEAD.priming + system + OVERHEAD.message + countTokens(query);
  const { ids, tokens } = baselines.get(namespace)![name]!(query, limit - standing);
  return { ids, tokens: standing + tokens };
}

type Sums = Record<'questions' | 'all' | 'hops' | 'hopsAll' | 'found' | 'wanted' | 'tokens', number>;

async function held(
  asked: readonly CorpusQuery[],
  prompt: (query: CorpusQuery) => Held | Promise<Held>,
): Promise<Sums> {
  const sums = { questions: 0, all: 0, hops: 0, hopsAll: 0, found: 0, wanted: 0, tokens: 0 };
  for (const query of asked) {
    const { ids, tokens } = await prompt(query);
    const { gold, category } = query;
    const hits = gold.filter((id) => ids.has(id)).length;
    const isWhole = hits === gold.length ? 1 : 0;
    sums.questions += 1;
    sums.found += hits;
    sums.wanted += gold.length;
    sums.all += isWhole;
    sums.tokens += tokens;
    if (category !== MULTI_HOP) continue;
    sums.hops += 1;
    sums.hopsAll += isWhole;
  }
  return sums;
}

function shown({ questions, all, hops, hopsAll, found, wanted, tokens }: Sums): readonly string[] {
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
  return [
    String(questions),
    percent(all, questions),
    percent(hopsAll, hops),
    percent(found, wanted),
    (tokens / questions).toFixed(0),
  ];
}

/** Parses `turn:12` of the window and `recall:SESSION/12`. */
function turnOf(source: string, sessionId: string): string[] {
  if (source.startsWith('turn:')) return [source.slice('turn:'.length)];
  const prefix = `recall:${sessionId}/`;
  return source.startsWith(prefix) ? [source.slice(prefix.length)] : [];
}
