/** Signals that look at every slot: what it means, its session, its date. Slots, sessions and links are -1 where there is none. */

/** Without neighbours: the cosines times their scales. `count` is a multiple of 4. */
export function meaningAlone(cosines: usize, scales: usize, count: i32, out: usize): void {
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f32x4.mul(v128.load(cosines + at), v128.load(scales + at)));
  }
}

/**
 * The cosines mixed with those of the neighbours, times their scales. `mixes` are the weights of the one before and the one after
 * where nobody is said to speak, then where somebody is.
 */
export function meaningInChain(
  cosines: usize,
  scales: usize,
  before: usize,
  after: usize,
  spoken: usize,
  mixes: usize,
  count: i32,
  out: usize,
): void {
  for (let slot = 0; slot < count; slot++) {
    const at = (<usize>slot) << 2;
    const left = load<i32>(before + at);
    const right = load<i32>(after + at);
    const mix = mixes + ((<usize>load<u8>(spoken + <usize>slot)) << 3);
    let sum = load<f32>(cosines + at);
    if (left >= 0) sum += load<f32>(mix) * load<f32>(cosines + ((<usize>left) << 2));
    if (right >= 0) sum += load<f32>(mix, 4) * load<f32>(cosines + ((<usize>right) << 2));
    store<f32>(out + at, sum * load<f32>(scales + at));
  }
}

/** Raises the best guess of each session to those of its slots. */
export function raiseBest(sessions: usize, guesses: usize, count: i32, best: usize): void {
  for (const end = sessions + ((<usize>count) << 2); sessions < end; sessions += 4, guesses += 4) {
    const session = load<i32>(sessions);
    if (session < 0) continue;
    const at = best + ((<usize>session) << 2);
    const guess = load<f32>(guesses);
    if (guess > load<f32>(at)) store<f32>(at, guess);
  }
}

/**
 * `out` becomes what is around each slot: its `wide` stretch, or its own meaning where it has no neighbour, and the best guess of
 * its session, its own where it has none. `stretchings` are five floats: lowest and factor of wide and of meaning, and the factor
 * of the guess.
 */
export function surroundings(
  before: usize,
  after: usize,
  sessions: usize,
  wide: usize,
  meaning: usize,
  guesses: usize,
  best: usize,
  stretchings: usize,
  count: i32,
  out: usize,
): void {
  const wideLow = load<f32>(stretchings);
  const wideFactor = load<f32>(stretchings, 4);
  const meaningLow = load<f32>(stretchings, 8);
  const meaningFactor = load<f32>(stretchings, 12);
  const guessFactor = load<f32>(stretchings, 16);
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 4) {
    const isAlone = (load<i32>(before + at) & load<i32>(after + at)) === -1;
    const around = isAlone
      ? (load<f32>(meaning + at) - meaningLow) * meaningFactor
      : (load<f32>(wide + at) - wideLow) * wideFactor;
    const session = load<i32>(sessions + at);
    const guess = session >= 0 ? load<f32>(best + ((<usize>session) << 2)) : load<f32>(guesses + at);
    store<f32>(out + at, around + guessFactor * guess);
  }
}

/**
 * Raises `out` to how close each time is to a period: 1 within, fading over `fade` days of `day` after, `hurry` times as fast
 * before. Times are doubles.
 */
export function closest(
  times: usize,
  from: f64,
  to: f64,
  day: f64,
  fade: f64,
  hurry: f64,
  count: i32,
  out: usize,
): void {
  for (const end = out + ((<usize>count) << 2); out < end; times += 8, out += 4) {
    const time = load<f64>(times);
    const gap = time < from ? hurry * max<f64>(0, ceil((from - time) / day)) : max<f64>(0, ceil((time - to) / day));
    const closeness = <f32>(1 - gap / fade);
    if (closeness > load<f32>(out)) store<f32>(out, closeness);
  }
}
