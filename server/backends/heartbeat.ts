/** Asks a backend at intervals whether it answers, so that health reports it even if nobody calls. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OUTAGE } from '../policy/backends.ts';

export type HeartbeatOptions = {
  /** Rejects, or does not settle, if the backend does not answer. */
  readonly ping: () => Promise<unknown>;
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  /** The state until the first ping; true unless it is known to be away. */
  readonly isThereAtFirst?: boolean | undefined;
  /** Called once for each change. */
  readonly onChange?: ((isThere: boolean) => void) | undefined;
};

export interface Heartbeat {
  /** Returns the state as of the last ping. */
  isThere(): boolean;
  /** Pings at once; resolves to whether the backend answers. */
  ask(): Promise<boolean>;
  close(): void;
}

export function heartbeat({
  ping,
  heartbeatMs,
  heartbeatTimeoutMs,
  isThereAtFirst = true,
  onChange = () => undefined,
}: HeartbeatOptions): Heartbeat {
  let isThere = isThereAtFirst;
  let asked: Promise<boolean> | undefined;

  async function beat(): Promise<boolean> {
    const was = isThere;
    isThere = await answers(ping, heartbeatTimeoutMs);
    asked = undefined;
    if (was !== isThere) onChange(isThere);
    return isThere;
  }

  const ask = (): Promise<boolean> => (asked ??= beat());
  const timer = setInterval(() => void ask(), heartbeatMs).unref();
  return { isThere: () => isThere, ask, close: () => clearInterval(timer) };
}

/** Tells whether the backend answers within a while, since a lost connection is restored by itself. */
async function answers(ping: () => Promise<unknown>, withinMs: number): Promise<boolean> {
  const endAt = performance.now() + withinMs;
  for (;;) {
    const answer = await answered(ping, endAt - performance.now());
    if (answer !== false) return answer === true;
    if (performance.now() >= endAt) return false;
    await sleep(withinMs / OUTAGE.pingsOfHeartbeat, undefined, { ref: false });
  }
}

/** Returns undefined if there was no answer in time. */
async function answered(ping: () => Promise<unknown>, withinMs: number): Promise<boolean | undefined> {
  let answer: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  const settled = Promise.resolve()
    .then(ping)
    .then(
      () => (answer = true),
      () => (answer = false),
    );
  await Promise.race([settled, new Promise((resolve) => (timer = setTimeout(resolve, withinMs).unref()))]);
  clearTimeout(timer);
  // If this process itself was held up, the answer may lie there unread.
  if (answer === undefined) await nextTurn();
  return answer;
}
