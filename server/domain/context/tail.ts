/**
 * Builds a tail: a single block about memory, placed before the last user message, for a host that keeps its own history. Its content
 * is chosen like the facts and recalled turns of a prompt, by the same worth and threshold, from what the host's history lacks.
 */
import { farTurnsOmitted } from './offered-recall.ts';
import { EARLIER_SESSIONS, OVERHEAD, PROMPT, TAIL, WORTH } from '../../policy/context.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import { fold } from '../text/fold.ts';
import { factLine, factSource, sessionSource } from './draft.ts';
import { sessionLine, type EarlierSession } from './earlier-sessions.ts';
import type { SessionView } from './intents.ts';
import type { Materials, PromptFact, PromptLimits } from './materials.ts';
import type { Omission, Prompt, PromptBlock } from './prompt.ts';
import { recallSource } from './recall-block.ts';
import type { Counter } from './tokens.ts';
import type { Count } from './turn-digest.ts';

/** The content of the host's history. */
export type HostHistory = {
  /** The number of the session's newest turns in it; Infinity for all of them. */
  readonly turns: number;
  /** True if earlier tails stay in it. */
  readonly keepsBlocks: boolean;
  /** The sources of earlier tails. */
  readonly keptSources: ReadonlySet<string>;
};

export type TailOf = {
  readonly sessionId: string;
  readonly price: ModelPrice;
  readonly facts: readonly PromptFact[];
  readonly degradations: Materials['degradations'];
};

/** Returns the materials that a tail may be built from. */
export function tailMaterials(view: SessionView, host: HostHistory, of: TailOf, counter: Counter): Materials {
  const firstHeld = view.nextTurn - host.turns;
  const held = view.window.filter(({ turn }) => turn >= firstHeld).map(({ content }) => plain(content));
  const heldTurns = new Set(held);
  const omitted: Omission[] = [...farTurnsOmitted(view.far, counter)];
  const isLeft = (
    kind: 'FACTS' | 'RECALL' | 'EARLIER_SESSIONS',
    source: string,
    isSaid: boolean,
    tokens: () => number,
  ): boolean => {
    const isKept = host.keptSources.has(source);
    if (isKept || isSaid)
      omitted.push({ kind, source, reason: isKept ? 'NOT_NEEDED_AGAIN' : 'SAID_RECENTLY', tokens: tokens() });
    return !isKept && !isSaid;
  };
  const ofSession = (session: EarlierSession): number =>
    counter.count(sessionLine(session, EARLIER_SESSIONS.lineTokens, counter.count));
  const isSaid = ({ text, ownTurn }: PromptFact): boolean =>
    (ownTurn !== undefined && ownTurn >= firstHeld) || held.some((turn) => ` ${turn} `.includes(` ${plain(text)} `));
  return {
    sessionId: of.sessionId,
    policy: view.policy,
    price: of.price,
    relevance: view.relevance === 'NOTHING' && view.chance < TAIL.leastChance ? 'NOTHING' : 'ALL',
    chance: view.chance,
    // Turns of this session that the host no longer has may be shown like those of other sessions.
    leftTokens: Infinity,
    system: '',
    systemVersion: '',
    segments: [],
    earlierSessions: view.earlierSessions.flatMap((session) => {
      const unsaid = withoutSaid(session, held);
      const isSaid = unsaid.summaries.length === 0;
      return isLeft('EARLIER_SESSIONS', sessionSource(session), isSaid, () => ofSession(session)) ? [unsaid] : [];
    }),
    window: [],
    extras: [],
    facts: of.facts.filter(
      (fact) => !fact.isNear || isLeft('FACTS', factSource(fact), isSaid(fact), () => counter.count(factLine(fact))),
    ),
    recalled: view.recalled.filter((turn) =>
      isLeft('RECALL', recallSource(turn), heldTurns.has(plain(turn.content)), () => counter.atLeast(turn.words)),
    ),
    planned: view.planned,
    lastError: '',
    newTurn: '',
    toolResults: [],
    order: 'STABLE_FIRST',
    omitted,
    degradations: of.degradations,
  };
}

/** Leaves out what the host's history says already: the sentences of a summary, and summaries of a session that become empty. */
function withoutSaid(session: EarlierSession, held: readonly string[]): EarlierSession {
  const isSaid = (part: string): boolean => held.some((turn) => ` ${turn} `.includes(` ${plain(part)} `));
  const unsaid = (text: string): string =>
    text
      .split('; ')
      .filter((part) => !isSaid(part))
      .join('; ');
  const summaries = session.summaries.map((keys) => ({
    topic: '',
    discussed: unsaid(keys.discussed),
    outcome: unsaid(keys.outcome),
    decisions: unsaid(keys.decisions),
    open_questions: unsaid(keys.open_questions),
  }));
  return { ...session, summaries: summaries.filter((keys) => Object.values(keys).some((text) => text !== '')) };
}

/** Normalises a text, so that texts that say the same become equal. */
function plain(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns the limits of a prompt that consists of a tail of at most `tokens`. Recall gets a larger share the more likely it answers.
 * A turn's worth falls with its rank, so there is room for as many turns as are worth, given that probability, as much as the last
 * one is when the answer is certain to be among them.
 */
export function tailLimits(
  tokens: number,
  recall: number,
  { relevance, chance }: Pick<SessionView, 'relevance' | 'chance'>,
): PromptLimits {
  const likely = Math.floor(recall * chance ** (1 / WORTH.recall.decay));
  const glance = Math.min(TAIL.glance, recall);
  const most = {
    NOTHING: Math.min(likely, glance),
    GLANCE: Math.min(likely, glance),
    LITTLE: Math.min(Math.max(likely, glance), PROMPT.littleRecall),
    ALL: likely,
  }[relevance];
  return { tokens: tokens + OVERHEAD.priming, isAsked: true, recall: most };
}

export type Tail = {
  /** Its parts: facts, summaries of earlier sessions, recalled turns. */
  readonly parts: readonly PromptBlock[];
  /** All parts in one block; undefined if there is nothing to tell. */
  readonly block: PromptBlock | undefined;
  /** The tokens of the block. */
  readonly tokens: number;
};

/** Joins the prompt that was built from a tail's materials into one block. */
export function tailOf({ blocks }: Prompt, count: Count): Tail {
  const [first, ...others] = blocks;
  if (first === undefined) return { parts: [], block: undefined, tokens: 0 };
  if (others.length === 0) return { parts: blocks, block: first, tokens: first.tokens };
  const text = blocks.map((block) => block.text).join('\n\n');
  const tokens = OVERHEAD.message + count(text);
  // The parts add up to the whole: the first carries the overhead of a message, and the last the difference that remains.
  const rest = others.slice(0, -1).reduce((sum, block) => sum + block.tokens - OVERHEAD.message, first.tokens);
  const parts = [first, ...others].map((block, at) => {
    if (at === 0) return block;
    return { ...block, tokens: at < others.length ? block.tokens - OVERHEAD.message : tokens - rest };
  });
  const sources = blocks.flatMap((block) => block.sources);
  return { parts, block: { ...first, text, tokens, sources, items: undefined }, tokens };
}

/** Returns where the host's cache mark belongs: before everything that changes. */
export function markOf(
  { block }: Tail,
  { keepsBlocks }: HostHistory,
  { isMarked }: ModelPrice,
): 'BEFORE_BLOCK' | 'LAST_MESSAGE' | 'NONE' {
  if (!isMarked) return 'NONE';
  return block === undefined || keepsBlocks ? 'LAST_MESSAGE' : 'BEFORE_BLOCK';
}
