import { expect } from 'chai';

import { dateCloseness } from '../../../server/retrieval/signals/date.ts';
import {
  inverseDocumentFrequency,
  OWN,
  scoreWindows,
  windowLength,
  WIDE,
  WINDOW,
  type Reach,
} from '../../../server/retrieval/signals/lexical.ts';
import { meaning } from '../../../server/retrieval/signals/meaning.ts';
import { phrases } from '../../../server/retrieval/signals/phrase.ts';
import { normalisation } from '../../../server/retrieval/signals/range.ts';
import { sessionBests } from '../../../server/retrieval/signals/session.ts';
import { windowSpan } from '../../../server/retrieval/window-spans.ts';
import { raggedRows } from '../../../server/retrieval/growable.ts';
import { unpackPostings } from '../../../server/retrieval/unpacked-postings.ts';
import { postings } from '../../../server/retrieval/postings.ts';
import { DOCUMENT_KIND, type DocumentKind } from '../../../server/policy/score-weights.ts';
import { floatsAt, inKernel } from '../in-kernel.ts';

/** Makes a session of this many documents in the order of their slots, followed by a single document. */
function chain(length: number): { before: Int32Array; after: Int32Array } {
  const before = Int32Array.from({ length: length + 1 }, (_, slot) => (slot < length ? slot - 1 : -1));
  const after = Int32Array.from({ length: length + 1 }, (_, slot) => (slot + 1 < length ? slot + 1 : -1));
  return { before, after };
}

const posting = (slot: number, count: number): number => slot * 256 + count;

function windowScores(lists: number[][], reach: Reach, kinds: number): { scores: number[]; covered: number[] } {
  const slots = 11;
  const links = { ...chain(slots - 1), kinds: new Uint8Array(slots).fill(kinds) };
  const own = new Int32Array(slots).fill(10);
  const lengths = own.map((_, slot) => windowLength(slot, links, reach, own));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / slots;
  const zeros = () => inKernel(new Float32Array(slots));
  const columns = {
    spans: inKernel(Uint8Array.from({ length: slots }, (_, slot) => windowSpan(slot, links, reach))),
    before: inKernel(links.before),
    after: inKernel(links.after),
    kinds: inKernel(links.kinds),
    occurrences: zeros(),
    touched: zeros(),
  };
  const [scores, covered] = [zeros(), zeros()];
  const loaded = lists.map((list) => ({ address: inKernel(Uint32Array.from(list)), count: list.length }));
  const size = { count: slots, slots };
  const given = [loaded, size, { reach, meanLength }, { lengths: inKernel(lengths), scores, covered }] as const;
  const summary = reach === OWN ? scoreWindows(...given) : scoreWindows(...given, columns);
  const found = { scores: [...floatsAt(scores, slots)], covered: [...floatsAt(covered, slots)] };
  expect(summary.high).to.be.closeTo(Math.max(...found.scores), 1e-6);
  expect(summary.low).to.be.closeTo(Math.min(...found.scores), 1e-6);
  expect(summary.mostCovered).to.be.closeTo(Math.max(...found.covered), 1e-6);
  expect([...floatsAt(columns.occurrences, slots)]).to.deep.equal(new Array(slots).fill(0));
  return found;
}

const scored = (scores: readonly number[]): number[] => scores.flatMap((score, slot) => (score > 0 ? [slot] : []));

