/** The summary of turns that leave the window: five keys, composed of their digests, sealed once and never rewritten. */
import { createHash } from 'node:crypto';
import { SEGMENT } from '../../policy/context.ts';
import type { WrittenSummary } from './intents.ts';
import type { CountedWords, WindowTurn } from './turn.ts';
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
  /** Of what is rendered. */
  readonly hash: string;
  readonly createMs: number;
};

/** A segment, as far as the prompt goes. */
export type ShownSegment = Pick<Segment, 'segment' | 'keys'>;

/** The most telling first: what is left over goes on to the next. */
const BY_WORTH = ['topic', 'decisions', 'open_questions', 'discussed', 'outcome'] as const;

/** By the rules, or as a model wrote it of exactly these turns. */
export function sealSegment(
  segment: number,
  turns: readonly WindowTurn[],
  nowMs: number,
  summaries: readonly WrittenSummary[] = [],
): Segment {
  const written = summaries.find(({ turnIds }) => turnIds.join() === turns.map(({ id }) => id).join());
  const { keys, tokens } = written ?? byRules(turns);
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
    tokens += SEGMENT.keys[name].key + words.reduce((sum, word) => sum + count(` ${word}`), 0);
  }
  return tokens === 0 || tokens > SEGMENT.tokens ? undefined : { keys, tokens };
}

function byRules(turns: readonly WindowTurn[]): Pick<Segment, 'keys' | 'tokens'> {
  const wanted = wordsOf(turns);
  const keys: Record<SegmentKey, string> = { topic: '', discussed: '', outcome: '', decisions: '', open_questions: '' };
  let tokens = 0;
  for (const name of BY_WORTH) {
    const { most, key } = SEGMENT.keys[name];
    const { text, tokens: taken } = clip(wanted[name], Math.min(most, SEGMENT.tokens - tokens - key));
    if (text === '') continue;
    keys[name] = text;
    tokens += taken + key;
  }
  return { keys, tokens };
}

/** As the prompt has it: a line for each key of which something is known. */
export function renderSegment(keys: Segment['keys']): string {
  return SEGMENT_KEYS.filter((key) => keys[key] !== '')
    .map((key) => `${key}: ${keys[key]}`)
    .join('\n');
}

const NOTHING: CountedWords = { words: [], tokens: [] };

function wordsOf(turns: readonly WindowTurn[]): Record<SegmentKey, CountedWords> {
  const spoken = turns.filter(({ role, content }) => role !== 'TOOL' && content !== '');
  const user = spoken.find(({ role }) => role === 'USER');
  const answer = spoken.findLast(({ role }) => role === 'ASSISTANT');
  const last = spoken.at(-1);
  const decision = spoken.findLast(({ digest }) => digest.decision !== undefined)?.digest.decision;
  const discussed = (user ?? spoken[0])?.digest.gist ?? NOTHING;
  const outcome = answer === undefined || (user === undefined && answer === spoken[0]) ? NOTHING : answer.digest.gist;
  return {
    topic: topics(spoken),
    discussed: isSame(discussed, decision) ? NOTHING : discussed,
    outcome: isSame(outcome, decision) ? NOTHING : outcome,
    decisions: decision ?? NOTHING,
    open_questions: last?.digest.question ?? NOTHING,
  };
}

/** What several of the turns are about first, then in the order in which they were said. */
function topics(turns: readonly WindowTurn[]): CountedWords {
  const found = new Map<string, { tokens: number; turns: number }>();
  for (const { digest } of turns) {
    digest.topics.words.forEach((word, at) => {
      const known = found.get(word) ?? { tokens: digest.topics.tokens[at]!, turns: 0 };
      found.set(word, { ...known, turns: known.turns + 1 });
    });
  }
  const ordered = [...found].toSorted(([, a], [, b]) => b.turns - a.turns);
  return { words: ordered.map(([word]) => word), tokens: ordered.map(([, { tokens }]) => tokens) };
}

function isSame(one: CountedWords, other: CountedWords | undefined): boolean {
  return other !== undefined && one.words.join(' ') === other.words.join(' ');
}

/** As many whole words as fit. */
function clip({ words, tokens }: CountedWords, most: number): { readonly text: string; readonly tokens: number } {
  let sum = 0;
  let count = 0;
  while (count < words.length && sum + tokens[count]! <= most) sum += tokens[count++]!;
  return { text: words.slice(0, count).join(' '), tokens: sum };
}
