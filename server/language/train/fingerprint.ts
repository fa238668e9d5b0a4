/**
 * Computes in seconds a fingerprint of all that the trained weights come from, as training itself reads it. The trainer writes it into
 * its report, and a test computes it again: if it is another, `npm run train:language` would no longer make the committed bytes.
 */
import { createHash, type Hash } from 'node:crypto';
import { remembering } from '../../domain/facts/near-words.ts';
import { GRAMMAR, type Grammar } from '../../domain/languages/grammar.ts';
import type { Embed } from '../engine/features.ts';
import { truthOf } from './learn.ts';
import { sentencesOfTurns, type Cut } from './rows.ts';
import type { Sets } from './sets.ts';
import {
  examplesOf,
  labelledPairs,
  learnFrom,
  LEARNING,
  type Example,
  type LabelledStatement,
} from './train-changes.ts';
import { candidateCut, sentenceCut, statementOf, trainReader } from './train-reader.ts';
import type { TrainingTurn } from './turns.ts';

/** Hashes by part, so that a test can tell which one has changed. */
export type Fingerprint = {
  /** The labelled turns, those that are generated among them. */
  readonly turns: string;
  /** The places of all candidates and sentences, and which of them are statements. */
  readonly spans: string;
  /** The features of all candidates and sentences. */
  readonly features: string;
  /** The pairs of statements and facts from which replacements are learnt. */
  readonly pairs: string;
  /** The weights that training learns from a small share of the turns: they are others if training itself has changed. */
  readonly trial: string;
};

/** The trial learns from one in so many turns, and from the pairs that are found for one in so many statements. */
const ONE_OF = { turns: 400, statements: 16 } as const;

/** The reader's probability that a statement replaces something is not known before training: pairs are read with these in its place. */
const ASSUMED = { supersede: 0.8, others: 0.1 } as const;

/** The decimals of the measures of pairs that count: they come from logarithms, whose last bits may differ between machines. */
const DECIMALS = 6;

export function fingerprintOf(sets: Sets, embed: Embed, grammar: Grammar = GRAMMAR): Fingerprint {
  const candidates = candidateCut(embed, grammar);
  const [turns, spans, features] = [sha256(), sha256(), sha256()];
  const parts: readonly (readonly [readonly TrainingTurn[], Cut])[] = [
    [sets.turns, candidates],
    [sets.topics, sentenceCut(embed, grammar)],
    [sets.changes, candidates],
    [sets.facts, candidates],
  ];
  for (const [own, cut] of parts) {
    turns.update(JSON.stringify(own));
    addRows(own, cut, spans, features);
  }
  const statements = statementsOf(sets, candidates);
  const few = examplesOf(
    statements.filter((_, at) => at % ONE_OF.statements === 0),
    embed,
  );
  return {
    turns: turns.digest('hex'),
    spans: spans.digest('hex'),
    features: features.digest('hex'),
    pairs: hashOfPairs([...labelledPairs(statements, remembering(embed)), ...few]),
    trial: hashOfTrial(sets, few, embed, grammar),
  };
}

const sha256 = (): Hash => createHash('sha256');

function addRows(turns: readonly TrainingTurn[], cut: Cut, spans: Hash, features: Hash): void {
  const sentences = sentencesOfTurns(
    turns.map(({ turn }) => turn),
    cut,
  );
  const truth = truthOf(turns, sentences);
  sentences.features.forEach(({ span: { text, from, to }, grams, dense }, row) => {
    spans.update(JSON.stringify([sentences.turnOf[row], text, from, to, truth[row] ?? 'unknown']));
    for (const list of grams) features.update(Uint32Array.of(list.length, ...list));
    features.update(dense);
  });
}

/** Returns all statements of which trainReader may give some to learnChanges. */
function statementsOf({ turns, changes }: Sets, cut: Cut): readonly LabelledStatement[] {
  const assumed = (action: string | undefined): number => (action === 'supersede' ? ASSUMED.supersede : ASSUMED.others);
  const own = turns.filter(({ source, isHurried }) => source !== 'generated' && isHurried !== true);
  return [
    ...own.flatMap((turn) => turn.facts.flatMap((fact) => statementOf(turn, fact, assumed(fact.action)))),
    ...changes.flatMap((turn) => {
      const [fact = {}] = turn.facts;
      return cut(turn.turn).flatMap(({ span: { text } }) => statementOf(turn, { ...fact, text }, assumed(fact.action)));
    }),
  ];
}

function hashOfPairs(examples: readonly Example[]): string {
  const hash = sha256();
  for (const { measures, ...rest } of examples) {
    hash.update(JSON.stringify([measures.map((measure) => measure.toFixed(DECIMALS)), rest]));
  }
  return hash.digest('hex');
}

function hashOfTrial(sets: Sets, examples: readonly Example[], embed: Embed, grammar: Grammar): string {
  const few = (turns: readonly TrainingTurn[]): readonly TrainingTurn[] =>
    turns.filter((_, at) => at % ONE_OF.turns === 0);
  const part = { turns: few(sets.turns), topics: few(sets.topics), changes: few(sets.changes), facts: few(sets.facts) };
  const { table, ...read } = trainReader(part, 'trial', embed, () => {}, grammar);
  const { weights, report } = learnFrom(examples);
  return sha256()
    .update(table)
    .update(JSON.stringify([LEARNING, read, report, { ...weights, grams: [...weights.grams] }]))
    .digest('hex');
}
