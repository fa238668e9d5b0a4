/** Runs the demo: a real server, a real client, and a story on the screen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../client/connect.ts';
import { openRecorda } from '../recorda.ts';
import { serve } from '../rpc/serve.ts';
import { silentLog } from '../ports/telemetry.ts';
import { screen } from './demo-screen.ts';
import { tellStory } from './demo-story.ts';

const HOST = '127.0.0.1';

/** Runs the demo; `write` is called with each line. */
export async function demo({ keep, write }: { keep: boolean; write: (line: string) => void }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-demo-'));
  const shown = screen(write);
  try {
    const server = await openRecorda({ dataDir, log: silentLog });
    const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: HOST, port: 0 });
    const recorda = connect(`${HOST}:${serving.port}`);
    try {
      shown.title('Recorda, a memory server for AI agents', `gRPC on ${HOST}:${serving.port}, SQLite`);
      await tellStory(recorda, shown);
    } finally {
      await recorda.close();
      await serving.drain(0);
      await server.close();
    }
  } finally {
    if (!keep) await rm(dataDir, { recursive: true });
  }
  shown.blank();
  shown.note(
    keep
      ? `The data is in ${dataDir}: recorda serve --data-dir ${dataDir}`
      : 'The server is closed and its folder removed.',
  );
  shown.note('Next: the README or the examples.');
  shown.blank();
}
