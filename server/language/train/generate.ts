/**
 * Generates statements from patterns written for this project (`<language>/patterns.json`), and the same statements where they are
 * not the user's, not meant or not said. The patterns contain all the knowledge; the generator that fills them is the same for all
 * languages.
 */
import { randomFrom, type Random } from './random.ts';
import type { FactDomain } from '../../domain/facts/fact.ts';
import type { FactKind } from '../../domain/facts/fact-reader.ts';
import type { LabelledFact, TrainingTurn } from './turns.ts';

type Asides = { readonly asking: readonly string[]; readonly plain: readonly string[] };

export type Patterns = {
  /** The words that `{name}` stands for. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly statements: readonly {
    readonly kind: FactKind;
    readonly domains: readonly FactDomain[];
    readonly patterns: readonly string[];
  }[];
  /** Words before and after a statement; `asking` asks to remember it. */
  readonly before: Asides;
  readonly after: Asides;
  /** By kind: sentences around `{s}` that make a statement none. */
  readonly unsaid: Readonly<Record<string, readonly string[]>>;
  /** By kind: other sentences that people say. */
  readonly others: Readonly<Record<string, readonly string[]>>;
};

/** The number of times that each pattern is filled, and the weight of a generated turn relative to a labelled one. */
const TIMES = { statement: 3, aside: 2, unsaid: 9, other: 3, several: 400 } as const;
const WEIGHT = 0.3;
const TALK = ['asks', 'task', 'chat', 'now'] as const;
const SEED = 20;

export function generatedTurns(language: string, patterns: Patterns): readonly TrainingTurn[] {
  const random = randomFrom(SEED);
  const turns = new Map<string, TrainingTurn>();
  const fill = (pattern: string): string => filled(pattern, patterns.words, random);
  const add = (group: string, said: string, fact?: LabelledFact): void => {
    const turn = typed(said, random);
    if (turns.has(turn)) return;
    const facts = fact === undefined ? [] : [fact];
    turns.set(turn, { turn, language, facts, group: `generated ${group}`, weight: WEIGHT, source: 'generated' });
  };
  const every = patterns.statements.flatMap(({ kind, domains, patterns: ways }) =>
    ways.map((pattern) => ({ pattern, fact: { kind, domains } })),
  );
  for (const { pattern, fact } of every) {
    for (let time = 0; time < TIMES.statement; time++) add('statements', fill(pattern), fact);
    for (const [side, join] of [
      ['before', (said: string, aside: string) => aside + said],
      ['after', (said: string, aside: string) => said + aside],
    ] as const) {
      const { asking, plain } = patterns[side];
      for (const aside of random.sample([...asking, ...plain], TIMES.aside)) {
        const kind = asking.includes(aside) ? 'remember' : fact.kind;
        add(side, join(fill(pattern), aside), { ...fact, kind });
      }
    }
  }
  for (const [group, ways] of Object.entries(patterns.unsaid)) {
    for (const way of ways) {
      for (const { pattern } of random.sample(every, TIMES.unsaid)) add(group, fill(way.replace('{s}', pattern)));
    }
  }
  for (const [group, ways] of Object.entries(patterns.others)) {
    for (const way of ways) for (let time = 0; time < TIMES.other; time++) add(group, fill(way));
  }
  const talk = TALK.flatMap((group) => patterns.others[group] ?? []);
  for (let time = 0; time < TIMES.several; time++) {
    const { pattern, fact } = random.pick(every);
    const said = random.sample(talk, 1 + random.below(2)).map((way) => asSentence(fill(way)));
    const isOwn = time % 2 === 0;
    said.splice(random.below(said.length + 1), 0, asSentence(fill(isOwn ? pattern : random.pick(talk))));
    add('several', said.join(' '), isOwn ? fact : undefined);
  }
  return [...turns.values()];
}

/** Fills a pattern; `{city2}` is filled differently from `{city}`. */
function filled(pattern: string, words: Patterns['words'], random: Random): string {
  const put = new Map<string, string>();
  return pattern.replaceAll(/\{([a-z]+)(2?)\}/g, (_, name: string, second: string) => {
    const known = put.get(name + second);
    if (known !== undefined) return known;
    const other = put.get(second === '' ? `${name}2` : name);
    const word = random.pick((words[name] ?? []).filter((one) => one !== other));
    put.set(name + second, word);
    return word;
  });
}

const asSentence = (said: string): string =>
  said.charAt(0).toUpperCase() + said.slice(1) + (/[?!.]$/.test(said) ? '' : '.');

/** Varies a sentence as people type: some in lower case, some with a capital and a period, the rest unchanged. */
function typed(said: string, random: Random): string {
  const way = random.below(10);
  if (way < 2) return said.toLowerCase();
  if (way < 5) return said.charAt(0).toUpperCase() + said.slice(1) + (/[\p{L}\d]$/u.test(said) ? '.' : '');
  return said;
}
