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
  /** A key of which nothing is known is ''. */
  readonly keys: Readonly<Record<SegmentKey, string>>;
  /** What `keys` take as rendered, at most SEGMENT.tokens: an upper bound. */
  readonly tokens: number;
  /** The hash of what is rendered. */
  readonly hash: string;
  readonly createMs: number;
};

/** A segment, as far as the prompt goes. */
export type ShownSegment = Pick<Segment, 'segment' | 'keys'> & {
  /** When the last of its turns was said. */
  readonly saidMs: number;
};

/** By the rules, or as a model wrote it of exactly these turns; undefined where the rules find nothing that is worth it. `isEnd`: nothing was said after them. */
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

/** What a model wrote, each key on one line; undefined where it says nothing, or is over SEGMENT.tokens. */
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

/** As the prompt has it: a line for each key of which something is known. */
export function renderSegment(keys: Segment['keys']): string {
  return SEGMENT_KEYS.filter((key) => keys[key] !== '')
    .map((key) => `${key}: ${keys[key]}`)
    .join('\n');
}
