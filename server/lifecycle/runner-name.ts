/** By which name a server knows its own runs again where several share a database: a file of the data folder, made once. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecretFile } from './secret-file.ts';

/** In the data folder. */
const RUNNER_FILE = 'runner.id';

export async function runnerName(dataDir: string): Promise<string> {
  const path = join(dataDir, RUNNER_FILE);
  const read = async (): Promise<string> => (await readFile(path, 'utf8')).trim();
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // The first of two that make one holds.
  await makeSecretFile(path, `${randomUUID()}\n`);
  return read();
}
