/** The summary of turns that leave the window: five keys, sealed once and never rewritten. */
import { createHash } from 'node:crypto';
import { SEGMENT } from '../../policy/context.ts';
import type { WrittenSummary } from './intents.ts';
import { ruleSummary } from './rule-summary.ts';
import type { WindowTurn } from './turn.ts';
import type { Count } from './turn-digest.ts';

export const SEGMENT_KEYS = ['topic', 'discussed', 'outcome', 'decisions', 'open_questions'] as const;
export type SegmentKey = (typeof SEGMENT_KEYS)[number];

export type Segment = {
  /** Its number in the session, from 1. */
  readonly segment: number;
  readonly firstTurn: number;
  readonly lastTurn: number;
  /** A key is '' if nothing is known of it. */
  readonly keys: Readonly<Record<SegmentKey, string>>;
  /** The tokens of `keys` as rendered, at most SEGMENT.tokens; an upper bound. */
  readonly tokens: number;
  /** The hash of the rendered keys. */
  readonly hash: string;
  readonly createMs: number;
};

/** The part of a segment that a prompt shows. */
export type ShownSegment = Pick<Segment, 'segment' | 'keys'> & {
  /** The time at which the last of its turns was said, in milliseconds since 1970. */
  readonly saidMs: number;
};

/**
 * Seals a segment with a summary by rules, or with the one that a model wrote of exactly these turns; undefined if the rules find
 * nothing worth a summary. `isEnd` tells that nothing was said after them.
 */
export function sealSegment(
  segment: number,
  turns: readonly WindowTurn[],
  nowMs: number,
  summaries: readonly WrittenSummary[] = [],
  isEnd = true,
): Segment | undefined {
  const written = summaries.find(({ turnIds }) => turnIds.join() === turns.map(({ id }) => id).join());
  const summary = written ?? ruleSummary(turns, isEnd);
  if (summary === undefined) return undefined;
  const { keys, tokens } = summary;
  const hash = createHash('sha256').update(renderSegment(keys)).digest('base64url');
  return { segment, firstTurn: turns[0]!.turn, lastTurn: turns.at(-1)!.turn, keys, tokens, hash, createMs: nowMs };
}

/** Returns a model's summary with each key on one line; undefined if it is empty or exceeds SEGMENT.tokens. */
export function countedKeys(
  given: Segment['keys'],
  count: Count,
): { readonly keys: Segment['keys']; readonly tokens: number } | undefined {
  const keys = { topic: '', discussed: '', outcome: '', decisions: '', open_questions: '' };
  let tokens = 0;
  for (const name of SEGMENT_KEYS) {
    const words = given[name].split(/\s+/u).filter(Boolean);
    if (words.length === 0) continue;
    keys[name] = words.join(' ');
    tokens += SEGMENT.keys[name] + words.reduce((sum, word) => sum + count(` ${word}`), 0);
  }
  return tokens === 0 || tokens > SEGMENT.tokens ? undefined : { keys, tokens };
}

/** Renders a segment for a prompt: a line for each key that is not empty. */
export function renderSegment(keys: Segment['keys']): string {
  return SEGMENT_KEYS.filter((key) => keys[key] !== '')
    .map((key) => `${key}: ${keys[key]}`)
    .join('\n');
}
