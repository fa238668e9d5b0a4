/**
 * Azurite, Microsoft's emulator of Azure Blob Storage, on a free loopback port; its content is lost when it ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobAddress } from '../../server/backends/blob/connect-blob.ts';
import { AZURITE_BLOB } from './install.ts';
import { freePort } from './redis-process.ts';
import { endWithUs } from '../end-with-us.ts';

/** The emulator's only account, whose key is public. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const READY_MS = 20_000;

export type AzuriteProcess = {
  place(container: string): BlobAddress;
  /** Stops answering; it can continue as if nothing had happened. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

export async function startAzurite(atPort?: number): Promise<AzuriteProcess> {
  const port = atPort ?? (await freePort());
  const where = ['--blobHost', '127.0.0.1', '--blobPort', `${port}`];
  const quiet = ['--silent', '--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry'];
  const child = endWithUs(spawn(process.execPath, [AZURITE_BLOB, ...where, ...quiet], { stdio: 'ignore' }));
  await once(child, 'spawn');
  const endMs = performance.now() + READY_MS;
  // Any answer will do.
  while (!(await fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false))) {
    if (child.exitCode !== null || performance.now() > endMs) throw new Error('Azurite did not start.');
    await sleep(50);
  }
  return {
    place: (container) => ({ url: `http://127.0.0.1:${port}/${ACCOUNT}/${container}`, account: ACCOUNT, key: KEY }),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
