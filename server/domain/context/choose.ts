/** Chooses what goes into a prompt's room: what is worth most for what it costs goes first. */

/** Something that could go in. */
export type Candidate = {
  /** The probability that the answer needs it, 0 to 1. */
  readonly worth: number;
  /** What it adds to the prompt, beside what is chosen already. */
  readonly tokens: number;
  /** The price of a token, as a share of the price of uncached input. */
  readonly price: number;
  /** What ceilings of its own leave for it by now, in tokens. */
  most(): number;
  take(): void;
  /** There is no room for it: under the limit of the whole, or under a ceiling of its own. */
  leave(reason: 'OVER_BUDGET' | 'OVER_CEILING'): void;
};

/** Candidates of one kind, in an order of their own; undefined for no more. */
export type Queue = () => Candidate | undefined;

/** Fills at most so many tokens. */
export function chooseByWorth(queues: readonly Queue[], room: number): void {
  let left = room;
  const heads = queues.map((next) => ({ next, head: next() }));
  for (;;) {
    let best = heads[0];
    // The first of equals is taken.
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
