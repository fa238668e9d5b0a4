/**
 * The floor of relevance: what lines without relation to the user bring into prompts, and how much of the evidence the floor loses. It is
 * judged on talk and lines from which nothing was learnt: see train-floor.ts.
 */
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { questionReader, recallRelevance } from '../../../server/domain/context/relevance.ts';
import type { Relevance } from '../../../server/domain/context/materials.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { PROMPT, RECALL } from '../../../server/policy/context.ts';
import { memoryIndex } from '../../../server/retrieval/memory-index.ts';
import { printTable } from '../../load/table.ts';
import type { Corpus, CorpusMemory } from '../corpus.ts';
import { readUnconcerned } from './floor/read-floor.ts';
import { mean } from './line-through.ts';
import { openReplay, turnsOf } from './replayed.ts';

const BUDGET = 350;
const DEPTH = Math.ceil(BUDGET / RECALL.tokensPerHit);
const [HEADER, DAY] = [16, 6];
const ADVERSARIAL = 5;
const BATCH = 20;
const TOKENS: Readonly<Record<Relevance, number>> = {
  NOTHING: 0,
  GLANCE: PROMPT.openingRecall,
  LITTLE: PROMPT.littleRecall,
  ALL: BUDGET,
};

/** `linesPath` names a file with a line each; by default the repository's lines for judging are used. */
export async function printFloor(corpora: readonly Corpus[], linesPath?: string): Promise<void> {
  const lines = linesPath === undefined ? readUnconcerned('judge') : readFileSync(linesPath, 'utf8').trim().split('\n');
  const rows = corpora.flatMap((corpus) => [
    [corpus.name, 'by name', ...judged(corpus, lines, (text) => text)],
    [corpus.name, 'as "I"', ...judged(corpus, lines, asMe(corpus))],
  ]);
  console.log(`${lines.length} lines that concern nothing, recall of ${BUDGET} tokens:`);
  printTable(
    [
      'corpus',
      'talkers',
      'lines: recall tokens',
      'questions: recall tokens',
      'all evidence, no floor',
      'with it',
      'nothing',
      'little',
    ],
    rows,
  );
  for (const corpus of corpora) await printSent(corpus, lines);
}

/** Returns a function that puts a talker's question in the first person. */
function asMe({ namespaces }: Corpus): (text: string) => string {
  const names = [
    ...new Set([...namespaces.values()].flat().flatMap(({ speaker }) => [speaker, speaker.split(' ')[0]!])),
  ];
  const either = names
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
    .join('|');
  const [owner, talker] = [new RegExp(`\\b(?:${either})['’]s?(?!\\w)`, 'g'), new RegExp(`\\b(?:${either})\\b`, 'g')];
  return (text) => text.replace(owner, 'my').replace(talker, 'I');
}

function judged(corpus: Corpus, lines: readonly string[], asked: (text: string) => string): string[] {
  const encoder = staticEncoder(loadStaticTable());
  const readQuestion = questionReader((text) => encoder.embed(text));
  const idle: number[] = [];
  const spent: number[] = [];
  const held = { without: 0, with: 0 };
  const steps: Record<Relevance, number> = { NOTHING: 0, GLANCE: 0, LITTLE: 0, ALL: 0 };
  for (const [namespace, memories] of corpus.namespaces) {
    const index = memoryIndex(encoder);
    index.put(memories.map((memory, at) => ({ ...memory, createTimeMs: at, vector: encoder.embed(memory.text) })));
    const known = new Map(memories.map((memory) => [memory.id, memory]));
    const find = (text: string) => {
      const { hits, nearness } = index.searchNear({ text, topK: DEPTH, nowMs: Date.UTC(2024, 5, 1), explain: false });
      const found = hits.map(({ id }) => known.get(id)!);
      const relevance = recallRelevance(readQuestion(text), nearness);
      return { relevance, without: pack(found, BUDGET), with: pack(found, TOKENS[relevance]) };
    };
    for (const line of lines) idle.push(find(line).with.tokens);
    for (const { namespace: of, category, query, gold } of corpus.queries) {
      if (of !== namespace || category === ADVERSARIAL || gold.length === 0) continue;
      const found = find(asked(query));
      const wanted = gold.filter((id) => known.has(id));
      spent.push(found.with.tokens);
      steps[found.relevance] += 1;
      if (wanted.every((id) => found.without.ids.has(id))) held.without += 1;
      if (wanted.every((id) => found.with.ids.has(id))) held.with += 1;
    }
    index.release();
  }
  const share = (count: number): string => `${((100 * count) / spent.length).toFixed(1)} %`;
  return [
    mean(idle).toFixed(1),
    mean(spent).toFixed(0),
    ...[held.without, held.with, steps.NOTHING, steps.LITTLE].map(share),
  ];
}

/** Fills the block of recall as the server does: best first, skipping what does not fit. */
function pack(
  found: readonly CorpusMemory[],
  budget: number,
): { readonly ids: ReadonlySet<string>; readonly tokens: number } {
  const ids = new Set<string>();
  const days = new Set<string>();
  let used = HEADER;
  for (const { id, speaker, text, sessionId } of found) {
    const line = Math.min(countTokens(`${speaker}: ${text}\n`), Math.floor(budget * PROMPT.recallLineShare));
    const cost = line + (days.has(sessionId) ? 0 : DAY);
    if (used + cost > budget) continue;
    used += cost;
    days.add(sessionId);
    ids.add(id);
  }
  return { ids, tokens: ids.size === 0 ? 0 : used };
}

/** Measures through the API how many tokens of facts and recall these lines bring in a session of their own. */
async function printSent(corpus: Corpus, lines: readonly string[]): Promise<void> {
  const server = await openReplay();
  const { context } = server.recorda;
  const sent: Record<string, number[]> = { BLOCK_KIND_FACTS: [], BLOCK_KIND_RECALL: [] };
  for (const [namespace, memories] of corpus.namespaces) {
    const scope = { userId: namespace, sessionId: namespace };
    const turns = turnsOf(memories);
    for (let at = 0; at < turns.length; at += BATCH) {
      const batch = turns.slice(at, at + BATCH);
      server.setTime(batch.at(-1)!.time);
      await context.appendTurns({ scope, turns: batch.map(({ id: _, ...turn }) => turn) });
    }
    for (const newTurn of lines) {
      const { blocks } = await context.assembleContext({
        ...{ scope: { userId: namespace, sessionId: 'next' }, newTurn, maxRecallTokens: BUDGET },
      });
      for (const [kind, tokens] of Object.entries(sent))
        tokens.push(blocks.filter((block) => block.kind === kind).reduce((sum, { tokenCount }) => sum + tokenCount, 0));
    }
  }
  const { BLOCK_KIND_FACTS: facts = [], BLOCK_KIND_RECALL: recall = [] } = sent;
  const shown = (tokens: readonly number[]): string => mean(tokens).toFixed(1);
  console.log(`${corpus.name}, through the API: facts ${shown(facts)}, recall ${shown(recall)} tokens a line\n`);
  await server.close();
}
