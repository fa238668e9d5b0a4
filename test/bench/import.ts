/**
 * Measures what `recorda import --from chatgpt` takes for 100,000 messages: wall time, and the peak memory of the import and of the
 * server, compared with the targets. It runs once against a server process, then with the same file again, then with the store opened in
 * the import's own process. `npm run bench -- import`; the messages are generated, the same each time.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MB } from '../../server/policy/units.ts';
import { startExecutable } from '../commands/executable.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, printTable } from '../load/table.ts';
import { startServer } from '../server-process.ts';
import { peakBytes } from './peers/resident-memory.ts';

const CONVERSATIONS = 1_000;
const MESSAGES = 100;
/** The target, in seconds. */
const MOST_S = 180;
const MOST_MB = 400;
const SAMPLE_MS = 20;
const MOST_SENTENCES = 4;

/** Yields `conversations.json` as ChatGPT exports it. */
function* conversations(): Generator<string, void> {
  const random = seededRandom(1);
  for (let chat = 0; chat < CONVERSATIONS; chat += 1) {
    yield `${chat === 0 ? '[' : ','}${JSON.stringify(conversation(chat, random))}`;
  }
  yield ']';
}

function conversation(chat: number, random: () => number): object {
  const beganS = 1_700_000_000 + chat * 10_000;
  const idOf = (message: number): string => `${chat}-${message}`;
  const nodes = Array.from({ length: MESSAGES }, (_, at) => [
    idOf(at),
    {
      id: idOf(at),
      message: message(idOf(at), at % 2 === 0 ? 'user' : 'assistant', beganS + at, random),
      parent: at === 0 ? null : idOf(at - 1),
      children: at + 1 === MESSAGES ? [] : [idOf(at + 1)],
    },
  ]);
  return {
    title: `Chat ${chat}`,
    create_time: beganS,
    mapping: Object.fromEntries(nodes) as object,
    current_node: idOf(MESSAGES - 1),
    conversation_id: `chat-${chat}`,
  };
}

function message(id: string, role: string, saidS: number, random: () => number): object {
  const sentences = Array.from({ length: 1 + Math.floor(random() * MOST_SENTENCES) }, () => sentence(random));
  return {
    id,
    author: { role, name: null, metadata: {} },
    create_time: saidS,
    content: { content_type: 'text', parts: [sentences.join(' ')] },
    status: 'finished_successfully',
    metadata: {},
    recipient: 'all',
  };
}

type Outcome = { readonly seconds: number; readonly peakMb: number; readonly imported: number };

async function importOnce(file: string, where: readonly string[], cwd: string): Promise<Outcome> {
  const startedAt = performance.now();
  const args = ['import', '--from', 'chatgpt', '--user', 'ana', file, '--json', ...where];
  const run = startExecutable({ args, cwd, env: { XDG_STATE_HOME: cwd } });
  let peak = 0;
  const sampling = setInterval(() => (peak = peakBytes(run.process.pid!) ?? peak), SAMPLE_MS);
  // Once the process has ended there is nothing to read.
  run.process.once('exit', () => clearInterval(sampling));
  const code = await run.exit;
  if (code !== 0) throw new Error(`The import failed: ${run.stderr()}`);
  const { imported } = JSON.parse(run.stdout()) as { readonly imported: number };
  return { seconds: (performance.now() - startedAt) / 1000, peakMb: peak / MB, imported };
}

const folder = await mkdtemp(join(tmpdir(), 'recorda-import-'));
try {
  const file = join(folder, 'conversations.json');
  await pipeline(Readable.from(conversations()), createWriteStream(file));
  console.log(`${formatCount(CONVERSATIONS * MESSAGES)} messages, ${formatCount((await stat(file)).size / MB)} MB`);
  const rows: string[][] = [];
  const tell = (name: string, { seconds, peakMb, imported }: Outcome, server: string): void => {
    const isHeld = seconds < MOST_S && peakMb < MOST_MB;
    rows.push([
      name,
      formatCount(imported),
      seconds.toFixed(1),
      formatCount(peakMb),
      server,
      isHeld ? 'held' : 'NOT HELD',
    ]);
  };
  const server = await startServer({ dataDir: join(folder, 'served') });
  const serverMb = (): string => formatCount((peakBytes(server.process.pid!) ?? NaN) / MB);
  const to = ['--url', server.address];
  tell('to a server', await importOnce(file, to, folder), serverMb());
  tell('to a server, again', await importOnce(file, to, folder), serverMb());
  await server.stop();
  tell('in process', await importOnce(file, ['--data-dir', join(folder, 'own')], folder), '');
  printTable(['', 'imported', 's', 'MB', 'server MB', `under ${MOST_S} s, ${MOST_MB} MB`], rows);
} finally {
  await rm(folder, { recursive: true });
}
