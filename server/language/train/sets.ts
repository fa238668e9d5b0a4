/**
 * The files that the reader is trained on and tested with. Paths are relative to the repository, which training needs: no package
 * contains them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { topicPhrase } from '../../domain/conversation/topic-phrase.ts';
import { FACT_DOMAINS } from '../../domain/facts/fact.ts';
import { FACT_KINDS } from '../../domain/facts/fact-reader.ts';
import { GRAMMAR, type Grammar } from '../../domain/languages/grammar.ts';
import { LANGUAGES } from '../../domain/languages/languages.ts';
import { readTurn } from '../../domain/speech/read-turn.ts';
import { packageFile } from '../../runtime/package-root.ts';
import { generatedTurns, type Patterns } from './generate.ts';
import type { LabelledFact, TrainingTurn } from './turns.ts';

/** The tags of the languages, in the order in which sets are read. */
export const TRAINED: readonly string[] = LANGUAGES.map(({ tag }) => tag).toSorted();
const SENTENCES = 'test/domain/facts/sentences';
const TOPICS = 'test/domain/conversation/sentences';
const TRAINING = 'server/language/train';

/** Sets that are never trained on: the one named for it, the last two that were written, and what is told of friends and others. */
export const TEST_SETS: readonly string[] = ['held-out', 'fourteenth', 'fifteenth', 'others'];

/** Matches files of real messages between people. They are labelled for statements only, and some of them do change the topic. */
const TALK_OF_PEOPLE = /\/en\/turns-(?:11|1[3-7]|19)\.jsonl$/;

/** Matches files of hurried turns: dictated, run-on or terse. With them, fewer replacements were recognised from the statement alone. */
const HURRIED = /\/en\/turns-(?:2[3-9]|3[01])\.jsonl$|\/es\/turns-(?:1[6-9]|2[0-2])\.jsonl$/;

export type SetFile = { readonly path: string; readonly sha256: string };

/** Reads a set's text with uniform line endings, whatever git has made of them. */
function textOf(path: string): string {
  return readFileSync(packageFile(...path.split('/')), 'utf8').replaceAll('\r\n', '\n');
}

export function hashOfSet(path: string): string {
  return createHash('sha256').update(textOf(path)).digest('hex');
}

function listOf(folder: string): readonly string[] {
  const path = packageFile(...folder.split('/'));
  return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
}

/** Returns all existing training files, sorted by name. */
export function trainingFiles(): readonly string[] {
  const sentences = [...listOf(SENTENCES), ...listOf(TOPICS)].filter(
    (path) => /\/(?:signals|topics)-/.test(path) && !TEST_SETS.includes(setOf(path)),
  );
  const own = TRAINED.flatMap((language) => listOf(`${TRAINING}/${language}`)).filter((path) =>
    /\/(?:turns-\d+|labels-\d+)\.jsonl$|\/(?:topics|changes|facts)-\d+\.tsv$|\/patterns\.json$/.test(path),
  );
  return [...sentences, ...own].toSorted(byUnits);
}

const byUnits = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** Returns `third` for `signals-en-third.tsv`, and `topics-1` for `topics-1.tsv`. */
function setOf(path: string): string {
  return /\/(?:(?:signals|topics)-[a-z]+-|(?=topics-\d))(?<set>[\w-]+)\.tsv$/.exec(path)?.groups?.['set'] ?? '';
}

/** Returns the tag in the name of a set of sentences (`signals-en-third.tsv`), or else the folder of the file. */
const languageOf = (path: string): string =>
  (/\/(?:signals|topics)-([a-z]+)-[^/]+$/.exec(path) ?? /([^/]+)\/[^/]+$/.exec(path))?.[1] ?? '';

export type Sets = {
  /** Turns labelled with facts. */
  readonly turns: readonly TrainingTurn[];
  /** Turns in which a fact stands for a phrase that changes the topic: sentences, and talk without such phrases, as in most turns. */
  readonly topics: readonly TrainingTurn[];
  /** Each turn is said after a fact is known, and its label tells whether it replaces that fact. */
  readonly changes: readonly TrainingTurn[];
  /** Facts by themselves, with their kind and domains, from which nothing else is learnt. */
  readonly facts: readonly TrainingTurn[];
};

