/** Tests the trained reader on sentences that it was not trained on, and its engine. */
import { expect } from 'chai';
import { featuresOf } from '../../server/language/engine/features.ts';
import { gramsOf, joinedGrams, wordsOf } from '../../server/language/engine/grams.ts';
import { sentencesIn } from '../../server/language/engine/sentences.ts';
import { SIGNS, signsOf } from '../../server/language/engine/signs.ts';
import { decodeTable, encodeTable } from '../../server/language/engine/table.ts';
import { precisionRecall } from '../../server/language/train/figures.ts';
import { recognisedTopic } from '../../server/domain/conversation/topic-phrase.ts';
import { candidateSpans } from '../../server/domain/facts/extract-facts.ts';
import { GRAMMAR } from '../../server/domain/languages/grammar.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { fold } from '../../server/domain/text/fold.ts';
import { FACT_READER } from '../fact-reader.ts';
import { readTestSets } from '../../server/language/train/sets.ts';
import { READER_CONFIDENCE } from '../../server/policy/facts.ts';

/** The minimum figures for sentences at first sight, and for phrases that change the topic. */
const FLOOR = { precision: 0.92, recall: 0.84 } as const;
const TOPIC_FLOOR = { precision: 0.97, recall: 0.92 } as const;

const readOf = (turn: string) => FACT_READER.read(turn, candidateSpans(readTurn(turn)));

