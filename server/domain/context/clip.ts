/** Shortens a text to a number of tokens: its head, a mark, its tail. */
import { PROMPT } from '../../policy/context.ts';
import type { Count } from './turn-digest.ts';

const MARK = ' […] ';

/** Returns the text itself if it fits, and '' if not even a little of it does. */
export function clipText(text: string, most: number, count: Count): string {
  const tokens = count(text);
  if (tokens <= most) return text;
  if (most < PROMPT.leastClip) return '';
  const room = most - count(MARK);
  // Takes a share that fits if tokens are spread evenly over the text, and reduces it as long as they are not.
  let share = room / tokens;
  while (share > 0) {
    const units = Math.floor(text.length * share);
    if (units === 0) break;
    const head = Math.ceil(units * PROMPT.headShare);
    const clipped = cleanHead(text, head) + MARK + cleanTail(text, units - head);
    const clippedTokens = count(clipped);
    if (clippedTokens <= most) return clipped;
    share *= Math.min(PROMPT.clipAgain, most / clippedTokens);
  }
  return '';
}

/** Returns the head of a text without splitting a surrogate pair. */
function cleanHead(text: string, units: number): string {
  return text.slice(0, isInsidePair(text, units) ? units - 1 : units).trimEnd();
}

function cleanTail(text: string, units: number): string {
  const from = text.length - units;
  return text.slice(isInsidePair(text, from) ? from + 1 : from).trimStart();
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/** Returns the day in UTC, as blocks print it. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** Formats a text as one line of data, so that its content cannot begin a line of its own. */
export function asDataLine(text: string): string {
  const trimmed = text.trim();
  if (!BREAKS.test(trimmed)) return trimmed;
  return trimmed.replaceAll('\\', '\\\\').replaceAll(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, '\\n');
}

const BREAKS = /[\\\n\r\u2028\u2029\u0085\v\f]/;
