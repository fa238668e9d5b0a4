/** Sets in, a table and a report out. No clock, no randomness, one thread, one order: the same bytes every time. */
import { createHash } from 'node:crypto';
import type { Embed } from '../engine/features.ts';
import { encodeTable, type GroupHeader } from '../engine/table.ts';
import { atPrecision, calibrate, precisionRecall, rounded, type Calibration, type Scored } from './figures.ts';
import { bestOfTurns, foldsOf, learn, logitOf, truthOf, type LearningOptions, type Material } from './learn.ts';
import { logistic } from './exact.ts';
import { packGroup, type NamedFit } from './pack.ts';
import { rowsOf, sentencesOfTurns } from './rows.ts';
import type { SetFile, Sets } from './sets.ts';
import { DOMAINS, KINDS, type LabelledFact, type TrainingLanguage, type TrainingTurn } from './turns.ts';

/** Changes with whatever changes the table: features, learning, packing. */
const TRAINER_VERSION = 1;

const LEARNING: LearningOptions = { cost: 4, steps: 60 };
const BITS = { store: 18, topic: 16, said: 15 } as const;
const FOLDS = 5;
const AT = { confident: 0.95, even: 0.5 } as const;

/** Of the files that were read and the trainer: what the table is called. */
export function identityOf(files: readonly SetFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify({ TRAINER_VERSION, LEARNING, BITS, files }));
  return `recorda-reader-${TRAINER_VERSION}-${hash.digest('hex').slice(0, 16)}`;
}

export type Trained = { readonly table: Uint8Array; readonly report: object };

export function trainReader(sets: Sets, identity: string, embed: Embed, log: (line: string) => void): Trained {
  const parts = [
    trainTruth('store', BITS.store, sets.turns, embed, log),
    trainTruth('topic', BITS.topic, sets.topics, embed, log),
    trainSaid(sets.turns, embed, log),
  ];
  const groups: GroupHeader[] = parts.map(({ header }) => header);
  return {
    table: encodeTable(
      { identity, groups },
      parts.map(({ weights }) => weights),
    ),
    report: Object.fromEntries(parts.map(({ header, report }) => [header.name, report])),
  };
}

type Part = { readonly header: GroupHeader; readonly weights: Int8Array; readonly report: object };

/** Whether a sentence is what the turns are labelled for; its figures are of folds that it was not trained on. */
function trainTruth(
  name: string,
  bits: number,
  turns: readonly TrainingTurn[],
  embed: Embed,
  log: (line: string) => void,
): Part {
  const material = materialOf(turns, bits, embed);
  const rows = [...material.truth.keys()];
  const scored = crossValidated(material, rows, log);
  const calibration = calibrate(scored.map(({ logit, isTrue }) => ({ logit, isTrue })));
  log(`${name}: all ${rows.length} sentences`);
  const fit = learn(material, rows, LEARNING);
  return {
    ...packGroup(name, bits, material.rows, [{ name, fit, calibration }]),
    report: { turns: turns.length, sentences: rows.length, ...truthReport(scored, calibration) },
  };
}

function materialOf(turns: readonly TrainingTurn[], bits: number, embed: Embed): Material {
  const sentences = sentencesOfTurns(
    turns.map(({ turn }) => turn),
    embed,
  );
  const rows = rowsOf(sentences.features, bits, [...sentences.features.keys()]);
  return { turns, sentences, rows, truth: truthOf(turns, sentences) };
}

type ScoredTurn = Scored & { readonly language: TrainingLanguage; readonly source: TrainingTurn['source'] };

/** Of each labelled turn the best sentence, of turns with spans each sentence; what is generated teaches all folds and is not scored. */
function crossValidated(
  material: Material,
  rows: readonly number[],
  log: (line: string) => void,
): readonly ScoredTurn[] {
  const { turns, sentences, truth } = material;
  const { turnOf } = sentences;
  const labelled = rows.filter((row) => turns[turnOf[row]!]!.source !== 'generated');
  const foldOf = foldsOf(
    labelled.map((row) => turns[turnOf[row]!]!.group),
    FOLDS,
  );
  const foldOfRow = new Int32Array(rows.length).fill(-1);
  labelled.forEach((row, index) => (foldOfRow[row] = foldOf[index]!));
  const logits = new Float64Array(rows.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    log(`fold ${fold + 1} of ${FOLDS}`);
    const fit = learn(
      material,
      rows.filter((row) => foldOfRow[row] !== fold),
      LEARNING,
    );
    for (const row of labelled) if (foldOfRow[row] === fold) logits[row] = logitOf(fit, material.rows, row);
  }
  const best = bestOfTurns(logits, sentences, labelled);
  return labelled.flatMap((row): readonly ScoredTurn[] => {
    const turn = turns[turnOf[row]!]!;
    const { language, source } = turn;
    if (source === 'turns') return [{ logit: logits[row]!, isTrue: truth[row] === true, language, source }];
    return best[turnOf[row]!] === row ? [{ logit: logits[row]!, isTrue: turn.facts.length > 0, language, source }] : [];
  });
}

function truthReport(scored: readonly ScoredTurn[], { a, b }: Calibration): object {
  const judged = scored.map((one) => ({ ...one, probability: logistic(a * one.logit + b) }));
  const parts = [...new Set(judged.map(({ source, language }) => `${source} ${language}`))].toSorted();
  const figures: Record<string, object> = {};
  for (const part of parts) {
    const own = judged.filter(({ source, language }) => `${source} ${language}` === part);
    figures[part] = { ...precisionRecall(own, AT.even), at95: atPrecision(own, AT.confident) };
  }
  const shares = Array.from({ length: 5 }, (_, at) => {
    const own = judged.filter(({ probability }) => Math.min(4, Math.floor(probability * 5)) === at);
    return {
      said: `${at / 5}-${(at + 1) / 5}`,
      count: own.length,
      true: rounded(own.filter(({ isTrue }) => isTrue).length / Math.max(1, own.length)),
    };
  });
  return {
    calibration: { a: rounded(a), b: rounded(b) },
    crossValidated: figures,
    calibrated: shares,
  };
}

/** Kind and domains, of sentences that state something and whose label says what. */
function trainSaid(turns: readonly TrainingTurn[], embed: Embed, log: (line: string) => void): Part {
  const stated = turns.flatMap((turn) =>
    statementsOf(turn).map((fact) => ({ ...turn, turn: fact.text ?? turn.turn, facts: [fact] })),
  );
  const material = materialOf(stated, BITS.said, embed);
  const rows = [...material.truth.keys()];
  const factOf = (row: number): LabelledFact => stated[material.sentences.turnOf[row]!]!.facts[0]!;
  const heads = [
    ...KINDS.map((kind) => ({ name: `kind:${kind}`, has: (fact: LabelledFact) => fact.kind === kind })),
    ...DOMAINS.map((domain) => ({
      name: `domain:${domain}`,
      has: (fact: LabelledFact) => fact.domains?.includes(domain) === true,
    })),
  ];
  log(`said: ${rows.length} sentences`);
  const fits = heads.map(({ name, has }): NamedFit => {
    const fit = learn({ ...material, truth: rows.map((row) => has(factOf(row))) }, rows, LEARNING);
    return { name, fit, calibration: { a: 1, b: 0 } };
  });
  return { ...packGroup('said', BITS.said, material.rows, fits), report: { sentences: rows.length } };
}

/** Those whose kind and domains are known; a statement that is the whole turn is known by the turn. */
function statementsOf({ facts }: TrainingTurn): readonly LabelledFact[] {
  return facts.filter(({ kind, domains }) => kind !== undefined && domains !== undefined);
}
