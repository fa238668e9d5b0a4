import { expect } from 'chai';

import { closeness } from '../../../server/retrieval/signals/date.ts';
import {
  inverseDocumentFrequency,
  OWN,
  scoreStretches,
  stretchLength,
  WIDE,
  WINDOW,
  type Reach,
} from '../../../server/retrieval/signals/lexical.ts';
import { meaning } from '../../../server/retrieval/signals/meaning.ts';
import { phrases } from '../../../server/retrieval/signals/phrase.ts';
import { stretching } from '../../../server/retrieval/signals/range.ts';
import { raiseSessionBest, sessionBest } from '../../../server/retrieval/signals/session.ts';
import { raggedRows } from '../../../server/retrieval/growable.ts';
import { postings } from '../../../server/retrieval/postings.ts';

/** A session of so many documents in order of their slots, then one on its own. */
function chain(length: number): { before: Int32Array; after: Int32Array } {
  const before = Int32Array.from({ length: length + 1 }, (_, slot) => (slot < length ? slot - 1 : -1));
  const after = Int32Array.from({ length: length + 1 }, (_, slot) => (slot + 1 < length ? slot + 1 : -1));
  return { before, after };
}

const posting = (slot: number, count: number): number => slot * 256 + count;

function stretchScores(lists: number[][], reach: Reach, spoken: number): { scores: number[]; covered: number[] } {
  const slots = 11;
  const links = { ...chain(slots - 1), spoken: new Uint8Array(slots).fill(spoken), reach };
  const own = new Int32Array(slots).fill(10);
  const lengths = own.map((_, slot) => stretchLength(slot, links, own));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / slots;
  const scratch = { occurrences: new Float32Array(slots), touched: new Int32Array(slots) };
  const scores = new Float32Array(slots);
  const covered = new Float32Array(slots);
  const summary = scoreStretches(lists, slots, { ...links, lengths, meanLength }, scratch, scores, covered);
  expect(summary.high).to.be.closeTo(Math.max(...scores), 1e-6);
  expect(summary.low).to.be.closeTo(Math.min(...scores), 1e-6);
  expect(summary.mostCovered).to.be.closeTo(Math.max(...covered), 1e-6);
  expect([...scratch.occurrences]).to.deep.equal(new Array(slots).fill(0));
  return { scores: [...scores], covered: [...covered] };
}

const scored = (scores: readonly number[]): number[] => scores.flatMap((score, slot) => (score > 0 ? [slot] : []));

