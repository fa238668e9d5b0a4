/** Reads a turn before it is stored. Reading is pure, but slow enough to be done only once. */
import { OVERHEAD } from '../../policy/context.ts';
import { READ_TURN_END_UNITS, READ_TURN_UNITS } from '../../policy/facts.ts';
import { turnEdges } from '../conversation/topic-cut.ts';
import { recognisedTopic, type TopicReader } from '../conversation/topic-phrase.ts';
import { turnDomain } from '../conversation/turn-domain.ts';
import { extractFacts } from '../facts/extract-facts.ts';
import type { FactReader } from '../facts/fact-reader.ts';
import type { SaidFact } from '../facts/fact-intents.ts';
import { forgetRequest } from '../facts/forget-facts.ts';
import type { Scope } from '../memory.ts';
import { readTurn as readSpeech } from '../speech/read-turn.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage } from '../text/language.ts';
import { stemOf } from '../text/stems.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';
import { turnDigest, type Count } from './turn-digest.ts';
import type { ReadTurn, TopicSign, Turn } from './turn.ts';

/** The dependencies of reading. */
export type Reading = {
  /** Counts tokens with o200k_base. */
  readonly count: Count;
  readonly embed: (text: string) => Float32Array;
  /** Tells which candidates are facts, and which words change the topic. */
  readonly reader: FactReader & TopicReader;
  /** Returns the id of a new fact. */
  readonly newFactId: () => string;
  /** The agent and the session in which the turn is said. */
  readonly scope: Pick<Scope, 'agentId' | 'sessionId'>;
};

export function readTurn(turn: Turn, id: string, reading: Reading): ReadTurn {
  const { count, embed } = reading;
  const isTool = turn.role === 'TOOL';
  const { sign, facts, forget } = turn.role === 'USER' ? saidIn(turn.content, reading) : NOTHING_SAID;
  return {
    id,
    tokens: turnTokens(turn, count),
    vector: isTool || turn.content === '' ? undefined : embed(turn.content),
    stems: isTool ? [] : stemsOf(turn.content),
    ...(!isTool && turn.content !== '' && { edges: turnEdges(turn.content) }),
    digest: turnDigest(
      isTool ? '' : headAndEnd(turn.content),
      count,
      facts.map(({ said }) => said),
    ),
    domain: isTool ? '' : (turnDomain(turn.content) ?? ''),
    sign,
    facts,
    forget,
    ...turn,
  };
}

type Said = Pick<ReadTurn, 'sign' | 'facts' | 'forget'>;

const NOTHING_SAID: Said = { facts: [] };

/** Reads the topic sign and the facts of a turn; only a user's own words contain any. */
function saidIn(content: string, { newFactId, reader, scope }: Reading): Said {
  const read = readSpeech(content);
  const sign = topicSign(read, reader);
  const forget = forgetRequest(read);
  const { agentId, sessionId } = scope;
  const facts = extractFacts(read, reader).map((fact): SaidFact => ({
    ...fact,
    id: newFactId(),
    said: read.text.slice(fact.from, fact.to),
    provenance: { agentId, sessionId, turn: 0 },
  }));
  return { sign, facts, forget };
}

/** Returns a sign if the words announce another topic. */
export function topicSign(read: Parameters<typeof recognisedTopic>[0], reader: TopicReader): TopicSign | undefined {
  const phrase = recognisedTopic(read, reader);
  return phrase && { rule: phrase.rule, from: phrase.from, to: phrase.to, flushes: phrase.kind === 'FLUSH' };
}

/** Returns the tokens of a turn, with the overhead of its message and its calls. */
function turnTokens({ content, toolCalls }: Pick<Turn, 'content' | 'toolCalls'>, count: Count): number {
  const calls = toolCalls.reduce(
    (sum, { name, argumentsJson }) => sum + OVERHEAD.toolCall + count(name) + count(argumentsJson),
    0,
  );
  return OVERHEAD.message + count(content) + calls;
}

/** Returns the first pages of a long text and its end, where questions usually stand. */
function headAndEnd(text: string): string {
  if (text.length <= READ_TURN_UNITS) return text;
  return `${text.slice(0, READ_TURN_UNITS - READ_TURN_END_UNITS)} ${text.slice(-READ_TURN_END_UNITS)}`;
}

/** Returns the stems of the words on a text's first pages, without stop words. */
export function stemsOf(text: string): readonly string[] {
  const head = text.slice(0, READ_TURN_UNITS);
  const folded = fold(head);
  const language = guessLanguage(head, folded) ?? 'en';
  const stems = foldedWords(folded)
    .filter((word) => !STOP_WORDS[language].has(word))
    .map((word) => stemOf(word, language));
  return [...new Set(stems)];
}
