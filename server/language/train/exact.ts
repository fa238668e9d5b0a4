/**
 * Computes the logarithm and the exponential by additions, multiplications and divisions alone, whose results IEEE 754 and ECMAScript
 * define exactly: Math.exp and Math.log may differ in the last bit between machines and versions, and training would diverge from
 * that bit on.
 */

/** log 2 as the sum of two numbers: the first has so few bits that small multiples of it are exact (fdlibm, e_exp.c). */
const LN2 = { high: 6.9314718036912381649e-1, low: 1.90821492927058770002e-10 } as const;

const MOST_EXPONENT = 1000;
/** 2 to the power of -1000 to 1000, exact. */
const POWERS = (() => {
  const powers = new Float64Array(2 * MOST_EXPONENT + 1).fill(1);
  for (let at = 1; at <= MOST_EXPONENT; at++) {
    powers[MOST_EXPONENT + at] = powers[MOST_EXPONENT + at - 1]! * 2;
    powers[MOST_EXPONENT - at] = powers[MOST_EXPONENT - at + 1]! / 2;
  }
  return powers;
})();

/** The number of terms of Taylor's series: the next is less than half a unit in the last place of |x| <= log(2) / 2. */
const EXP_TERMS = 14;

/** Returns e to the power of x, within two units in the last place; x is clamped to ±690. */
export function exactExp(x: number): number {
  const bounded = Math.max(-690, Math.min(690, x));
  const power = Math.round(bounded * Math.LOG2E);
  const rest = bounded - power * LN2.high - power * LN2.low;
  let sum = 1;
  for (let term = EXP_TERMS; term >= 1; term--) sum = 1 + (rest / term) * sum;
  return sum * POWERS[MOST_EXPONENT + power]!;
}

const LOG_TERMS = 23;

/** Returns the natural logarithm of a positive number of ordinary size. */
export function exactLog(x: number): number {
  let power = 0;
  let mantissa = x;
  for (; mantissa > Math.SQRT2; mantissa /= 2) power += 1;
  for (; mantissa < Math.SQRT1_2; mantissa *= 2) power -= 1;
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let term = LOG_TERMS; term >= 1; term -= 2) sum = sum * square + 1 / term;
  return power * LN2.high + (2 * ratio * sum + power * LN2.low);
}

/** Returns log(1 + e^x), which equals x for large x. */
export function softplus(x: number): number {
  return x > 0 ? x + exactLog(1 + exactExp(-x)) : exactLog(1 + exactExp(x));
}

export function logistic(x: number): number {
  return x > 0 ? 1 / (1 + exactExp(-x)) : 1 - 1 / (1 + exactExp(x));
}
