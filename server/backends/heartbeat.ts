/** Asks a backend now and then whether it is there: health reports it, also where nobody calls. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OUTAGE } from '../policy/backends.ts';

export type HeartbeatOptions = {
  /** Rejects, or does not settle, where the backend does not answer. */
  readonly ping: () => Promise<unknown>;
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  /** What it is taken to be until it was asked; true unless it is known to be away. */
  readonly isThereAtFirst?: boolean | undefined;
  /** Told once for each change. */
  readonly onChange?: ((isThere: boolean) => void) | undefined;
};

export interface Heartbeat {
  /** As of the last answer. */
  isThere(): boolean;
  /** Asks now; resolves to whether it is there. */
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

/** A connection that was lost comes back by itself: whether the backend is away shows when none does for a while. */
async function answers(ping: () => Promise<unknown>, withinMs: number): Promise<boolean> {
  const endAt = performance.now() + withinMs;
  for (;;) {
    const answer = await answered(ping, endAt - performance.now());
    if (answer !== false) return answer === true;
    if (performance.now() >= endAt) return false;
    await sleep(withinMs / OUTAGE.pingsOfHeartbeat, undefined, { ref: false });
  }
}

/** Undefined where nothing came in time. */
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
  // Where this process itself was held up, the answer may lie there unread.
  if (answer === undefined) await nextTurn();
  return answer;
}
