/**
 * Tests that a language is one folder and a training set: Portuguese, which is not shipped, is in `pt/` beside this file, and nothing under
 * server/ knows of it. Its held-out sentences were written before the pack and the sets, though by the same author, and neither was changed
 * because of the results on them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cacheabilityOf } from '../../server/domain/conversation/cacheability.ts';
import { questionIntent } from '../../server/domain/conversation/question-intent.ts';
import { recognisedTopic } from '../../server/domain/conversation/topic-phrase.ts';
import { extractFacts, type ExtractedFact } from '../../server/domain/facts/extract-facts.ts';
import { slotOfFact } from '../../server/domain/facts/fact-slot.ts';
import { forgetRequest } from '../../server/domain/facts/forget-facts.ts';
import { grammarOf, GRAMMAR, type Grammar } from '../../server/domain/languages/grammar.ts';
import { LANGUAGES } from '../../server/domain/languages/languages.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { fold } from '../../server/domain/text/fold.ts';
import { periodsIn } from '../../server/domain/dates/periods.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { questionFaults } from '../../server/language/check/question-faults.ts';
import { ruleFaults } from '../../server/language/check/rule-faults.ts';
import { decodeTable } from '../../server/language/engine/table.ts';
import { languageReader, type TurnReader } from '../../server/language/reader.ts';
import { precisionRecall } from '../../server/language/train/figures.ts';
import { readSets, readTestSets, trainingFiles } from '../../server/language/train/sets.ts';
import { trainReader } from '../../server/language/train/train-reader.ts';
import type { LabelledFact } from '../../server/language/train/turns.ts';
import { readSentences } from '../domain/read-sentences.ts';
import { ROOT } from '../root.ts';
import { scaled, testSeed } from '../scale.ts';
import { PORTUGUESE } from './pt/language.ts';

/** This is a Saturday. */
const NOW_MS = Date.UTC(2026, 10, 21);

const FOLDER = 'test/language/pt';
const ALL = [...LANGUAGES, PORTUGUESE];

