/** Summarises a segment by rules: the most telling sentences of its turns, in their own words, under a key for each kind. */
import { POINT_WORTH, SEGMENT } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import type { Segment, SegmentKey } from './segment.ts';
import { contentWords } from './telling-sentences.ts';
import type { CountedWords, Point, TurnRole, WindowTurn } from './turn.ts';

type Said = { readonly point: Point; readonly role: TurnRole; readonly at: number; readonly worth: number };
type Chosen = { readonly key: SegmentKey; readonly at: number; readonly text: string };

/** Returns undefined if the turns say nothing worth a summary. `isEnd` tells that nothing was said after them. */
export function ruleSummary(turns: readonly WindowTurn[], isEnd = true): Pick<Segment, 'keys' | 'tokens'> | undefined {
  const spoken = turns.filter(({ role, content }) => role !== 'TOOL' && content !== '');
  const last = spoken.length - 1;
  const said = spoken.flatMap(({ role, digest }, at) =>
    digest.points
      // A question with turns after it was answered, or dropped.
      .filter(({ kind }) => kind !== 'QUESTION' || (isEnd && at === last))
      .map((point): Said => ({
        point,
        role,
        at,
        worth: point.worth * (role === 'USER' ? 1 : POINT_WORTH.ofAssistant),
      })),
  );
  const ordered = said.toSorted((a, b) => b.worth - a.worth || b.at - a.at);
  if ((ordered[0]?.worth ?? 0) < POINT_WORTH.least) return undefined;
  const chosen: Chosen[] = [];
  const known = new Set<string>();
  const most = Math.min(SEGMENT.ruleTokens, Math.floor(tokensOf(turns) * SEGMENT.share));
  let left = most;
  for (const { point, role, at, worth } of ordered) {
    if (worth < POINT_WORTH.leastMore && chosen.length > 0) break;
    const words = new Set(contentWords(fold(point.words.join(' '))));
    const isNew = [...words].filter((word) => !known.has(word)).length > words.size * POINT_WORTH.repeated;
    if (!isNew) continue;
    const key = keyOf(point, role);
    const opening = chosen.some((other) => other.key === key) ? SEGMENT.between : SEGMENT.keys[key];
    const { text, tokens, isWhole } = clip(point, Math.min(left - opening, SEGMENT.mostPart));
    if (text === '' || (!isWhole && tokens < SEGMENT.leastPart)) continue;
    chosen.push({ key, at, text });
    for (const word of words) known.add(word);
    left -= tokens + opening;
  }
  if (chosen.length === 0) return undefined;
  const keys: Record<SegmentKey, string> = { topic: '', discussed: '', outcome: '', decisions: '', open_questions: '' };
  for (const { key, text } of chosen.toSorted((a, b) => a.at - b.at))
    keys[key] = keys[key] === '' ? text : `${keys[key].replace(/[.;,]$/, '')}; ${text}`;
  const topic = clip(topicOf(spoken), Math.min(left - SEGMENT.keys.topic, SEGMENT.topicTokens));
  if (topic.text !== '') left -= topic.tokens + SEGMENT.keys.topic;
  return { keys: { ...keys, topic: topic.text }, tokens: most - left };
}

function tokensOf(turns: readonly WindowTurn[]): number {
  return turns.reduce((sum, { tokens }) => sum + tokens, 0);
}

function keyOf({ kind }: Point, role: TurnRole): SegmentKey {
  if (kind === 'DECISION') return 'decisions';
  if (kind === 'TELLING') return role === 'USER' ? 'discussed' : 'outcome';
  return 'open_questions';
}

/** Returns the topic words: those that several turns share first, then in the order in which they were said. */
function topicOf(turns: readonly WindowTurn[]): CountedWords {
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

/** Returns as many whole words as fit, but ends with a word that is not a stop word. */
function clip(
  { words, tokens }: CountedWords,
  most: number,
): { readonly text: string; readonly tokens: number; readonly isWhole: boolean } {
  let sum = 0;
  let count = 0;
  while (count < words.length && sum + tokens[count]! <= most) sum += tokens[count++]!;
  const isWhole = count === words.length;
  // Keeps a clipped text from ending in "and the".
  while (count > 0 && count < words.length && contentWords(fold(words[count - 1]!)).length === 0)
    sum -= tokens[--count]!;
  return { text: words.slice(0, count).join(' '), tokens: sum, isWhole };
}
