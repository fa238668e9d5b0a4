/**
 * Trains the reader: sets in, a table and a report out. It uses no clock, no randomness, one thread and a fixed order, so the bytes
 * are the same every time.
 */
import { createHash } from 'node:crypto';
import { candidateSpans } from '../../domain/facts/extract-facts.ts';
import { FACT_DOMAINS } from '../../domain/facts/fact.ts';
import { FACT_KINDS } from '../../domain/facts/fact-reader.ts';
import { GRAMMAR, type Grammar } from '../../domain/languages/grammar.ts';
import { readTurn } from '../../domain/speech/read-turn.ts';
import { featuresOf, type Embed, type Span } from '../engine/features.ts';
import { sentencesIn } from '../engine/sentences.ts';
import { encodeTable, type GroupHeader } from '../engine/table.ts';
import { atPrecision, calibrate, precisionRecall, rounded, type Calibration, type Scored } from './figures.ts';
import { exactLog, logistic } from './exact.ts';
import { bestOfTurns, factOf, foldsOf, learn, logitOf, truthOf, type LearningOptions, type Material } from './learn.ts';
import type { Fit } from './logistic.ts';
import { packGroup, type NamedFit } from './pack.ts';
import { rowsOf, sentencesOfTurns, type Cut, type Sentences } from './rows.ts';
import { toSpan } from '../reader.ts';
import type { SetFile, Sets } from './sets.ts';
import type { LabelledStatement } from './train-changes.ts';
import type { LabelledFact, TrainingTurn } from './turns.ts';

/** Increased with every change that affects the table: features, learning, packing. */
const TRAINER_VERSION = 10;

/** The cost for statements was chosen by the table's results on talk that it was not trained on: talk is noisier than written sets. */
const LEARNING = {
  store: { cost: 1, steps: 60 },
  topic: { cost: 4, steps: 60 },
  said: { cost: 4, steps: 60 },
} as const satisfies Readonly<Record<string, LearningOptions>>;
const BITS = { store: 18, topic: 16, said: 16, replaces: 18 } as const;
const FOLDS = 5;
/**
 * Statements are rarer in talk than in the sets, where about half of the lines have one; the odds of each probability are divided by
 * this factor. It was chosen so that over 80 % of what scores 0.5 or more in English turns outside of the training data is right.
 */
const RARER = 1.8;
const AT = { confident: 0.95, fair: 0.8, even: 0.5 } as const;

/** Returns the identity of the table, derived from the files that were read and the trainer. */
export function identityOf(files: readonly SetFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify({ TRAINER_VERSION, LEARNING, BITS, files }));
  return `recorda-reader-${TRAINER_VERSION}-${hash.digest('hex').slice(0, 16)}`;
}

export type Trained = {
  readonly table: Uint8Array;
  readonly report: object;
  /** The labelled statements, for train-changes.ts. */
  readonly statements: readonly LabelledStatement[];
};

/** The grammar must know the languages of the sets; a reader of the table needs the same one. */
export function trainReader(
  sets: Sets,
  identity: string,
  embed: Embed,
  log: (line: string) => void,
  grammar: Grammar = GRAMMAR,
): Trained {
  const candidates = candidateCut(embed, grammar);
  const sentences = sentenceCut(embed, grammar);
  const replacing = trainReplacing(sets, candidates, log);
  const parts = [
    trainTruth('store', BITS.store, sets.turns, candidates, RARER, log),
    trainTruth('topic', BITS.topic, sets.topics, sentences, 1, log),
    trainSaid(sets, candidates, log),
    replacing,
  ];
  const groups: GroupHeader[] = parts.map(({ header }) => header);
  return {
    table: encodeTable(
      { identity, groups },
      parts.map(({ weights }) => weights),
    ),
    report: Object.fromEntries(parts.map(({ header, report }) => [header.name, report])),
    statements: replacing.statements,
  };
}

/** Cuts turns into the candidates from which it is learnt what is stored, what that is and whether it replaces something. */
export const candidateCut =
  (embed: Embed, grammar: Grammar): Cut =>
  (turn) =>
    featuresOf(turn, candidatesIn(turn, grammar), grammar.classes, embed);

