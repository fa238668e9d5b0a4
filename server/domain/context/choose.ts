/** Chooses what fills a prompt's room: the candidate with the most worth per cost is taken first. */

/** Something that the prompt may include. */
export type Candidate = {
  /** The probability that the answer needs it, 0 to 1. */
  readonly worth: number;
  /** The tokens that it adds to the prompt, given what is chosen already. */
  readonly tokens: number;
  /** The price of a token, as a share of the price of uncached input. */
  readonly price: number;
  /** Returns the tokens that its own ceilings leave for it at this point. */
  most(): number;
  take(): void;
  /** Called if it has no room under the limit of the whole prompt or under a ceiling of its own. */
  leave(reason: 'OVER_BUDGET' | 'OVER_CEILING'): void;
};

/** Returns the next candidate of one kind, in that kind's own order; undefined if there are no more. */
export type Queue = () => Candidate | undefined;

/** Fills at most `room` tokens. */
export function chooseByWorth(queues: readonly Queue[], room: number): void {
  let left = room;
  const heads = queues.map((next) => ({ next, head: next() }));
  for (;;) {
    let best = heads[0];
    // Of equal candidates the first is taken.
    for (const one of heads) if (density(one.head) > density(best?.head)) best = one;
    if (best?.head === undefined) return;
    const { tokens } = best.head;
    if (tokens > best.head.most()) best.head.leave('OVER_CEILING');
    else if (tokens > left) best.head.leave('OVER_BUDGET');
    else {
      best.head.take();
      left -= tokens;
    }
    best.head = best.next();
  }
}

function density(candidate: Candidate | undefined): number {
  return candidate === undefined ? -1 : candidate.worth / Math.max(candidate.tokens * candidate.price, Number.EPSILON);
}