/** The grammar must know the languages of the sets. */
export function readSets(paths: readonly string[], grammar: Grammar = GRAMMAR): Sets {
  const labels = labelsIn(paths.filter((path) => path.includes('/labels-')));
  const read = (prefix: string): readonly TrainingTurn[] =>
    paths.filter((path) => path.includes(prefix)).flatMap((path) => sentencesOf(path, labels));
  const talk = paths.filter((path) => path.includes('/turns-'));
  return {
    turns: [
      ...read(`${SENTENCES}/signals-`),
      ...talk.flatMap(turnsOf),
      ...paths
        .filter((path) => path.endsWith('/patterns.json'))
        .flatMap((path) => generatedTurns(languageOf(path), JSON.parse(textOf(path)) as Patterns)),
    ],
    topics: [
      ...read('/topics-'),
      // These turns were not written to change the topic; the few in which a rule finds a phrase that does are left out.
      ...talk
        .filter((path) => !TALK_OF_PEOPLE.test(path))
        .flatMap(turnsOf)
        .filter(({ turn }) => topicPhrase(readTurn(turn, grammar)) === undefined)
        .map((turn) => ({ ...turn, facts: [] })),
    ],
    changes: paths.filter((path) => path.includes('/changes-')).flatMap(changesOf),
    facts: paths.filter((path) => path.includes('/facts-')).flatMap(factsOf),
  };
}

/** Reads the sets that are never trained on. */
export function readTestSets(task: 'signals' | 'topics'): readonly TrainingTurn[] {
  const folder = task === 'signals' ? SENTENCES : TOPICS;
  const labels = labelsIn(
    TRAINED.flatMap((language) => listOf(`${TRAINING}/${language}`)).filter((path) =>
      path.includes('/labels-held-out-'),
    ),
  );
  return TRAINED.flatMap((language) => TEST_SETS.map((set) => `${folder}/${task}-${language}-${set}.tsv`))
    .filter((path) => existsSync(packageFile(...path.split('/'))))
    .flatMap((path) => sentencesOf(path, labels));
}

type Labels = ReadonlyMap<string, readonly LabelledFact[]>;

/** Reads a file with a label and a sentence on each line. */
function sentencesOf(path: string, labels: Labels): readonly TrainingTurn[] {
  return linesOf(path).map((line) => {
    const [label = '', sentence = ''] = line.split('\t');
    const turn = sentence.replaceAll('\\n', '\n');
    const facts = label === '-' ? [] : (labels.get(turn) ?? [{}]);
    return { turn, language: languageOf(path), facts, group: setOf(path), weight: 1, source: 'sentences' };
  });
}

type LineOfTurns = { readonly turn: string; readonly facts: readonly LabelledFact[] };

/** Reads labelled turns; what a turn asks to forget is not a statement to keep. */
function turnsOf(path: string): readonly TrainingTurn[] {
  const group = path.replace(/.*\/(turns-\d+).*/, '$1');
  const isHurried = HURRIED.test(path);
  return linesOf(path).map((line) => {
    const { turn, facts } = JSON.parse(line) as LineOfTurns;
    const kept = facts.filter(({ action }) => action !== 'forget' && action !== 'none');
    return { turn, language: languageOf(path), facts: kept, group, weight: 1, source: 'turns', isHurried };
  });
}

/** Reads a file whose lines have a label, a fact, and what is said later. The label tells whether that replaces the fact. */
function changesOf(path: string): readonly TrainingTurn[] {
  const group = path.replace(/.*\/(changes-\d+).*/, '$1');
  return linesOf(path).map((line) => {
    const [action, known, turn = ''] = line.split('\t');
    if (action !== 'supersede' && action !== 'create') throw new Error(`a line of ${path} has no label: ${line}`);
    return { turn, language: languageOf(path), facts: [{ action, known }], group, weight: 1, source: 'turns' };
  });
}

/** Reads a file whose lines have a kind, one or two domains, and a fact of this kind in these domains. */
function factsOf(path: string): readonly TrainingTurn[] {
  const group = path.replace(/.*\/(facts-\d+).*/, '$1');
  return linesOf(path).map((line) => {
    const [named, domained = '', turn = ''] = line.split('\t');
    const kind = FACT_KINDS.find((one) => one === named);
    const domains = FACT_DOMAINS.filter((one) => domained.split(' ').includes(one));
    if (kind === undefined || domains.length !== domained.split(' ').length)
      throw new Error(`a line of ${path} has no kind or no domains: ${line}`);
    return { turn, language: languageOf(path), facts: [{ kind, domains }], group, weight: 1, source: 'turns' };
  });
}

type LineOfLabels = { readonly text: string; readonly label: LabelledFact };

/** Returns by sentence the labels that it has by itself. */
function labelsIn(paths: readonly string[]): Labels {
  const found = new Map<string, LabelledFact[]>();
  for (const { text, label } of paths.flatMap(linesOf).map((line) => JSON.parse(line) as LineOfLabels)) {
    const turn = text.replaceAll('\\n', '\n');
    found.set(turn, [...(found.get(turn) ?? []), label]);
  }
  return found;
}

function linesOf(path: string): readonly string[] {
  return textOf(path)
    .split('\n')
    .filter((line) => line.trim() !== '');
}
