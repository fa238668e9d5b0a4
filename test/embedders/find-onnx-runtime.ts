/** Users install onnxruntime-node themselves (300 MB); tests fetch it once, into a cache beside the packages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root.ts';

const run = promisify(execFile);

const PACKAGE = 'onnxruntime-node@1.30.0';
const CACHE = join(ROOT, 'node_modules/.cache/recorda/onnx');
const INSTALL_TIMEOUT_MS = 300_000;

/** Returns a folder in which it is installed. Its install script is not run, since it fetches files that only graphics cards need. */
export async function findOnnxRuntime(): Promise<string> {
  if (existsSync(join(ROOT, 'node_modules/onnxruntime-node'))) return ROOT;
  if (existsSync(join(CACHE, 'node_modules/onnxruntime-node/package.json'))) return CACHE;
  // It is installed in a temporary folder and then renamed, because another process may be doing the same or have it loaded.
  await mkdir(dirname(CACHE), { recursive: true });
  const made = await mkdtemp(`${CACHE}-`);
  const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, '--prefix', made, PACKAGE], { timeout: INSTALL_TIMEOUT_MS });
  await rename(made, CACHE).catch(() => rm(made, { recursive: true }));
  return CACHE;
}