/** Cuts turns into the sentences from which it is learnt what turns to another topic. */
export const sentenceCut =
  (embed: Embed, grammar: Grammar): Cut =>
  (turn) =>
    featuresOf(turn, sentencesIn(turn), grammar.classes, embed);

/** Returns the candidates of a turn; a turn without any is its own candidate. */
function candidatesIn(turn: string, grammar: Grammar): readonly Span[] {
  const spans = candidateSpans(readTurn(turn, grammar)).map(toSpan);
  return spans.length > 0 ? spans : [{ text: turn, from: 0, to: turn.length, known: NOTHING_KNOWN }];
}
const NOTHING_KNOWN = toSpan({
  mood: 'STATEMENT',
  isHedged: false,
  followsThirdPerson: false,
  text: '',
  from: 0,
  to: 0,
}).known;

type Part = { readonly header: GroupHeader; readonly weights: Int8Array; readonly report: object };

/** Trains whether a sentence has what the turns are labelled for; its figures come from folds that it was not trained on. */
function trainTruth(
  name: 'store' | 'topic',
  bits: number,
  turns: readonly TrainingTurn[],
  cut: Cut,
  rarer: number,
  log: (line: string) => void,
): Part {
  const material = materialOf(turns, bits, cut);
  const rows = [...material.truth.keys()];
  const scored = crossValidated(material, rows, LEARNING[name], log);
  const fair = calibrate(scored.map(({ logit, isTrue }) => ({ logit, isTrue })));
  const calibration = { a: fair.a, b: fair.b - exactLog(rarer) };
  log(`${name}: all ${rows.length} sentences`);
  const fit = learn(material, rows, LEARNING[name]);
  return {
    ...packGroup(name, bits, material.rows, [{ name, fit, calibration }]),
    report: { turns: turns.length, sentences: rows.length, ...truthReport(scored, calibration) },
  };
}

/** The features that are learnt, and how rare they are, come from the first `counted` turns. */
function materialOf(turns: readonly TrainingTurn[], bits: number, cut: Cut, counted = turns.length): Material {
  const sentences = sentencesOfTurns(
    turns.map(({ turn }) => turn),
    cut,
  );
  const chosen = [...sentences.features.keys()].filter((row) => sentences.turnOf[row]! < counted);
  const rows = rowsOf(sentences.features, bits, chosen);
  return { turns, sentences, rows, truth: truthOf(turns, sentences) };
}

type ScoredTurn = Scored & Pick<TrainingTurn, 'language' | 'source'>;

/**
 * Cross-validates: the best sentence of each labelled turn is scored, or each sentence of turns with spans; generated turns are in
 * all training folds and are not scored.
 */
