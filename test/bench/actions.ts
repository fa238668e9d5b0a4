/**
 * Measures what labelled turns do to the fact that they refer to: each turn is said by a user of a server who had told that fact before.
 * Part of `npm run bench:reading -- --actions`, which prints how many end as labelled and those that do not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { openRecorda } from '../../server/recorda.ts';
import { ROOT } from '../root.ts';

const ACTIONS = ['create', 'confirm', 'supersede', 'forget'] as const;
export type Action = (typeof ACTIONS)[number];
type Line = {
  readonly turn: string;
  readonly before?: string;
  readonly facts: readonly { readonly action?: Action; readonly known?: string }[];
};

/** `happened` is what became of the known fact, or `none` if the turn did nothing to it and stored nothing. */
export type Outcome = {
  readonly language: string;
  readonly action: Action;
  readonly happened: Action | 'none';
  readonly turn: string;
  readonly known: string;
};

type Case = Omit<Outcome, 'happened'> & { readonly before?: string };

const linesOf = (path: string): readonly string[] => readFileSync(join(ROOT, path), 'utf8').split('\n').filter(Boolean);

/** Reads a set that nothing is trained on. */
const unseenCases =
  (ending: string) =>
  (language: string): readonly Case[] =>
    linesOf(`test/domain/facts/sentences/changes-${language}${ending}.tsv`).map((line) => {
      const [action, known = '', turn = ''] = line.split('\t');
      return { language, action: action as Action, known, turn };
    });

/** Reads the labelled turns that refer to a known fact. */
function labelledCases(language: string): readonly Case[] {
  const folder = `server/language/train/${language}`;
  return readdirSync(join(ROOT, folder))
    .filter((name) => /^turns-\d+\.jsonl$/.test(name))
    .toSorted()
    .flatMap((name) => linesOf(`${folder}/${name}`))
    .map((line) => JSON.parse(line) as Line)
    .flatMap(({ turn, before, facts }) => {
      const { action, known } = facts[0] ?? {};
      if (facts.length !== 1 || known === undefined || action === undefined) return [];
      return [{ language, action, known, turn, ...(before !== undefined && { before }) }];
    });
}

const CASES = {
  unseen: unseenCases(''),
  'later unseen': unseenCases('-second'),
  'last unseen': unseenCases('-third'),
  labelled: labelledCases,
} as const;

/** Says each turn to a server as a user of its own. */
export async function actionsOf(sets: keyof typeof CASES): Promise<readonly Outcome[]> {
  const cases = ['en', 'es'].flatMap(CASES[sets]);
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-actions-'));
  const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
  const recorda = recordaOver(pipelineTransport(pipeline, close));
  try {
    const outcomes: Outcome[] = [];
    for (const [at, one] of cases.entries()) outcomes.push({ ...one, happened: await say(recorda, `user-${at}`, one) });
    return outcomes;
  } finally {
    await recorda.close();
    await rm(dataDir, { recursive: true });
  }
}

async function say({ context }: Recorda, userId: string, { known, turn, before }: Case): Promise<Action | 'none'> {
  const scope = { userId, sessionId: 'one' };
  const tell = (content: string) => context.appendTurns({ scope, turns: [{ role: 'ROLE_USER' as const, content }] });
  const told = (await tell(before ?? known)).facts[0]?.id;
  const added = async () => (await context.addFact({ scope: { userId }, text: known })).fact!.id;
  const id = told ?? (await added());
  await context.appendTurns({ scope, turns: [{ role: 'ROLE_ASSISTANT', content: 'Got it.' }] });
  const { facts, forgottenFactIds } = await tell(turn);
  if (forgottenFactIds.includes(id)) return 'forget';
  if (facts.some(({ supersededIds }) => supersededIds.includes(id))) return 'supersede';
  if (facts.some((one) => one.id === id)) return 'confirm';
  return facts.length > 0 ? 'create' : 'none';
}
