/**
 * Checks the words with which languages ask, and finds patterns that are invalid by themselves or can match no folded text, rules
 * that have no name or occur twice, forms that insert a group which they do not capture, and parts that are undefined or unused.
 */
import { FORM_PART, spelledForm } from '../../domain/languages/rules/rewrites.ts';
import { PART } from '../../domain/languages/filled.ts';
import type { Language } from '../../domain/languages/language.ts';
import type { Form, QuestionPack, QuestionRow, Rewordings } from '../../domain/languages/question-pack.ts';
import { fold } from '../../domain/text/fold.ts';

/** Returns one sentence per fault, which names the pattern and what to do; empty if there are no faults. */
export function questionFaults(languages: readonly Language[]): readonly string[] {
  return languages.flatMap(({ tag, questions }) =>
    [
      ...patternsOf(questions).flatMap(patternFaults),
      ...tablesOf(questions).flatMap(rowFaults),
      ...formFaults(questions.rewordings),
      ...wordFaults(questions),
    ].map((fault) => `server/domain/languages/${tag}: ${fault}`),
  );
}

type Pattern = { readonly name: string; readonly source: string; readonly isFolded?: false };

const isRows = (value: object): value is readonly QuestionRow[] =>
  Array.isArray(value) && value.every((row: object) => 'when' in row);

/** Returns all patterns of a table, inside and outside of rows. */
function patternsIn(table: object): readonly Pattern[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]): readonly Pattern[] => {
    if (typeof value === 'string') return [{ name, source: value }];
    if (typeof value !== 'object' || value === null || name === 'contractions') return [];
    if (isRows(value)) return value.flatMap(({ rule, when }) => when.map((source) => ({ name: rule, source })));
    return patternsIn(value);
  });
}

function patternsOf({ frames, calculations, lasting, fleeting, requests, ofPast }: QuestionPack): readonly Pattern[] {
  return [frames, calculations, lasting, fleeting, requests, { ofPast }]
    .flatMap(patternsIn)
    .map((pattern) => (pattern.name === 'ofAnother' ? { ...pattern, isFolded: false } : pattern));
}

/** The parts that `{name}` stands for in calculations. */
const CLASSES = new Set(['unit', 'measure', 'number', 'numeral', 'making']);

function patternFaults({ name, source, isFolded }: Pattern): readonly string[] {
  const parts = [...source.matchAll(PART)].map(([, part = '']) => part);
  const unknown = parts.filter((part) => !CLASSES.has(part)).map((part) => `${name}: {${part}} stands for nothing.`);
  if (unknown.length > 0) return unknown;
  const spelled = source.replaceAll(PART, '(?:)');
  return [...unreadable(name, spelled), ...(isFolded === false ? [] : unfolded(name, spelled))];
}

function unreadable(name: string, source: string): readonly string[] {
  try {
    void new RegExp(source, 'u');
    return [];
  } catch (error) {
    return [`${name} has a pattern that cannot be read: ${(error as Error).message}`];
  }
}

/** Reports capitals and accents in a pattern that is matched with folded text. */
function unfolded(name: string, source: string): readonly string[] {
  const letters = source.replaceAll(/\\p\{[^}]*\}|\\./gu, ' ').match(/\p{L}+/gu) ?? [];
  return letters
    .filter((word) => fold(word) !== word)
    .map((word) => `${name} asks for "${word}", which no folded text has; write "${fold(word)}", or take it out.`);
}

type Table = { readonly name: string; readonly rows: readonly QuestionRow[] };

const tablesOf = ({ calculations, lasting, fleeting }: QuestionPack): readonly Table[] => [
  { name: 'tables', rows: calculations.tables },
  { name: 'others', rows: calculations.others },
  { name: 'told', rows: lasting.told },
  { name: 'lasting', rows: lasting.rows },
  { name: 'fleeting', rows: fleeting.rows },
];

function rowFaults({ name, rows }: Table): readonly string[] {
  const unnamed = rows.filter(({ rule }) => !/^[a-z]+(?:-[a-z]+)*$/.test(rule));
  const empty = rows.filter(({ when }) => when.length === 0);
  const names = rows.map(({ rule }) => rule);
  const twice = new Set(names.filter((rule, at) => names.indexOf(rule) !== at));
  return [
    ...unnamed.map(({ rule }) => `${name} has a rule "${rule}"; name it in words with hyphens, as it is told by that.`),
    ...empty.map(({ rule }) => `${rule} has no pattern; give one, or take the rule out.`),
    ...[...twice].map((rule) => `${name} has ${rule} twice; put their patterns together.`),
  ];
}

function formFaults(rewordings: Rewordings): readonly string[] {
  const { parts, ordering, telling, joining, spelled, written, unfolded: before = [] } = rewordings;
  const whole = [...ordering, ...telling, ...joining];
  const used = new Set(whole.flatMap(([from]) => [...from.matchAll(FORM_PART)].map(([, name]) => name)));
  return [
    ...[...whole, ...spelled, ...written, ...before].flatMap((form) => oneFormFaults(form, parts)),
    ...Object.keys(parts)
      .filter((name) => !used.has(name))
      .map((name) => `{${name}} is used by no form; take it out.`),
  ];
}

function oneFormFaults([from, to]: Form, parts: Rewordings['parts']): readonly string[] {
  try {
    const groups = (new RegExp(`(?:${spelledForm(from, parts)})|`, 'u').exec('') ?? []).length - 1;
    const put = [...to.matchAll(/\$(\d)/g)].map(([, group]) => Number(group)).filter((group) => group > groups);
    return put.map((group) => `${from} has ${groups} groups, and puts $${group}; mend one of them.`);
  } catch (error) {
    return [`${from} cannot be read: ${(error as Error).message}`];
  }
}

function wordFaults({ domains, tools, rewordings }: QuestionPack): readonly string[] {
  const lists = [...Object.entries(domains), ...Object.entries(tools), ['sameWords', rewordings.sameWords] as const];
  const lone = rewordings.sameWords.split(';').filter((group) => !group.trim().includes(' '));
  return [
    ...lists.flatMap(([name, list]) => unfolded(name, list)),
    ...lone.map((word) => `sameWords has "${word}" alone; give it another word, or take it out.`),
  ];
}
