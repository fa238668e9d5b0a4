/**
 * Checks the rules of languages, and finds rules that have no examples, that do not match an example, or that another rule prevents
 * from matching it; rules that match where their examples say they must not; and ids or parts of patterns that are duplicate, unknown
 * or unused. Each rule is tested through the engine that reads turns, with all languages at once, as in use.
 */
import { topicPhrase } from '../../domain/conversation/topic-phrase.ts';
import { extractFacts } from '../../domain/facts/extract-facts.ts';
import { cueOf, statedIn } from '../../domain/facts/fact-slot.ts';
import type { FactReader } from '../../domain/facts/fact-reader.ts';
import { subjectOf } from '../../domain/facts/fact-subject.ts';
import { forgetRequest } from '../../domain/facts/forget-facts.ts';
import { filled, PART } from '../../domain/languages/filled.ts';
import { grammarOf, type Grammar } from '../../domain/languages/grammar.ts';
import type { SlotRow } from '../../domain/languages/fact-pack.ts';
import type { Language } from '../../domain/languages/language.ts';
import { frameOf } from '../../domain/speech/fiction.ts';
import { readTurn } from '../../domain/speech/read-turn.ts';

/** The rules that match a sentence, each with what it finds there, or '' if its examples do not say. */
type Heard = ReadonlyMap<string, string>;

type Rule = {
  readonly id: string;
  readonly when: string;
  readonly parts: Readonly<Record<string, string>>;
  /** Each sentence has what the rule finds in it, or '' if the example does not say. */
  readonly yes: readonly (readonly [said: string, finds: string])[];
  readonly no: readonly string[];
  readonly hear: (said: string) => Heard;
};

/** Returns one sentence per fault, which names the rule, the example and what to do; empty if all rules are correct. */
export function ruleFaults(languages: readonly Language[]): readonly string[] {
  const grammar = grammarOf(languages);
  const tables = languages.map((language) => ({
    where: `server/domain/languages/${language.tag}`,
    rules: rulesOf(language, grammar),
  }));
  const faults = (faultsIn: (rules: readonly Rule[]) => readonly string[]): readonly string[] =>
    tables.flatMap(({ where, rules }) => faultsIn(rules).map((fault) => `${where}: ${fault}`));
  // Invalid patterns are reported first, since nothing can be tested with them.
  const unreadable = faults((rules) => rules.flatMap(patternFaults));
  if (unreadable.length > 0) return unreadable;
  return faults((rules) => [...rules.flatMap(exampleFaults), ...repeated(rules), ...unusedParts(rules)]);
}

function patternFaults({ id, when, parts }: Rule): readonly string[] {
  const unknown = partsIn(when).find((name) => parts[name] === undefined);
  if (unknown !== undefined) return [`${id}: {${unknown}} stands for nothing; name a part that its table has.`];
  try {
    void new RegExp(filled(when, parts), 'u');
    return [];
  } catch (error) {
    return [`${id} has a pattern that cannot be read: ${(error as Error).message}`];
  }
}

function exampleFaults({ id, yes, no, hear }: Rule): readonly string[] {
  if (yes.length === 0) return [`${id} has no example that fires it; give one, or take the rule out.`];
  if (no.length === 0) return [`${id} has no example of what it must leave alone; give one that is near.`];
  const silent = yes.flatMap(([said, finds]) => {
    const heard = hear(said);
    const found = heard.get(id);
    if (found === finds) return [];
    if (found !== undefined)
      return [`${id} finds "${found}" in "${said}", not "${finds}"; mend the pattern or the example.`];
    const [first] = heard.keys();
    return first === undefined
      ? [`${id} does not fire on "${said}"; mend the pattern or the example, or take the rule out.`]
      : [`${id} does not fire on "${said}", as ${first} comes before it; narrow that, or take this rule out.`];
  });
  const loud = no.filter((said) => hear(said).has(id));
  return [...silent, ...loud.map((said) => `${id} fires on "${said}", which it must leave alone; narrow the pattern.`)];
}

