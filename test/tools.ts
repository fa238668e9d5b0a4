/** The programs that tests and measurements call besides Node: ghz makes load, grpcurl speaks by reflection. */
import { execFile } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findGo } from './go.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);

/** Where each comes from, pinned. */
const TOOLS = {
  ghz: 'github.com/bojand/ghz/cmd/ghz@v0.93.0',
  grpcurl: 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4',
} as const;

const CACHE = join(ROOT, 'node_modules/.cache/recorda/bin');
const INSTALL_TIMEOUT_MS = 300_000;

/** The path of the tool: from PATH, Go's folder or our cache, else installed there by Go. Rejects with what to do. */
export async function findTool(name: keyof typeof TOOLS): Promise<string> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(homedir(), 'go/bin'), CACHE];
  for (const folder of folders.filter((path) => path !== '')) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  await mkdir(CACHE, { recursive: true });
  try {
    await run(await findGo(), ['install', TOOLS[name]], {
      env: { ...process.env, GOBIN: CACHE },
      timeout: INSTALL_TIMEOUT_MS,
    });
  } catch (cause) {
    throw new Error(`${name} is neither installed nor could Go install it. Install Go, or put ${name} into PATH.`, {
      cause,
    });
  }
  return join(CACHE, name);
}
