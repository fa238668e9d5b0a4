/**
 * A tail: what a host that keeps its own history is told of memory, one block before the last user message. It is chosen as the facts and the
 * recalled turns of a prompt are, by the same worth under the same floor, of what that history does not have.
 */
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

/** What the host's history holds. */
export type HostHistory = {
  /** The session's newest so many turns; Infinity for all of them. */
  readonly turns: number;
  /** Whether tails stay in it. */
  readonly keepsBlocks: boolean;
  /** Sources that earlier tails had. */
  readonly keptSources: ReadonlySet<string>;
};

export type TailOf = {
  readonly sessionId: string;
  readonly price: ModelPrice;
  readonly facts: readonly PromptFact[];
  readonly degradations: Materials['degradations'];
};

/** What a tail may be made of. */
export function tailMaterials(view: SessionView, host: HostHistory, of: TailOf, counter: Counter): Materials {
  const firstHeld = view.nextTurn - host.turns;
  const held = view.window.filter(({ turn }) => turn >= firstHeld).map(({ content }) => plain(content));
  const heldTurns = new Set(held);
  const omitted: Omission[] = [];
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
    // What the host no longer has of this session may come like what others said.
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
    lastError: '',
    newTurn: '',
    toolResults: [],
    order: 'STABLE_FIRST',
    omitted,
    degradations: of.degradations,
  };
}

/** Without what the host's history says: of a summary its sentences, of a session its summaries that then say nothing. */
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

/** Says the same. */
function plain(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The limits of a prompt that has nothing but a tail of at most so many tokens. Recall gets more of them the likelier
 * it answers. What a turn is worth falls with its rank; as many turns have room as are worth, by that chance, what the
 * last one is worth where the answer is sure to be among them.
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
  /** What it is made of: facts, what earlier sessions came to, recalled turns. */
  readonly parts: readonly PromptBlock[];
  /** All of them in one; undefined where nothing is to be told. */
  readonly block: PromptBlock | undefined;
  /** The tokens of the block. */
  readonly tokens: number;
};

/** What a prompt of a tail's materials has, as one block. */
export function tailOf({ blocks }: Prompt, count: Count): Tail {
  const [first, ...others] = blocks;
  if (first === undefined) return { parts: [], block: undefined, tokens: 0 };
  if (others.length === 0) return { parts: blocks, block: first, tokens: first.tokens };
  const text = blocks.map((block) => block.text).join('\n\n');
  const tokens = OVERHEAD.message + count(text);
  // The parts come to the whole: the first has its own tokens, with what a message costs.
  const rest = others.slice(0, -1).reduce((sum, block) => sum + block.tokens - OVERHEAD.message, first.tokens);
  const parts = [first, ...others].map((block, at) => {
    if (at === 0) return block;
    return { ...block, tokens: at < others.length ? block.tokens - OVERHEAD.message : tokens - rest };
  });
  const sources = blocks.flatMap((block) => block.sources);
  return { parts, block: { ...first, text, tokens, sources, items: undefined }, tokens };
}

/** Where the host's mark belongs: what changes stands behind it. */
export function markOf(
  { block }: Tail,
  { keepsBlocks }: HostHistory,
  { isMarked }: ModelPrice,
): 'BEFORE_BLOCK' | 'LAST_MESSAGE' | 'NONE' {
  if (!isMarked) return 'NONE';
  return block === undefined || keepsBlocks ? 'LAST_MESSAGE' : 'BEFORE_BLOCK';
}
