import type { SessionChains } from '../session-chains.ts';

/** The best first guess within each memory's session; its own where it has none. */
export function sessionBest(
  guesses: Float32Array,
  { session, sessionCount }: Pick<SessionChains, 'session' | 'sessionCount'>,
  alive: Uint8Array | undefined,
  slots: number,
  out: Float32Array,
): void {
  const best = new Float32Array(sessionCount).fill(-Infinity);
  for (let slot = 0; slot < slots; slot++) {
    if (alive !== undefined && alive[slot] === 0) continue;
    const number = session[slot] as number;
    const guess = guesses[slot] as number;
    if (number >= 0 && guess > (best[number] as number)) best[number] = guess;
  }
  for (let slot = 0; slot < slots; slot++) {
    const number = session[slot] as number;
    out[slot] = number >= 0 ? (best[number] as number) : (guesses[slot] as number);
  }
}