function repeated(rules: readonly Rule[]): readonly string[] {
  const ids = rules.map(({ id }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(
    (id) => `${id} names two rules; what is found is told by its id, so give one of them another.`,
  );
}

function unusedParts(rules: readonly Rule[]): readonly string[] {
  const tables = new Map(rules.map(({ parts }) => [parts, rules.filter((rule) => rule.parts === parts)]));
  return [...tables].flatMap(([parts, own]) => {
    const used = new Set([...own.map(({ when }) => when), ...Object.values(parts)].flatMap(partsIn));
    return Object.keys(parts)
      .filter((name) => !used.has(name))
      .map((name) => `{${name}} is used by no rule beside ${own[0]!.id}; take it out.`);
  });
}

const partsIn = (pattern: string): readonly string[] => [...pattern.matchAll(PART)].map(([, name]) => name!);

/** Slots have no ids: a row is identified by the slot that it fills, of which a language has one. */
const SLOT = 'slot ';
const NO_PARTS = {};

const named = (row: SlotRow) => ({ ...row, id: SLOT + row.slot });

const saying = (examples: readonly string[]): Rule['yes'] => examples.map((said) => [said, '']);

function rulesOf({ facts, forgetting, speech: { fiction }, topics }: Language, grammar: Grammar): readonly Rule[] {
  const { commands, corrections, lexicon, plain, slots, statedSlots, subjects, vetoes } = facts;
  const hear = hearings(grammar);
  const inFacts = <Row extends { readonly yes: readonly string[] }>(rows: readonly Row[], heard: Rule['hear']) =>
    rows.map((row) => ({ ...row, parts: lexicon, yes: saying(row.yes), hear: heard }));
  return [
    ...commands.map((row) => ({
      ...row,
      when: `(?:${row.when})(?!${row.unless ?? '(?!)'})`,
      parts: lexicon,
      hear: hear.commands,
    })),
    ...inFacts(corrections, hear.corrections),
    ...inFacts(plain, hear.plain),
    ...inFacts(vetoes, hear.vetoes),
    ...inFacts(slots.map(named), hear.slots),
    ...inFacts(statedSlots.map(named), hear.statedSlots),
    ...subjects.map((row) => ({
      ...row,
      parts: NO_PARTS,
      yes: row.yes.map(([said, ...found]): [string, string] => [said, found.join(' ')]),
      hear: hear.subjects,
    })),
    ...topics.tables.flatMap(({ parts, rows }) =>
      rows.map((row) => ({ ...row, parts, yes: saying(row.yes), hear: hear.topics })),
    ),
    ...fiction.rows.map((row) => ({ ...row, parts: fiction.parts, yes: saying(row.yes), hear: hear.fiction })),
    ...forgetting.rows.map((row) => ({
      ...row,
      parts: forgetting.parts,
      yes: row.yes.map(([said, target = '']): [string, string] => [said, target]),
      hear: hear.forgetting,
    })),
  ];
}

function hearings(grammar: Grammar) {
  const { corrections, plainForms, vetoes } = grammar.facts;
  const firing = (
    rules: readonly { readonly id: string; readonly pattern: RegExp }[],
    text: (rule: { readonly id: string }) => string,
  ): Heard => new Map(rules.filter((rule) => rule.pattern.test(text(rule))).map(({ id }) => [id, '']));
  /** Returns the sentence from its first clause with content. */
  const clauseOf = (said: string) => {
    const { clauses, folded, text, at } = readTurn(said, grammar);
    const from = clauses.find((clause) => clause.from < clause.to)?.from ?? 0;
    return { folded: folded.slice(from), written: text.slice(at(from)) };
  };
  const one = (id: string | undefined, found = ''): Heard => new Map(id === undefined ? [] : [[id, found]]);
  return {
    commands: (said: string): Heard => {
      const found = extractFacts(readTurn(said, grammar), SURE).filter(({ rule }) => rule !== SURE.identity);
      return new Map(found.map(({ rule, text }) => [rule, text]));
    },
    corrections: (said: string): Heard => firing(corrections, () => readTurn(said, grammar).folded),
    plain: (said: string): Heard => firing(plainForms, () => clauseOf(said).folded),
    vetoes: (said: string): Heard => {
      const { folded, written } = clauseOf(said);
      return firing(vetoes, ({ id }) =>
        vetoes.some((veto) => veto.id === id && veto.isAsWritten === true) ? written : folded,
      );
    },
    slots: (said: string): Heard => {
      const cue = cueOf(clauseOf(said).folded, grammar.facts);
      return one(cue && SLOT + cue.slot);
    },
    statedSlots: (said: string): Heard => {
      const stated = statedIn(clauseOf(said).folded, grammar.facts);
      return one(stated && SLOT + stated.slot);
    },
    subjects: (said: string): Heard => {
      const found = subjectOf(said, grammar);
      return one(found?.rule, [found?.relation, found?.name].filter((word) => word !== undefined).join(' '));
    },
    topics: (said: string): Heard => one(topicPhrase(readTurn(said, grammar))?.rule),
    fiction: (said: string): Heard => one(frameOf(clauseOf(said).folded, grammar.speech.fiction)?.id),
    forgetting: (said: string): Heard => {
      const found = forgetRequest(readTurn(said, grammar));
      return one(found?.rule, found?.target);
    },
  };
}

/** A reader that takes everything for a lasting statement, so that the rules alone decide. */
const SURE: FactReader = {
  identity: 'sure',
  read: (_turn, spans) =>
    spans.map(() => ({ probability: 1, said: () => ({ kind: 'plain', domains: ['PERSONAL'] }), replaces: () => 0 })),
};
