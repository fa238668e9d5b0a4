/** onnxruntime-node is the user's to bring (300 MB); tests fetch it once, into the cache beside the packages. */
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

/** A folder that has it installed. Its install script would fetch what only graphics cards need. */
export async function findOnnxRuntime(): Promise<string> {
  if (existsSync(join(ROOT, 'node_modules/onnxruntime-node'))) return ROOT;
  if (existsSync(join(CACHE, 'node_modules/onnxruntime-node/package.json'))) return CACHE;
  // Apart and then at once: another process may be about the same, or have loaded what it found.
  await mkdir(dirname(CACHE), { recursive: true });
  const made = await mkdtemp(`${CACHE}-`);
  const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, '--prefix', made, PACKAGE], { timeout: INSTALL_TIMEOUT_MS });
  await rename(made, CACHE).catch(() => rm(made, { recursive: true }));
  return CACHE;
}
