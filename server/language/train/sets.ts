/** The files that the reader is trained on and tested with. Paths are of the repository, which training needs: no package has it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { topicPhrase } from '../../domain/conversation/topic-phrase.ts';
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

/** Never trained on: the set that is named for it, and the last two that were written. */
export const TEST_SETS: readonly string[] = ['held-out', 'fourteenth', 'fifteenth'];

/** Messages that people wrote to each other. They are labelled for statements alone, and some of them do turn to another topic. */
const TALK_OF_PEOPLE = /\/en\/turns-(?:11|1[3-7]|19)\.jsonl$/;

export type SetFile = { readonly path: string; readonly sha256: string };

/** A set's text with one kind of line end, whatever git made of it. */
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

/** All files to be trained on that there are, in the order of their names. */
export function trainingFiles(): readonly string[] {
  const sentences = [...listOf(SENTENCES), ...listOf(TOPICS)].filter(
    (path) => /\/(?:signals|topics)-/.test(path) && !TEST_SETS.includes(setOf(path)),
  );
  const own = TRAINED.flatMap((language) => listOf(`${TRAINING}/${language}`)).filter((path) =>
    /\/(?:turns-\d+|labels-\d+)\.jsonl$|\/topics-\d+\.tsv$|\/patterns\.json$/.test(path),
  );
  return [...sentences, ...own].toSorted(byUnits);
}

const byUnits = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** `third` of `signals-en-third.tsv`, `topics-1` of `topics-1.tsv`. */
function setOf(path: string): string {
  return /\/(?:(?:signals|topics)-[a-z]+-|(?=topics-\d))(?<set>[\w-]+)\.tsv$/.exec(path)?.groups?.['set'] ?? '';
}

/** The tag in the name of a set of sentences (`signals-en-third.tsv`), or the folder that a file stands in. */
const languageOf = (path: string): string =>
  (/\/(?:signals|topics)-([a-z]+)-[^/]+$/.exec(path) ?? /([^/]+)\/[^/]+$/.exec(path))?.[1] ?? '';

export type Sets = {
  /** With what is said of facts. */
  readonly turns: readonly TrainingTurn[];
  /** A fact stands for a phrase that turns to another topic. Sentences, and talk that has none: what most turns are. */
  readonly topics: readonly TrainingTurn[];
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
      // Nobody wrote them to turn to another topic, and the few in which a rule hears a phrase that does are left out.
      ...talk
        .filter((path) => !TALK_OF_PEOPLE.test(path))
        .flatMap(turnsOf)
        .filter(({ turn }) => topicPhrase(readTurn(turn, grammar)) === undefined)
        .map((turn) => ({ ...turn, facts: [] })),
    ],
  };
}

/** The sets that are never trained on. */
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

/** A label and a sentence on each line. */
function sentencesOf(path: string, labels: Labels): readonly TrainingTurn[] {
  return linesOf(path).map((line) => {
    const [label = '', sentence = ''] = line.split('\t');
    const turn = sentence.replaceAll('\\n', '\n');
    const facts = label === '-' ? [] : (labels.get(turn) ?? [{}]);
    return { turn, language: languageOf(path), facts, group: setOf(path), weight: 1, source: 'sentences' };
  });
}

type LineOfTurns = { readonly turn: string; readonly facts: readonly LabelledFact[] };

/** What is asked to be forgotten is no statement to be kept. */
function turnsOf(path: string): readonly TrainingTurn[] {
  const group = path.replace(/.*\/(turns-\d+).*/, '$1');
  return linesOf(path).map((line) => {
    const { turn, facts } = JSON.parse(line) as LineOfTurns;
    const kept = facts.filter(({ action }) => action !== 'forget' && action !== 'none');
    return { turn, language: languageOf(path), facts: kept, group, weight: 1, source: 'turns' };
  });
}

type LineOfLabels = { readonly text: string; readonly label: LabelledFact };

/** By sentence: what was said of it by itself. */
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
