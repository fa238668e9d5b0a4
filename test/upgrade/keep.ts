/** Keeps data of this version for later versions to open: see earlier-folder.test.ts, and release/README.md for when to run this. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { ROOT } from '../root.ts';

const run = promisify(execFile);

/** A data folder with a backup inside, and its master key, which encrypts nothing else. */
const FOLDER = 'folder.tar.gz';
/** Space reserved for a full disk: random bytes, which every start makes anew. */
const RESERVE = './recorda.reserve';
/** The export of the user `ana` from that folder. */
const EXPORT = 'export.jsonl';
/** The contract as descriptors, which `.ci/run` compares with later ones. */
const CONTRACT = 'contract.binpb';

export const exportedAt = (kept: string): Promise<string> => readFile(join(kept, EXPORT), 'utf8');

export async function exportOf(recorda: Recorda): Promise<string> {
  const parts = await all(recorda.admin.exportUserData({ userId: 'ana' }));
  return Buffer.concat(parts.map(({ lines }) => lines)).toString();
}

export async function unpack(kept: string, dataDir: string): Promise<void> {
  await run('tar', ['-xzf', join(kept, FOLDER), '-C', dataDir]);
}

/** Writes the contract of this version to `kept`. */
export async function keepContract(kept: string): Promise<void> {
  await run('npx', ['--no-install', 'buf', 'build', '--exclude-source-info', '-o', join(kept, CONTRACT)], {
    cwd: ROOT,
  });
}

/** Makes a folder and an export in `kept` with this version: two users who have something of every type. */
export async function keep(kept: string): Promise<void> {
  await mkdir(kept);
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-kept-'));
  try {
    const { pipeline, close } = await openRecorda({ dataDir, log: silentLog });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    for (const userId of ['ana', 'bob']) await tellEverything(recorda, userId);
    await writeFile(join(kept, EXPORT), await exportOf(recorda));
    await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    await recorda.close();
    await run('tar', ['--exclude', RESERVE, '-czf', join(kept, FOLDER), '-C', dataDir, '.']);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