describe('BM25 over stretches', () => {
  it('counts a word in its own document', () => {
    const { scores, covered } = stretchScores([[posting(4, 1), posting(6, 3)]], OWN, 1);
    expect(scored(scores)).to.deep.equal([4, 6]);
    expect(scores[6]).to.be.greaterThan(scores[4] ?? Infinity);
    expect(covered[4]).to.be.closeTo(inverseDocumentFrequency(11, 2), 1e-6);
  });

  it('reads a turn with the two before it, a fact with one on each side', () => {
    expect(scored(stretchScores([[posting(4, 1)]], WINDOW, 1).scores)).to.deep.equal([4, 5, 6]);
    expect(scored(stretchScores([[posting(4, 1)]], WINDOW, 0).scores)).to.deep.equal([3, 4, 5]);
  });

  it('reads four to each side in the wide stretch, within the session', () => {
    expect(scored(stretchScores([[posting(4, 1)]], WIDE, 1).scores)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(scored(stretchScores([[posting(9, 1)]], WIDE, 1).scores)).to.deep.equal([5, 6, 7, 8, 9]);
    expect(scored(stretchScores([[posting(10, 1)]], WIDE, 1).scores)).to.deep.equal([10]);
  });

  it('weighs a rare word more than a frequent one', () => {
    const frequent = [0, 1, 2, 3, 4, 5].map((slot) => posting(slot, 1));
    const { scores } = stretchScores([frequent, [posting(9, 1)]], OWN, 1);
    expect(scores[9]).to.be.greaterThan(scores[0] ?? Infinity);
  });

  it('knows the idf of words that no document has', () => {
    expect(inverseDocumentFrequency(100, 0)).to.be.closeTo(Math.log(1 + 100.5 / 0.5), 1e-12);
  });
});

describe('meaning', () => {
  it('is the cosine where a document stands alone', () => {
    const out = new Float32Array(2);
    const alone = { before: Int32Array.of(-1, -1), after: Int32Array.of(-1, -1) };
    const range = meaning(
      Float32Array.of(0.5, -0.25),
      Float32Array.of(1, 1),
      alone,
      new Uint8Array(2),
      undefined,
      2,
      out,
    );
    expect([...out]).to.deep.equal([0.5, -0.25]);
    expect(range).to.deep.equal({ low: -0.25, high: 0.5 });
  });

  it('of a turn takes much from what it answers, that of a fact little', () => {
    const cosines = Float32Array.of(1, 0);
    const [turns, facts] = [1, 0].map((spoken) => {
      const out = new Float32Array(3);
      meaning(cosines, Float32Array.of(1, 1), chain(2), new Uint8Array(2).fill(spoken), undefined, 2, out);
      return out[1] ?? 0;
    });
    expect(turns).to.be.greaterThan(facts ?? Infinity);
    expect(facts).to.be.greaterThan(0);
  });

  it('leaves empty slots out of its range', () => {
    const alone = { before: Int32Array.of(-1, -1), after: Int32Array.of(-1, -1) };
    const alive = Uint8Array.of(1, 0);
    const out = new Float32Array(2);
    expect(meaning(Float32Array.of(0.5, 9), Float32Array.of(1, 1), alone, alive, alive, 2, out)).to.deep.equal({
      ...{ low: 0.5, high: 0.5 },
    });
  });
});

describe('stretching', () => {
  it('takes the lowest to 0 and the highest to the top', () => {
    const { low, factor } = stretching({ low: 2, high: 6 }, 0.5);
    expect([2, 4, 6].map((value) => (value - low) * factor)).to.deep.equal([0, 0.25, 0.5]);
  });

  it('says nothing where all are equal, or there are none', () => {
    expect(stretching({ low: 3, high: 3 }, 1).factor).to.equal(0);
    expect(stretching({ low: Infinity, high: -Infinity }, 1).factor).to.equal(0);
  });
});

describe('phrases', () => {
  const index = postings();
  const [red, wine, glass] = ['red', 'wine', 'glass'].map((term) => index.internTerm(term)) as [number, number, number];
  const rows = raggedRows();
  for (const [slot, terms] of [
    [red, wine],
    [wine, red],
    [red, glass, wine],
    [red, wine, glass],
  ].entries()) {
    const coded = terms.map((term) => 2 * term);
    index.add(slot, coded);
    rows.set(slot, coded);
  }

  it('count where two words of the query stand side by side in their order', () => {
    const out = new Float32Array(4);
    expect(phrases([red, wine], index.of, rows, 4, 1, out)).to.equal(true);
    expect(scored([...out])).to.deep.equal([0, 3]);
    expect(phrases([glass, -1], index.of, rows, 4, 1, new Float32Array(4))).to.equal(false);
  });

  it('count up to the top', () => {
    const out = new Float32Array(4);
    for (let round = 0; round < 50; round++) phrases([red, wine], index.of, rows, 4, 0.75, out);
    expect(out[0]).to.equal(0.75);
  });
});

describe('the session', () => {
  it('is worth its best guess, and a memory without one its own', () => {
    const best = new Float32Array(2).fill(-Infinity);
    for (const [session, guess] of [
      [0, 0.2],
      [0, 0.75],
      [1, 0.5],
      [-1, 0.9],
    ] as const) {
      raiseSessionBest(best, session, guess);
    }
    expect([sessionBest(best, 0, 0.2), sessionBest(best, 1, 0.5), sessionBest(best, -1, 0.9)]).to.deep.equal([
      0.75, 0.5, 0.9,
    ]);
  });
});

describe('closeness to a date', () => {
  const DAY = 24 * 3600 * 1000;
  const period = { fromMs: 100 * DAY, toMs: 101 * DAY };
  const at = (day: number): number => closeness([period], day * DAY);

  it('is 1 within the period and fades out in the days after', () => {
    expect(at(100.5)).to.equal(1);
    expect(at(103)).to.be.closeTo(1 - 2 / 15, 1e-9);
    expect(at(116)).to.equal(0);
    expect(at(400)).to.equal(0);
  });

  it('fades out twice as fast in the days before', () => {
    expect(at(98)).to.be.closeTo(1 - 4 / 15, 1e-9);
    expect(at(92)).to.equal(0);
  });

  it('is that of the closest period, 0 without any', () => {
    expect(closeness([{ fromMs: 0, toMs: DAY }, period], 100.5 * DAY)).to.equal(1);
    expect(closeness([], 100.5 * DAY)).to.equal(0);
  });
});
