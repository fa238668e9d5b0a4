/**
 * Finds which facts supersede which in real talk: each speaker of a chat is a user of a server, who is told the chat session by session.
 * Part of `npm run bench:reading -- --data DIR`, which prints each, to be judged by reading.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { openRecorda } from '../../server/recorda.ts';

type Line = {
  readonly namespace: string;
  readonly session: number;
  readonly speaker: string;
  readonly text: string;
};

/** A fact that was superseded. */
export type Supersession = {
  readonly turn: string;
  readonly said: string;
  readonly closed: string;
  readonly domain: string;
};

const TOGETHER = 50;

/** `turns` is the number of users' turns that were read. */
export async function supersessionsIn(
  folder: string,
  name: string,
): Promise<{ readonly turns: number; readonly facts: number; readonly found: readonly Supersession[] }> {
  const lines = readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ text }) => text.trim() !== '');
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-supersessions-'));
  const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
  const recorda = recordaOver(pipelineTransport(pipeline, close));
  try {
    const found: Supersession[] = [];
    const users = new Set(lines.map(({ namespace, speaker }) => JSON.stringify([namespace, speaker])));
    let facts = 0;
    for (const user of users) {
      const [namespace, speaker] = JSON.parse(user) as [string, string];
      const chat = lines.filter((line) => line.namespace === namespace);
      for (const session of new Set(chat.map((line) => line.session))) {
        const turns = chat.filter((line) => line.session === session);
        for (let at = 0; at < turns.length; at += TOGETHER) {
          const part = turns.slice(at, at + TOGETHER);
          const told = await tell(recorda, { userId: user, sessionId: `${session}` }, part, speaker);
          facts += told.facts;
          found.push(...told.found);
        }
      }
    }
    return { turns: lines.length, facts, found };
  } finally {
    await recorda.close();
    await rm(dataDir, { recursive: true });
  }
}

async function tell(
  { context }: Recorda,
  scope: { readonly userId: string; readonly sessionId: string },
  part: readonly Line[],
  speaker: string,
): Promise<{ readonly facts: number; readonly found: readonly Supersession[] }> {
  const turns = part.map((line) => ({
    role: line.speaker === speaker ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const),
    content: line.text,
  }));
  const appended = await context.appendTurns({ scope, turns });
  const first = appended.turns[0]?.turn ?? 1;
  const user = { userId: scope.userId };
  const found: Supersession[] = [];
  for (const { turn, id, supersededIds } of appended.facts) {
    for (const closedId of supersededIds) {
      const { fact } = await context.getFact({ scope: user, id });
      const { fact: closed } = await context.getFact({ scope: user, id: closedId });
      const { text } = part[turn - first]!;
      found.push({ turn: text, said: fact!.text, closed: closed!.text, domain: fact!.domain });
    }
  }
  return { facts: appended.facts.filter(({ operation }) => operation !== 'FACT_OPERATION_CONFIRMED').length, found };
}