function crossValidated(
  material: Material,
  rows: readonly number[],
  learning: LearningOptions,
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
      learning,
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
    figures[part] = {
      ...precisionRecall(own, AT.even),
      at95: atPrecision(own, AT.confident),
      at80: atPrecision(own, AT.fair),
    };
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

type Head = { readonly name: string; readonly has: (fact: LabelledFact) => boolean };

const HEADS: readonly Head[] = [
  ...FACT_KINDS.map((kind) => ({ name: `kind:${kind}`, has: (fact: LabelledFact) => fact.kind === kind })),
  ...FACT_DOMAINS.map((domain) => ({
    name: `domain:${domain}`,
    has: (fact: LabelledFact) => fact.domains?.includes(domain) === true,
  })),
];
const REPLACING: Head = { name: 'action:supersede', has: ({ action }) => action === 'supersede' };

/** Candidates that are statements and whose label says which: by row, the label. */
type Labelled = {
  readonly material: Material;
  readonly facts: readonly (LabelledFact | undefined)[];
  /** The rows whose label has a kind and domains. */
  readonly rows: readonly number[];
};

function labelledOf(turns: readonly TrainingTurn[], bits: number, cut: Cut, counted?: number): Labelled {
  const material = materialOf(turns, bits, cut, counted);
  const facts = material.truth.map((isTrue, row) =>
    isTrue === true ? factOf(turns, material.sentences, row) : undefined,
  );
  const rows = [...facts.keys()].filter((row) => facts[row]?.kind !== undefined && facts[row].domains !== undefined);
  return { material, facts, rows };
}

/** Returns by row the fold in which it is left out, for parts that are spread over the folds each by itself. */
function foldsOfParts({ material: { turns, sentences } }: Labelled, parts: readonly (readonly number[])[]): Int32Array {
  const foldOf = new Int32Array(sentences.features.length);
  for (const part of parts) {
    const folds = foldsOf(
      part.map((row) => turns[sentences.turnOf[row]!]!.group),
      FOLDS,
    );
    part.forEach((row, at) => (foldOf[row] = folds[at]!));
  }
  return foldOf;
}

function fitOf({ material, facts }: Labelled, head: Head, chosen: readonly number[]): Fit {
  return learn({ ...material, truth: facts.map((fact) => fact && head.has(fact)) }, chosen, LEARNING.said);
}

/** Fits a head to `chosen` rows, and returns the logits of `scored` ones by fits that leave out their fold. */
function fitHead(
  labelled: Labelled,
  head: Head,
  foldOf: Int32Array,
  chosen: readonly number[],
  scored: readonly number[],
): { readonly logits: Float64Array; readonly named: NamedFit } {
  const { material, facts, rows } = labelled;
  const logits = new Float64Array(facts.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const fit = fitOf(
      labelled,
      head,
      chosen.filter((row) => foldOf[row] !== fold),
    );
    for (const row of scored) if (foldOf[row] === fold) logits[row] = logitOf(fit, material.rows, row);
  }
  const learnt = new Set(chosen);
  const calibration = calibrate(
    rows.filter((row) => learnt.has(row)).map((row) => ({ logit: logits[row]!, isTrue: head.has(facts[row]!) })),
  );
  return { logits, named: { name: head.name, fit: fitOf(labelled, head, chosen), calibration } };
}

const isWritten = (turns: readonly TrainingTurn[], { turnOf }: Sentences, row: number): boolean =>
  turns[turnOf[row]!]!.source !== 'generated';

/**
 * Trains kinds and domains from the statements of turns, and domains also from facts by themselves; with these, kinds were right less
 * often.
 */
function trainSaid({ turns: labelledTurns, facts: alone }: Sets, cut: Cut, log: (line: string) => void): Part {
  const turns = [...labelledTurns, ...alone];
  const labelled = labelledOf(turns, BITS.said, cut, labelledTurns.length);
  const { material, facts, rows } = labelled;
  const isAlone = (row: number): boolean => material.sentences.turnOf[row]! >= labelledTurns.length;
  const ofTurns = rows.filter((row) => !isAlone(row));
  const foldOf = foldsOfParts(labelled, [ofTurns, rows.filter(isAlone)]);
  const heads = HEADS.map((head) => {
    const chosen = head.name.startsWith('kind:') ? ofTurns : rows;
    log(`said: ${head.name}, ${chosen.length} statements`);
    return fitHead(labelled, head, foldOf, chosen, chosen);
  });
  const own = ofTurns.filter((row) => isWritten(turns, material.sentences, row));
  const logits = heads.map((head) => head.logits);
  const languages = [...new Set(own.map((row) => turns[material.sentences.turnOf[row]!]!.language))].toSorted();
  const inLanguage = languages.map((language) => {
    const rowsOfIt = own.filter((row) => turns[material.sentences.turnOf[row]!]!.language === language);
    return [language, saidReport(rowsOfIt, facts, logits)] as const;
  });
  return {
    ...packGroup(
      'said',
      BITS.said,
      material.rows,
      heads.map(({ named }) => named),
    ),
    report: {
      statements: rows.length,
      alone: alone.length,
      crossValidated: { ...saidReport(own, facts, logits), ...Object.fromEntries(inLanguage) },
    },
  };
}

/**
 * Trains whether a statement replaces something, from the same statements, but for those of hurried turns, and from the turns of pairs,
 * which have no kind or domain. It has features of its own, since many words say so.
 */
function trainReplacing(
  { turns: allTurns, changes }: Sets,
  cut: Cut,
  log: (line: string) => void,
): Part & Pick<Trained, 'statements'> {
  const labelledTurns = allTurns.filter(({ isHurried }) => isHurried !== true);
  const turns = [...labelledTurns, ...changes];
  const labelled = labelledOf(turns, BITS.replaces, cut, labelledTurns.length);
  const { material, facts, rows } = labelled;
  const { sentences } = material;
  const ofPairs = [...facts.keys()].filter((row) => sentences.turnOf[row]! >= labelledTurns.length);
  const foldOf = foldsOfParts(labelled, [rows, ofPairs]);
  log(`replaces: ${rows.length} statements, ${changes.length} pairs`);
  const chosen = [...rows, ...ofPairs.filter((row) => facts[row] !== undefined)];
  const { logits, named } = fitHead(labelled, REPLACING, foldOf, chosen, [...rows, ...ofPairs]);
  const { a, b } = named.calibration;
  const replaces = (row: number): number => logistic(a * logits[row]! + b);
  const own = rows.filter((row) => isWritten(turns, sentences, row));
  const scored = own.map((row) => ({ probability: logistic(logits[row]!), isTrue: REPLACING.has(facts[row]!) }));
  return {
    ...packGroup('replaces', BITS.replaces, material.rows, [named]),
    report: {
      statements: rows.length,
      pairs: changes.length,
      crossValidated: { count: own.length, supersede: precisionRecall(scored, AT.even) },
    },
    statements: [
      ...own.flatMap((row) => statementOf(turns[sentences.turnOf[row]!]!, facts[row]!, replaces(row))),
      ...statementsOfPairs(turns, sentences, ofPairs, replaces),
    ],
  };
}

/** Returns a labelled fact of a turn as a statement that replaces something with the given probability; none if its action is none. */
export function statementOf(
  { turn, language, group }: TrainingTurn,
  { text = turn, action, known }: LabelledFact,
  replaces: number,
): readonly LabelledStatement[] {
  if (action !== 'create' && action !== 'supersede' && action !== 'confirm') return [];
  return [{ text, language, group, action, known, replaces }];
}

/** If a turn that replaces a fact has several statements, the one that sounds most like a replacement gets the label. */
function statementsOfPairs(
  turns: readonly TrainingTurn[],
  { features, turnOf }: Sentences,
  rows: readonly number[],
  replaces: (row: number) => number,
): readonly LabelledStatement[] {
  const isLikeliest = (row: number): boolean =>
    rows.every((other) => turnOf[other] !== turnOf[row] || replaces(other) <= replaces(row));
  return rows.flatMap((row) => {
    const turn = turns[turnOf[row]!]!;
    const [fact = {}] = turn.facts;
    if (fact.action === 'supersede' && !isLikeliest(row)) return [];
    return statementOf(turn, { ...fact, text: features[row]!.span.text }, replaces(row));
  });
}

/** Reports how often the most probable kind is the label's, and the most probable domain is one of the label's. */
function saidReport(
  rows: readonly number[],
  facts: readonly (LabelledFact | undefined)[],
  logits: readonly Float64Array[],
): object {
  const likeliest = (prefix: string, row: number): string => {
    const heads = HEADS.map(({ name }, at) => ({ name, logit: logits[at]![row]! })).filter(({ name }) =>
      name.startsWith(prefix),
    );
    return heads.toSorted((left, right) => right.logit - left.logit)[0]!.name.slice(prefix.length);
  };
  const share = (isRight: (row: number) => boolean): number => rounded(rows.filter(isRight).length / rows.length);
  return {
    count: rows.length,
    kind: share((row) => likeliest('kind:', row) === facts[row]!.kind),
    domain: share((row) => facts[row]!.domains!.some((domain) => domain === likeliest('domain:', row))),
  };
}
