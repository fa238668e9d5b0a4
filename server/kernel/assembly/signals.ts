/** The signals that read every slot: meaning, session, date. Slots, sessions and links are -1 if there is none. */
import { Meaning, Period, Surroundings } from './records';
import { highestLane } from './sums';

/** Mixes the cosines of the first `count` slots with those of their neighbours, and multiplies them by their scales. */
export function meaning(columns: Meaning, count: i32): void {
  if (columns.before === 0) meaningAlone(columns, count);
  else meaningInChain(columns, count);
}

/** Multiplies the cosines by their scales, four at a time. */
function meaningAlone(columns: Meaning, count: i32): void {
  const cosines = columns.cosines;
  const scales = columns.scales;
  const out = columns.out;
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f32x4.mul(v128.load(cosines + at), v128.load(scales + at)));
  }
}

/**
 * The bytes of four slots' numbers; and of sixteen, after a group that cannot be processed at once: the next ones probably cannot either.
 */
const ONE_GROUP: usize = 16;
const FEW_GROUPS: usize = 64;

/** Multiplying a byte by this repeats it four times. */
const ONE_EACH: u32 = 0x01010101;

/** Bits of four spans, as windows.ts defines them: of spans with slots before, and of spans with slots after. */
const SOME_BEFORE: u32 = 0x0f0f0f0f;
const EACH: u32 = 0x10101010;

/** Tells whether all of four slots have neighbours, adjacent or not. */
function haveNeighbours(spans: u32): bool {
  const some = (spans & SOME_BEFORE) | ((spans >> 4) & SOME_BEFORE);
  return ((some + SOME_BEFORE) & EACH) === EACH;
}

/** Tells whether all of four slots have the adjacent slots as neighbours on both sides. */
function areInside(spans: u32): bool {
  const before = (spans & SOME_BEFORE) + SOME_BEFORE;
  const after = ((spans >> 4) & SOME_BEFORE) + SOME_BEFORE;
  return (before & after & EACH) === EACH;
}

/** Mixes four slots at once where the neighbours of all are adjacent. */
function meaningInChain(columns: Meaning, count: i32): void {
  const cosines = columns.cosines;
  const scales = columns.scales;
  const kinds = columns.kinds;
  const spans = columns.spans;
  const mixes = columns.mixes;
  const out = columns.out;
  const bytes = (<usize>count) << 2;
  let step = ONE_GROUP;
  let wasInside = true;
  for (let first: usize = 0; first < bytes; first += step) {
    const slot = first >> 2;
    if (first + 16 < bytes && areInside(load<u32>(spans + slot))) {
      const four = load<u32>(kinds + slot);
      if (four === (four & 0xff) * ONE_EACH) {
        const mix = mixes + ((<usize>(four & 0xff)) << 3);
        const at = cosines + first;
        const left = f32x4.mul(v128.load_splat<f32>(mix), v128.load(at - 4));
        const right = f32x4.mul(v128.load_splat<f32>(mix, 4), v128.load(at + 4));
        const sum = f32x4.add(f32x4.add(v128.load(at), left), right);
        v128.store(out + first, f32x4.mul(sum, v128.load(scales + first)));
        step = ONE_GROUP;
        wasInside = true;
        continue;
      }
    }
    step = wasInside ? ONE_GROUP : FEW_GROUPS;
    wasInside = false;
    const end = min(first + step, bytes);
    for (let at = first; at < end; at += 4) mixOne(at, columns);
  }
}

/** Mixes one slot; `at` is four times the slot. */
function mixOne(at: usize, columns: Meaning): void {
  const cosines = columns.cosines;
  const left = load<i32>(columns.before + at);
  const right = load<i32>(columns.after + at);
  const mix = columns.mixes + ((<usize>load<u8>(columns.kinds + (at >> 2))) << 3);
  let sum = load<f32>(cosines + at);
  if (left >= 0) sum += load<f32>(mix) * load<f32>(cosines + ((<usize>left) << 2));
  if (right >= 0) sum += load<f32>(mix, 4) * load<f32>(cosines + ((<usize>right) << 2));
  store<f32>(columns.out + at, sum * load<f32>(columns.scales + at));
}

/** Computes the same, to the last bit, for the listed slots. */
export function meaningAt(columns: Meaning, slots: usize, count: i32): void {
  const isAlone = columns.before === 0;
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    const at = (<usize>load<i32>(slots)) << 2;
    if (isAlone) store<f32>(columns.out + at, load<f32>(columns.cosines + at) * load<f32>(columns.scales + at));
    else mixOne(at, columns);
  }
}

