/** Whether a prompt holds all the evidence of a question that is asked when the conversation is over. */
import { printTable } from '../../load/table.ts';
import type { Corpus } from '../corpus.ts';
import { openReplay, SYSTEM_PROMPT, turnsOf } from './replayed.ts';

const BUDGETS = [1500, 3000];
const BATCH = 20;
const ADVERSARIAL = 5;

export async function printRetention(corpus: Corpus): Promise<void> {
  const server = await openReplay();
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
      appended.turns.forEach(({ turn }, place) => idOf.set(`${namespace}/${turn}`, batch[place]!.id));
    }
  }
  const asked = corpus.queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
  const rows: string[][] = [];
  for (const agentId of ['', 'vera']) {
    for (const maxTokens of BUDGETS) {
      let all = 0;
      let found = 0;
      let wanted = 0;
      let tokens = 0;
      for (const { namespace, query, gold } of asked) {
        const scope = { userId: namespace, sessionId: namespace, agentId };
        const prompt = await context.assembleContext({ scope, newTurn: query, maxTokens, maxRecallTokens: maxTokens });
        const turns = prompt.blocks.flatMap(({ sources }) => sources.flatMap((source) => turnOf(source, namespace)));
        const held = new Set(turns.map((turn) => idOf.get(`${namespace}/${turn}`)));
        const hits = gold.filter((id) => held.has(id)).length;
        found += hits;
        wanted += gold.length;
        if (hits === gold.length) all += 1;
        tokens += prompt.tokenCount;
      }
      rows.push([
        String(maxTokens),
        agentId === '' ? 'none' : '400 tokens',
        String(asked.length),
        `${((100 * all) / asked.length).toFixed(1)} %`,
        `${((100 * found) / wanted).toFixed(1)} %`,
        (tokens / asked.length).toFixed(0),
      ]);
    }
  }
  printTable(['context of', 'system prompt', 'questions', 'all evidence', 'of the evidence', 'mean tokens'], rows);
  console.log('');
  await server.close();
}

/** `turn:12` of the window, `recall:SESSION/12`. */
function turnOf(source: string, sessionId: string): string[] {
  if (source.startsWith('turn:')) return [source.slice('turn:'.length)];
  const prefix = `recall:${sessionId}/`;
  return source.startsWith(prefix) ? [source.slice(prefix.length)] : [];
}