const encoder = staticEncoder(loadStaticTable());
const embed = (text: string): Float32Array => encoder.embed(text);
const linesOf = (name: string): readonly string[] =>
  readFileSync(join(ROOT, FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

type Labelled = { readonly turn: string; readonly facts: readonly LabelledFact[] };
const heldOut = (): readonly Labelled[] => linesOf('held-out.jsonl').map((line) => JSON.parse(line) as Labelled);

/** Takes every fifth sentence, others with another seed; `npm run torture` takes all. */
function sampled<T>(all: readonly T[]): readonly T[] {
  const every = scaled(12, 1);
  return all.filter((_, index) => index % every === SEED % every);
}
const SEED = testSeed();

describe('a third language', () => {
  const grammar = grammarOf(ALL);
  let reader: TurnReader;
  before(() => {
    const paths = readdirSync(join(ROOT, FOLDER))
      .filter((name) => /^(?:turns|topics)-\d+\./.test(name))
      .toSorted()
      .map((name) => `${FOLDER}/${name}`);
    const sets = readSets(paths, grammar);
    expect(sets.turns).to.have.lengthOf(150);
    expect(new Set(sets.turns.map(({ language }) => language))).to.deep.equal(new Set(['pt']));
    const { table } = trainReader(sets, 'portuguese', embed, () => {}, grammar);
    reader = languageReader(decodeTable(table), embed, grammar);
  });

  /** Returns the facts that would enter prompts. */
  const factsFor = (turn: string): readonly ExtractedFact[] =>
    extractFacts(readTurn(turn, grammar), reader).filter(({ confidence }) => confidence !== 'LOW');
  const isOf = ({ text }: ExtractedFact, facts: readonly LabelledFact[]): boolean =>
    facts.some(({ text: wanted = '' }) => wanted.includes(text) || text.includes(wanted));

  it('has rules that do what their examples say, with all languages at once', () => {
    expect(ruleFaults(ALL)).to.deep.equal([]);
  });

  it('is read on sentences that it was not trained on', () => {
    const scored = heldOut().flatMap(({ turn, facts }) => {
      const found = factsFor(turn);
      const isFound = facts.length > 0 && found.some((fact) => isOf(fact, facts));
      return [
        ...(facts.length > 0 ? [{ probability: Number(isFound), isTrue: true }] : []),
        ...found.filter((fact) => !isOf(fact, facts)).map(() => ({ probability: 1, isTrue: false })),
      ];
    });
    const { precision, recall } = precisionRecall(scored, 0.5);
    expect(precision).to.be.at.least(0.85);
    expect(recall).to.be.at.least(0.75);
  });

  it('has its own requests, decisions and corrections', () => {
    const only = (turn: string): ExtractedFact => {
      const found = factsFor(turn);
      expect(found, turn).to.have.lengthOf(1);
      return found[0]!;
    };
    expect(only('Lembra que sou alérgica a camarão.')).to.include({
      text: 'sou alérgica a camarão',
      confidence: 'HIGH',
      rule: 'pt.remember',
    });
    expect(only('Prefiro reuniões curtas de manhã.')).to.include({ domain: 'PREFERENCES' });
    expect(only('Vamos ficar com o escritório de Braga.')).to.include({ domain: 'DECISIONS' });
    expect(only('Mudei de ideia, vamos com o MySQL.')).to.include({
      text: 'vamos com o MySQL',
      domain: 'DECISIONS',
      corrects: true,
    });
    const corrections = heldOut().filter(({ facts }) =>
      facts.some(({ kind, action }) => kind === 'decision' && action === 'supersede'),
    );
    expect(corrections).to.have.lengthOf(3);
    for (const { turn } of corrections) expect(only(turn).corrects, turn).to.equal(true);
    for (const [said, slot] of [
      ['Moro em Curitiba há seis anos.', 'home'],
      ['Mudei-me para o Porto no mês passado.', 'home'],
      ['O utilizador mora em Faro', 'home'],
      ['moro com um amigo', undefined],
      ['O meu editor é o Vim', 'my:editor'],
      ['A minha irmã é a Rita', undefined],
    ] as const)
      expect(slotOfFact(said, grammar.facts), said).to.equal(slot);
    const { changes } = grammar;
    for (const said of ['deixei de fumar', 'ya no fumo', 'no longer smoking'])
      expect(changes.tellsOfChange.test(said)).to.equal(true);
    expect(changes.insteadOf.exec('a adyen em vez da stripe')?.groups?.['old']).to.equal('stripe');
    expect(changes.ended.exec('ja nao trabalho na galp')?.groups?.['ended']).to.equal('trabalho na galp');
    expect(forgetRequest(readTurn('Esquece que trabalho na Galp.', grammar))?.target).to.equal('trabalho na Galp');
  });

  it('is heard to turn to another topic in sentences that it was not trained on', () => {
    const scored = linesOf('held-out-topics.tsv').map((line) => {
      const [label, turn = ''] = line.split('\t');
      const isTold = recognisedTopic(readTurn(turn, grammar), reader) !== undefined;
      return { probability: Number(isTold), isTrue: label !== '-' };
    });
    const { precision, recall } = precisionRecall(scored, 0.5);
    expect(precision).to.equal(1);
    expect(recall).to.be.at.least(0.8);
  });

  it('has its own questions, and what makes no question of the user of one', () => {
    for (const [question, kind, rule, refusal] of [
      ['Qual é o nome do meu cachorro?', 'FACT_ABOUT_USER', 'my-attribute'],
      ['Oi, você pode me dizer qual é o nome do meu cachorro, por favor?', 'FACT_ABOUT_USER', 'my-attribute'],
      ['Como se chama o meu cão?', 'FACT_ABOUT_USER', 'my-attribute'],
      ['Onde trabalho?', 'FACT_ABOUT_USER', 'my-verb'],
      ['O que decidimos sobre o banco de dados?', 'FACT_ABOUT_USER', 'told-so'],
      ['Quantos metros são 3 quilómetros?', 'TOOL', 'conversion'],
      ['Sou alérgica a camarão?', 'FACT_ABOUT_USER', 'yes-no'],
      ['Qual é o nome do meu cachorro agora?', 'NEVER', 'time', 'TIME'],
      ['E a minha irmã?', 'NEVER', 'goes-on'],
      ['Você pode enviar o relatório?', 'NEVER', 'side-effect', 'SIDE_EFFECT'],
      ['Onde trabalho? E onde moro?', 'NEVER', 'not-one-question'],
    ] as const)
      expect(cacheabilityOf(question, grammar), question).to.deep.equal({
        kind,
        rule,
        ...(refusal !== undefined && { refusal }),
      });
    expect(questionIntent('Como se chama o meu cão?', grammar.questions)).to.include({
      key: 'pt qual e nome de meu cachorro',
      isTelling: true,
    });
    expect(cacheabilityOf('Qual é o nome do meu cachorro?').kind).to.equal('NEVER');
    expect(questionFaults(ALL)).to.deep.equal([]);
  });

  it('has its own times', () => {
    const known = { span: () => [0, NOW_MS] as const, dateOrder: () => undefined, isSouthern: () => true };
    const timesOf = (text: string): readonly string[] =>
      periodsIn({ text, folded: fold(text), language: 'es', nowMs: NOW_MS }, known, grammar.dates.get('pt')).map(
        ({ fromMs }) => new Date(fromMs).toISOString().slice(0, 10),
      );
    for (const [question, ...days] of [
      ['O que decidimos em março de 2025?', '2025-03-01'],
      ['Quem veio a 8 de maio?', '2026-05-08'],
      ['O que comprei ontem?', '2026-11-20'],
      ['Onde estive há duas semanas?', '2026-11-04'],
      ['O que fizemos no verão passado?', '2025-12-01'],
      ['Quem veio no Natal?', '2025-12-24'],
      ['Quem veio com a minha prima Abril?'],
    ] as const)
      expect(timesOf(question), question).to.deep.equal(days);
  });

  it(`leaves what is asked in the others as it was (seed ${SEED}) @torture`, () => {
    const asked = readdirSync(join(ROOT, 'test/domain/conversation/sentences'))
      .filter((name) => name.startsWith('cacheability-'))
      .flatMap((name) => readSentences(`conversation/sentences/${name}`));
    expect(asked.length).to.be.greaterThan(3000);
    for (const { sentence } of sampled(asked)) {
      expect(cacheabilityOf(sentence, grammar), sentence).to.deep.equal(cacheabilityOf(sentence));
      expect(questionIntent(sentence, grammar.questions)?.key, sentence).to.equal(questionIntent(sentence)?.key);
    }
  });

  it(`leaves what is read in the others as it was (seed ${SEED}) @torture`, () => {
    const table = decodeTable(readFileSync(join(ROOT, 'server/language/models/reader.bin')));
    const reading = (known: Grammar) => {
      const own = languageReader(table, embed, known);
      return (text: string) => {
        const read = readTurn(text, known);
        return { facts: extractFacts(read, own), topic: recognisedTopic(read, own), forget: forgetRequest(read) };
      };
    };
    const [without, within] = [reading(GRAMMAR), reading(grammar)];
    const trained = readSets(trainingFiles().filter((path) => /\/(?:signals|topics)-/.test(path)));
    const texts = [...trained.turns, ...trained.topics, ...readTestSets('signals'), ...readTestSets('topics')];
    expect(texts.length).to.be.greaterThan(7000);
    for (const { turn } of sampled(texts)) expect(within(turn), turn).to.deep.equal(without(turn));
  });

  it('is known to nothing that is shipped', () => {
    expect(LANGUAGES.map(({ tag }) => tag)).not.to.include('pt');
    const rules = heldOut().flatMap(({ turn }) => extractFacts(readTurn(turn), reader).map(({ rule }) => rule));
    expect(rules.filter((rule) => rule.startsWith('pt.'))).to.deep.equal([]);
  });
});