/** Raises the best guess of each session to those of its slots. Slots of one session are mostly adjacent. */
export function raiseBest(sessions: usize, guesses: usize, count: i32, best: usize): void {
  const end = sessions + ((<usize>count) << 2);
  let session = -1;
  while (sessions < end) {
    let highest = f32x4.splat(-Infinity);
    const start = sessions;
    while (sessions + 16 <= end && i32x4.all_true(i32x4.eq(v128.load(sessions), i32x4.splat(session)))) {
      highest = f32x4.pmax(highest, v128.load(guesses));
      sessions += 16;
      guesses += 16;
    }
    if (sessions > start) raise(best, session, highestLane(highest));
    const step = sessions > start ? ONE_GROUP : FEW_GROUPS;
    for (const stop = min(sessions + step, end); sessions < stop; sessions += 4, guesses += 4) {
      session = load<i32>(sessions);
      raise(best, session, load<f32>(guesses));
    }
  }
}

function raise(best: usize, session: i32, guess: f32): void {
  if (session < 0) return;
  const at = best + ((<usize>session) << 2);
  if (guess > load<f32>(at)) store<f32>(at, guess);
}

/**
 * Writes the surroundings of the first `count` slots: the wide window of each, or its own meaning if it has no neighbour, and the best
 * guess of its session, or its own if it has none.
 */
export function surroundings(columns: Surroundings, count: i32): void {
  const spans = columns.spans;
  const sessions = columns.sessions;
  const wide = columns.wide;
  const best = columns.best;
  const out = columns.out;
  const wideLow = columns.wideLow;
  const wideFactor = columns.wideFactor;
  const guessFactor = columns.guessFactor;
  for (let slot = 0; slot < count; slot += 4) {
    const first = (<usize>slot) << 2;
    // A slot with a neighbour has a session.
    if (slot + 4 <= count && haveNeighbours(load<u32>(spans + <usize>slot))) {
      const around = f32x4.mul(f32x4.sub(v128.load(wide + first), f32x4.splat(wideLow)), f32x4.splat(wideFactor));
      const guess = bestOfFour(sessions + first, best);
      v128.store(out + first, f32x4.add(around, f32x4.mul(f32x4.splat(guessFactor), guess)));
      continue;
    }
    const end = min(first + 16, (<usize>count) << 2);
    for (let at = first; at < end; at += 4) surroundOne(at, columns);
  }
}

/** Computes one slot; `at` is four times the slot. */
function surroundOne(at: usize, columns: Surroundings): void {
  const around =
    load<u8>(columns.spans + (at >> 2)) === 0
      ? (load<f32>(columns.meaning + at) - columns.meaningLow) * columns.meaningFactor
      : (load<f32>(columns.wide + at) - columns.wideLow) * columns.wideFactor;
  const one = load<i32>(columns.sessions + at);
  const guess = one >= 0 ? load<f32>(columns.best + ((<usize>one) << 2)) : load<f32>(columns.guesses + at);
  store<f32>(columns.out + at, around + columns.guessFactor * guess);
}

/** Computes the same as `surroundings`, to the last bit, for the listed slots. */
export function surroundingsAt(columns: Surroundings, slots: usize, count: i32): void {
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    surroundOne((<usize>load<i32>(slots)) << 2, columns);
  }
}

/** Returns the best guesses of four slots' sessions. */
function bestOfFour(sessions: usize, best: usize): v128 {
  const first = load<i32>(sessions);
  const guess = best + ((<usize>first) << 2);
  if (i32x4.all_true(i32x4.eq(v128.load(sessions), i32x4.splat(first)))) return v128.load_splat<f32>(guess);
  let guesses = v128.load32_zero(guess);
  guesses = v128.load_lane<f32>(best + ((<usize>load<i32>(sessions, 4)) << 2), guesses, 1);
  guesses = v128.load_lane<f32>(best + ((<usize>load<i32>(sessions, 8)) << 2), guesses, 2);
  return v128.load_lane<f32>(best + ((<usize>load<i32>(sessions, 12)) << 2), guesses, 3);
}

/** Raises `out`, 0 or more, to how close each time is to a period, 1 within it. Times are doubles; `count` is even. */
export function closest(times: usize, count: i32, period: Period, out: usize): void {
  const from = period.from;
  const to = period.to;
  const day = period.day;
  const fade = period.fade;
  const hurry = period.hurry;
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const days = f64x2.splat(day);
  const start = f64x2.splat(from);
  const stop = f64x2.splat(to);
  // Outside these limits nothing is close: most memories need no further test.
  const earliest = f64x2.splat(from - fade * day);
  const latest = f64x2.splat(to + fade * day);
  for (const end = out + ((<usize>count) << 2); out < end; times += 16, out += 8) {
    const two = v128.load(times);
    const isNear = v128.and(f64x2.gt(two, earliest), f64x2.lt(two, latest));
    if (!v128.any_true(isNear)) continue;
    const before = f64x2.max(zero, f64x2.ceil(f64x2.div(f64x2.sub(start, two), days)));
    const after = f64x2.max(zero, f64x2.ceil(f64x2.div(f64x2.sub(two, stop), days)));
    const gaps = f64x2.add(f64x2.mul(f64x2.splat(hurry), before), after);
    const closeness = f32x4.demote_f64x2_zero(f64x2.sub(one, f64x2.div(gaps, f64x2.splat(fade))));
    v128.store64_lane(out, f32x4.pmax(v128.load64_zero(out), closeness), 0);
  }
}
