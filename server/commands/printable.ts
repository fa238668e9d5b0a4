/** Makes other people's texts safe to print on a terminal. */

/** Returns the text with each control character shown as its symbol: a terminal would obey it. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (char) => {
    const code = char.charCodeAt(0);
    return code < C0_END ? String.fromCharCode(CONTROL_PICTURES + code) : REPLACEMENT;
  });
}
/** Matches all control characters but tabs and line ends. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const C0_END = 0x20;
/** The Unicode block of the symbols of 0x00 to 0x1F. */
const CONTROL_PICTURES = 0x2400;
const REPLACEMENT = '\ufffd';
