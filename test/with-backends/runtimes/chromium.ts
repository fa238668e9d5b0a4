/** Opens a page in a real browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithUs } from '../../end-with-us.ts';

const PAGE_MS = 120_000;

/** Keeps Chromium from working in the background, where it would call hosts of its maker. */
const QUIET = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-sync',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
];

/** Opens `url` in a Chromium of its own. `failed` rejects with Chromium's output if it ends or the page takes too long. */
export function openPage(url: string): { readonly failed: Promise<never>; close(): Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), 'recorda-chromium-'));
  // Chromium has no sandbox for root, as which CI runs.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...QUIET, ...sandbox, '--enable-logging=stderr', `--user-data-dir=${profile}`, url];
  const child = endWithUs(spawn('chromium', args, { stdio: ['ignore', 'ignore', 'pipe'] }));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const gone = once(child, 'close');
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The page did not end:\n${said}`)), PAGE_MS);
    gone.then(
      () => reject(new Error(`Chromium ended:\n${said}`)),
      (error: unknown) => reject(error as Error),
    );
  });
  failed.catch(() => undefined);
  return {
    failed,
    async close() {
      clearTimeout(timer);
      child.kill('SIGTERM');
      await gone;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
