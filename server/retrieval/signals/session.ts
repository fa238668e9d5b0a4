/** Raises the best guess of each session, by its number, to this one where it is better. Slots without session have none. */
export function raiseSessionBest(best: Float32Array, session: number, guess: number): void {
  if (session >= 0 && guess > (best[session] as number)) best[session] = guess;
}

/** The best guess in a memory's session, its own where it has none. */
export function sessionBest(best: Float32Array, session: number, guess: number): number {
  return session >= 0 ? (best[session] as number) : guess;
}