describe('BM25 over windows', () => {
  it('counts a word in its own document', () => {
    const { scores, covered } = windowScores([[posting(4, 1), posting(6, 3)]], OWN, 1);
    expect(scored(scores)).to.deep.equal([4, 6]);
    expect(scores[6]).to.be.greaterThan(scores[4] ?? Infinity);
    expect(covered[4]).to.be.closeTo(inverseDocumentFrequency(11, 2), 1e-6);
  });

  it('reads a turn with the two before it, a fact with one on each side', () => {
    expect(scored(windowScores([[posting(4, 1)]], WINDOW, 1).scores)).to.deep.equal([4, 5, 6]);
    expect(scored(windowScores([[posting(4, 1)]], WINDOW, 0).scores)).to.deep.equal([3, 4, 5]);
  });

  it('reads four to each side in the wide window, within the session', () => {
    expect(scored(windowScores([[posting(4, 1)]], WIDE, 1).scores)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(scored(windowScores([[posting(9, 1)]], WIDE, 1).scores)).to.deep.equal([5, 6, 7, 8, 9]);
    expect(scored(windowScores([[posting(10, 1)]], WIDE, 1).scores)).to.deep.equal([10]);
  });

  it('weighs a rare word more than a frequent one', () => {
    const frequent = [0, 1, 2, 3, 4, 5].map((slot) => posting(slot, 1));
    const { scores } = windowScores([frequent, [posting(9, 1)]], OWN, 1);
    expect(scores[9]).to.be.greaterThan(scores[0] ?? Infinity);
  });

  it('knows the idf of words that no document has', () => {
    expect(inverseDocumentFrequency(100, 0)).to.be.closeTo(Math.log(1 + 100.5 / 0.5), 1e-12);
  });
});

describe('meaning', () => {
  it('is the cosine if a document has no neighbours', () => {
    for (const links of [undefined, { before: Int32Array.of(-1, -1), after: Int32Array.of(-1, -1) }])
      expect(meanings([0.5, -0.25], links)).to.deep.equal([0.5, -0.25]);
  });

  it('of a turn takes much from what it answers, that of a fact little', () => {
    const [turns, facts] = [DOCUMENT_KIND.turn, DOCUMENT_KIND.fact].map(
      (kind) => meanings([1, 0], chain(2), kind)[1] ?? 0,
    );
    expect(turns).to.be.greaterThan(facts ?? Infinity);
    expect(facts).to.be.greaterThan(0);
  });

  it('of a note takes nothing from the notes beside it, four at once or one by one', () => {
    for (const slots of [3, 24]) {
      const cosines = Array.from({ length: slots }, (_, slot) => slot / slots);
      expect(meanings(cosines, chain(slots), DOCUMENT_KIND.note)).to.deep.equal([...Float32Array.from(cosines)]);
    }
  });

  function meanings(cosines: number[], links?: ReturnType<typeof chain>, kind: DocumentKind = 0): number[] {
    const slots = cosines.length;
    const kinds = new Uint8Array(slots).fill(kind);
    const out = inKernel(new Float32Array(slots));
    const scales = inKernel(new Float32Array(slots).fill(1));
    const linked = links && {
      before: inKernel(links.before),
      after: inKernel(links.after),
      kinds: inKernel(kinds),
      spans: inKernel(Uint8Array.from(kinds, (_, slot) => windowSpan(slot, { ...links, kinds }, WIDE))),
    };
    meaning({ cosines: inKernel(Float32Array.from(cosines)), scales, out }, linked, slots);
    return [...floatsAt(out, slots)];
  }
});

describe('normalising', () => {
  it('takes the lowest to 0 and the highest to the top', () => {
    const { low, factor } = normalisation({ low: 2, high: 6 }, 0.5);
    expect([2, 4, 6].map((value) => (value - low) * factor)).to.deep.equal([0, 0.25, 0.5]);
  });

  it('is zero if all are equal, or if there are none', () => {
    expect(normalisation({ low: 3, high: 3 }, 1).factor).to.equal(0);
    expect(normalisation({ low: Infinity, high: -Infinity }, 1).factor).to.equal(0);
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

  function paired(terms: readonly number[], top: number, rounds = 1): { any: boolean; values: number[] } {
    const [row, out] = [inKernel(new Float32Array(4)), inKernel(new Float32Array(4))];
    const listOf = unpackPostings(index, terms);
    let any = false;
    for (let round = 0; round < rounds; round++)
      any = phrases(terms, listOf, rows, { count: 4, top }, { row, found: inKernel(new Int32Array(4)), out });
    expect([...floatsAt(row, 4)]).to.deep.equal([0, 0, 0, 0]);
    return { any, values: [...floatsAt(out, 4)] };
  }

  it('count where two words of the query stand side by side in their order', () => {
    const { any, values } = paired([red, wine], 1);
    expect(any).to.equal(true);
    expect(scored(values)).to.deep.equal([0, 3]);
    expect(paired([glass, -1], 1).any).to.equal(false);
  });

  it('count up to the top', () => {
    expect(paired([red, wine], 0.75, 50).values[0]).to.equal(0.75);
  });
});

describe('the session', () => {
  it('is worth its best guess', () => {
    const sessions = inKernel(Int32Array.of(0, 0, 1, -1));
    const guesses = inKernel(Float32Array.of(0.25, 0.75, 0.5, 0.875));
    for (let round = 0; round < 2; round++)
      expect([...floatsAt(sessionBests(sessions, 3, guesses, 4), 3)]).to.deep.equal([0.75, 0.5, -Infinity]);
  });
});

describe('closeness to a date', () => {
  const DAY = 24 * 3600 * 1000;
  const period = { fromMs: 100 * DAY, toMs: 101 * DAY };
  const at = (day: number, periods = [period]): number => {
    const out = inKernel(new Float32Array(1));
    dateCloseness(periods, inKernel(Float64Array.of(day * DAY)), 1, out);
    return floatsAt(out, 1)[0] ?? NaN;
  };

  it('is 1 within the period and fades out in the days after', () => {
    expect(at(100.5)).to.equal(1);
    expect(at(103)).to.be.closeTo(1 - 2 / 15, 1e-6);
    expect(at(116)).to.equal(0);
    expect(at(400)).to.equal(0);
  });

  it('fades out twice as fast in the days before', () => {
    expect(at(98)).to.be.closeTo(1 - 4 / 15, 1e-6);
    expect(at(92)).to.equal(0);
  });

  it('is that of the closest period, 0 without any', () => {
    expect(at(100.5, [{ fromMs: 0, toMs: DAY }, period])).to.equal(1);
    expect(at(100.5, [])).to.equal(0);
  });
});
