/** The order of texts by their UTF-8 bytes, as in SQLite, computed without encoding them. */
const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;
const TO_THE_TOP = 0x2000;
const DOWN = 0x0800;

/** Compares well-formed texts in the order of their UTF-8 bytes. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index);
    if (difference !== 0) return rank(a.charCodeAt(index)) - rank(b.charCodeAt(index));
  }
  return a.length - b.length;
}

/** Ranks surrogates above all other units, since they stand for the highest characters. */
function rank(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < AFTER_SURROGATES ? unit + TO_THE_TOP : unit - DOWN;
}
