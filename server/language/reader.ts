/**
 * The trained reader. For each candidate it estimates the probability that it is a lasting statement of the user's own, its kind and
 * its domains; for a turn, the probability that it changes the topic.
 */
import type { TopicReader } from '../domain/conversation/topic-phrase.ts';
import { FACT_DOMAINS, type FactDomain } from '../domain/facts/fact.ts';
import { GRAMMAR, type Grammar } from '../domain/languages/grammar.ts';
import { lazy } from '../domain/lazy.ts';
import { FACT_KINDS, type CandidateSpan, type FactReader, type SaidByCandidate } from '../domain/facts/fact-reader.ts';
import { featuresOf, type Embed, type Span, type SpanFeatures } from './engine/features.ts';
import { logitsOf, probabilityOf } from './engine/score.ts';
import { sentencesIn } from './engine/sentences.ts';
import type { Group, Table } from './engine/table.ts';

export type TurnReader = FactReader & TopicReader;

/**
 * `embed` must be the built-in embedder, with which the table was trained (see README.md). Likewise the grammar must be that
 * of the languages it was trained for.
 */
export function languageReader(table: Table, embed: Embed, { classes }: Grammar = GRAMMAR): TurnReader {
  const [store, said, topic] = [groupOf(table, 'store'), groupOf(table, 'said'), groupOf(table, 'topic')];
  const replaces = groupOf(table, 'replaces');
  return {
    identity: table.identity,
    read: (turn, spans) =>
      featuresOf(turn, spans.map(toSpan), classes, embed).map((features) => ({
        probability: chanceOf(store, 0, logitsOf(store, features)),
        said: lazy(() => saidOf(said, features)),
        replaces: lazy(() => chanceOf(replaces, 0, logitsOf(replaces, features))),
      })),
    turnsAway: (turn) =>
      featuresOf(turn, sentencesIn(turn).slice(0, SENTENCES_TURNING), classes, embed)
        .map((features) => ({ probability: chanceOf(topic, 0, logitsOf(topic, features)), ...features.span }))
        .reduce((best, one) => (one.probability > best.probability ? one : best)),
  };
}

/** The number of first sentences that are read: people announce another topic at once, or after answering a question. */
const SENTENCES_TURNING = 4;

/** Returns a span with the signs of the light parse, in the order in which the models read them. */
export function toSpan({ text, from, to, mood, isHedged, followsThirdPerson, asks }: CandidateSpan): Span {
  const known = [...MOODS.map((one) => one === mood), isHedged, followsThirdPerson, ...ASKS.map((one) => one === asks)];
  return { text, from, to, known: known.map(Number), isAsked: mood === 'QUESTION' || mood === 'TEXT' };
}

const MOODS = ['STATEMENT', 'QUESTION', 'HYPOTHESIS', 'REPORTED', 'TEXT'] as const;
const ASKS = ['REMEMBER', 'INSTRUCTION', 'DECISION'] as const;

/** A second domain is returned if its probability is at least this, and so is PERSONAL as the first domain: health, diet, family. */
const ALSO = 0.5;

function saidOf(said: Group, features: SpanFeatures): SaidByCandidate {
  const logits = logitsOf(said, features);
  const chances = new Map(said.models.map(({ name }, at) => [name, chanceOf(said, at, logits)]));
  const of = (name: string): number => chances.get(name) ?? 0;
  const kinds = FACT_KINDS.toSorted((left, right) => of(`kind:${right}`) - of(`kind:${left}`));
  const rank = (domain: FactDomain): number =>
    of(`domain:${domain}`) + Number(domain === 'PERSONAL' && of('domain:PERSONAL') >= ALSO);
  const [first, second] = FACT_DOMAINS.toSorted((left, right) => rank(right) - rank(left));
  const domains: readonly [FactDomain, ...FactDomain[]] = of(`domain:${second}`) >= ALSO ? [first!, second!] : [first!];
  return { kind: kinds[0]!, domains };
}

const chanceOf = ({ models }: Group, at: number, logits: Float64Array): number =>
  probabilityOf(models[at]!.calibration, logits[at]!);

function groupOf({ groups }: Table, name: string): Group {
  const group = groups.get(name);
  if (group === undefined) throw new Error(`the reader's table has no models for ${name}`);
  return group;
}
