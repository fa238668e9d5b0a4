const LAST_ASCII = 0x7f;
const LAST_TWO_BYTE = 0x7ff;
/** UTF-8 spends at most so many bytes on one UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** The text, or its head of at most `maxBytes` of UTF-8; a character is never cut in two. */
export function clippedText(text: string, maxBytes: number): string {
  if (text.length * BYTES_PER_UNIT <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function bytesOf(character: string): number {
  if (character.length > 1) return 4;
  const unit = character.charCodeAt(0);
  return unit <= LAST_ASCII ? 1 : unit <= LAST_TWO_BYTE ? 2 : BYTES_PER_UNIT;
}
