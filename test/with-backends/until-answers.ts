import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 30_000;
const POLL_MS = 50;
/** The status with which Prometheus answers while it replays its log. */
const NOT_YET = 503;

/** Waits until something answers at `url`, other than that it is not ready yet. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const answered = await fetch(url).then(
      ({ status }) => status !== NOT_YET,
      () => false,
    );
    if (answered) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it answered.`);
    if (Date.now() > end) throw new Error(`${child.spawnfile} does not answer at ${url}.`);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(POLL_MS);
  }
}
