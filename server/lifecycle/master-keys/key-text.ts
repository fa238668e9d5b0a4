/** Reads master keys from text, as settings and files have them. */
import { SEALING } from '../../policy/lifecycle.ts';

/** Reads 32 bytes, as 64 hexadecimal digits or in base64. Returns undefined if the text is neither. */
export function readMasterKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const bytes = Buffer.from(trimmed, isHex ? 'hex' : 'base64');
  const isExact = isHex || bytes.toString('base64').replaceAll('=', '') === trimmed.replaceAll('=', '');
  return isExact && bytes.length === SEALING.keyBytes ? new Uint8Array(bytes) : undefined;
}

/** Reads one key or several, one a line or separated by commas. Returns undefined if there is none, or if one of them is no key. */
export function readMasterKeys(text: string): readonly [Uint8Array, ...Uint8Array[]] | undefined {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(readMasterKey);
  const isWhole = first !== undefined && others.every((key) => key !== undefined);
  return isWhole ? [first, ...others] : undefined;
}
