/** Folds a text for the comparison of words: lower case, without accents and other marks (`Mañana` becomes `manana`). */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower)
    ? lower
    : lower
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .replaceAll('\u2019', "'");
}

export function isAscii(text: string): boolean {
  for (let unit = 0; unit < text.length; unit++) if (text.charCodeAt(unit) > 0x7f) return false;
  return true;
}

/** The class of a UTF-16 unit: a space, part of a word, a character of its own, or a word of its own (an ideograph). */
export const UNIT = { space: 0, letter: 1, sign: 2, ideograph: 3 } as const;

const UNKNOWN = 0xff;
const kinds = new Uint8Array(0x10000).fill(UNKNOWN);

export function unitKind(unit: number): number {
  const known = kinds[unit] as number;
  if (known !== UNKNOWN) return known;
  return (kinds[unit] = classify(unit));
}

function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return UNIT.space;
  const sign = String.fromCharCode(unit);
  if (/\p{Script=Han}/u.test(sign)) return UNIT.ideograph;
  if (/[\p{L}\p{N}]/u.test(sign)) return UNIT.letter;
  return /[\s\p{C}\p{Z}\p{M}]/u.test(sign) ? UNIT.space : UNIT.sign;
}