describe('language reader', () => {
  for (const language of ['en', 'es'] as const) {
    it(`tells what lasts from what does not (${language})`, () => {
      const turns = readTestSets('signals').filter((turn) => turn.language === language);
      expect(turns.length).to.be.greaterThan(500);
      const scored = turns.map(({ turn, facts }) => ({
        probability: Math.max(0, ...readOf(turn).map(({ probability }) => probability)),
        isTrue: facts.length > 0,
      }));
      const { precision, recall } = precisionRecall(scored, READER_CONFIDENCE.even);
      expect(precision).to.be.at.least(FLOOR.precision);
      expect(recall).to.be.at.least(FLOOR.recall);
    });
  }

  for (const language of ['en', 'es'] as const) {
    it(`tells beside the rules what turns to another topic (${language})`, () => {
      const turns = readTestSets('topics').filter((turn) => turn.language === language);
      expect(turns.length).to.be.greaterThan(300);
      const scored = turns.map(({ turn, facts }) => ({
        probability: Number(recognisedTopic(readTurn(turn), FACT_READER) !== undefined),
        isTrue: facts.length > 0,
      }));
      const { precision, recall } = precisionRecall(scored, 0.5);
      expect(precision).to.be.at.least(TOPIC_FLOOR.precision);
      expect(recall).to.be.at.least(TOPIC_FLOOR.recall);
    });
  }

  it('tells of each candidate what it is', () => {
    const turn = "I'm so tired today. My daughter is allergic to peanuts. What do you think?";
    const spans = candidateSpans(readTurn(turn));
    const read = FACT_READER.read(turn, spans);
    expect(spans.map(({ text }) => text)).to.deep.equal([
      "I'm so tired today",
      'My daughter is allergic to peanuts',
      'What do you think',
    ]);
    const [tired, allergic] = read;
    expect(tired!.probability).to.be.lessThan(READER_CONFIDENCE.even);
    expect(allergic!.said().kind).to.equal('plain');
    expect(allergic!.probability).to.be.greaterThan(READER_CONFIDENCE.even);
    expect(allergic!.said().domains[0]).to.equal('PERSONAL');
    expect(FACT_READER.read('', [])).to.deep.equal([]);
  });

  it('reads a hostile text of the length that is read at all in little time', () => {
    for (const part of ['a', 'a b ', '. ', "'", '\n', 'ñ', '?a', '𝒜']) {
      const from = process.cpuUsage();
      readOf(part.repeat(8000 / part.length));
      const { user, system } = process.cpuUsage(from);
      expect((user + system) / 1000, JSON.stringify(part)).to.be.lessThan(1500);
    }
  });

  it('cuts sentences with their places', () => {
    const text = 'Hi! I live in Ghent.  Do you?\n\nYes. No';
    const found = sentencesIn(text);
    expect(found.map((sentence) => sentence.text)).to.deep.equal(['Hi! I live in Ghent.', 'Do you?', 'Yes. No']);
    for (const { text: sentence, from, to } of found) expect(text.slice(from, to).trim()).to.equal(sentence);
    expect(sentencesIn('...')).to.deep.equal([{ text: '...', from: 0, to: 3 }]);
  });

  it('makes grams of words, of characters and of what stands around, by a fixed hash', () => {
    const words = wordsOf('i am, ok');
    expect(words).to.deep.equal(['i', 'am', ',', 'ok']);
    const alone = gramsOf('i am, ok', words, { before: [], after: [] });
    expect(alone.map(({ length }) => length)).to.deep.equal([15, 15, 1, 12, 0]);
    // FNV-1a of "W<", which is a constant of every table.
    expect(alone[0]![0]).to.equal(fnv('W<'));
    const second = gramsOf('i am, ok', words, { before: ['hi'], after: [] });
    expect(second[2]!.length).to.be.greaterThan(1);
    const endings = (text: string) => gramsOf(text, wordsOf(text), { before: [], after: [] })[4]!;
    expect(endings('trabajó en IBM')).to.have.lengthOf(2).and.not.deep.equal(endings('trabajé en IBM'));
  });

  it('joins signs with the first words and with one another', () => {
    const joined = joinedGrams(['i', 'love', 'tea'], 3, [4, 9]);
    expect(joined).to.have.lengthOf(1 + 2 * 2 + 1);
    expect(new Set(joined).size).to.equal(joined.length);
    expect(joinedGrams(['i', 'love', 'rum'], 3, [4, 9])).to.deep.equal(joined);
    expect(joinedGrams(['i', 'hate'], 3, [4, 9]).filter((gram) => joined.includes(gram))).to.have.lengthOf(3);
    expect(joinedGrams([], 0, [])).to.have.lengthOf(1);
  });

  it('sees articles, days, what lasts and the past, in both languages', () => {
    const signs = (sentence: string): readonly string[] => {
      const spoken = wordsOf(fold(sentence)).filter((word) => /[a-z0-9]/.test(word));
      const values = signsOf({ sentence, spoken, turn: sentence, index: 0, count: 1, asks: false }, GRAMMAR.classes);
      return SIGNS.filter((name, at) => ['definite', 'recent', 'lasting', 'past'].includes(name) && values[at] === 1);
    };
    expect(signs('We visited the fort last week')).to.deep.equal(['definite', 'recent', 'past']);
    expect(signs('Anoche fui al cine')).to.deep.equal(['recent', 'past']);
    expect(signs('I always drink red tea')).to.deep.equal(['lasting']);
    expect(signs('Siempre uso la bici')).to.deep.equal(['definite', 'lasting']);
  });

  it('sees that a turn asks without a mark, from the parts that ask', () => {
    const at = SIGNS.indexOf('turn asks');
    const embed = () => new Float32Array(1);
    const spans = (isAsked: boolean) => [
      { text: 'i have gout', from: 0, to: 11 },
      { text: 'what can i eat', from: 12, to: 26, isAsked },
    ];
    const asks = (isAsked: boolean) =>
      featuresOf('i have gout what can i eat', spans(isAsked), GRAMMAR.classes, embed)[0]!.dense[at];
    expect([asks(true), asks(false)]).to.deep.equal([1, 0]);
    const joined = (isAsked: boolean) =>
      featuresOf('i have gout what can i eat', spans(isAsked), GRAMMAR.classes, embed)[0]!.grams.at(-1)!.length;
    expect(joined(true)).to.be.greaterThan(joined(false));
  });

  it('reports a file that is not a table', () => {
    const model = { name: 'm', scale: 1, bias: 0, dense: [], calibration: { a: 1, b: 0 } };
    const bytes = encodeTable({ identity: 'é', groups: [{ name: 'g', bits: 2, models: [model] }] }, [
      Int8Array.of(1, -2, 3, -4),
    ]);
    const table = decodeTable(bytes);
    expect(table.identity).to.equal('é');
    expect([...table.groups.get('g')!.weights]).to.deep.equal([1, -2, 3, -4]);
    expect(() => decodeTable(bytes.subarray(0, -1))).to.throw('cut short');
    expect(() => decodeTable(new Uint8Array(8))).to.throw('not an RDL1 table');
  });
});

function fnv(text: string): number {
  let hash = 2166136261;
  for (const unit of text) hash = Math.imul(hash ^ unit.charCodeAt(0), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
