/**
 * Names a server in a file of its data folder, made once, so that it recognises its own runs if several servers share a
 * database.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecretFile } from './secret-file.ts';

/** The name of the file in the data folder. */
const RUNNER_FILE = 'runner.id';

export async function runnerName(dataDir: string): Promise<string> {
  const path = join(dataDir, RUNNER_FILE);
  const read = async (): Promise<string> => (await readFile(path, 'utf8')).trim();
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // If two servers make one, the first stays.
  await makeSecretFile(path, `${randomUUID()}\n`);
  return read();
}
