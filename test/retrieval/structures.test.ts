import { expect } from 'chai';
import { seededRandom } from '../load/sentences.ts';
import fc from 'fast-check';

import { bestFirst } from '../../server/retrieval/best-first.ts';
import { raggedRows } from '../../server/retrieval/growable.ts';
import { INFERRED_SESSION } from '../../server/policy/score-weights.ts';
import { inferredSession } from '../../server/retrieval/inferred-metadata.ts';
import { BEST_BLOCK } from '../../server/policy/retrieval.ts';
import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import { unpackPostings } from '../../server/retrieval/unpacked-postings.ts';
import { NO_POSITION, type FoundPosting } from '../../server/retrieval/posting-bytes.ts';
import { postings, type Postings } from '../../server/retrieval/postings.ts';
import { NO_TURN, sessionChains } from '../../server/retrieval/session-chains.ts';

describe('ragged rows', () => {
  it('keep the last list of each row, however often they are set and moved', () => {
    const lists = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 20 }), lists), { maxLength: 200 }), (sets) => {
        const rows = raggedRows();
        const expected = new Map<number, readonly number[]>();
        for (const [row, list] of sets) {
          rows.set(row, list);
          expected.set(row, list);
        }
        for (const [row, list] of expected) {
          expect([...rows.values.subarray(rows.start(row), rows.end(row))]).to.deep.equal(list);
        }
      }),
    );
  });
});

describe('postings', () => {
  const listOf = (index: Postings, term: number): FoundPosting[] => {
    const list: FoundPosting[] = [];
    index.forEach(term, (posting) => list.push(posting));
    return list;
  };
  const slotsOf = (index: Postings, term: number): number[] => listOf(index, term).map(({ slot }) => slot);
  const countsOf = (index: Postings, term: number): number[] => listOf(index, term).map(({ count }) => count);

  it('are in order of slot, whatever the order of adding and removing', () => {
    const index = postings();
    const term = index.internTerm('word');
    for (const slot of [5, 1, 9, 3]) index.add(slot, [2 * term, 2 * term + 1]);
    index.remove(1, [2 * term, 2 * term + 1]);
    expect(slotsOf(index, term)).to.deep.equal([3, 5, 9]);
    expect(countsOf(index, term)).to.deep.equal([2, 2, 2]);
    expect(index.frequency(term)).to.equal(3);
    index.renumber((slot) => slot - 3);
    expect(slotsOf(index, term)).to.deep.equal([0, 2, 6]);
  });

  it('are what was put in and not taken out, however far apart, as the kernel reads them too', () => {
    const slot = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 5000 }), fc.nat({ max: (1 << 24) - 1 }));
    const step = fc.record({ slot, terms: fc.array(fc.nat({ max: 5 }), { maxLength: 12 }), isIn: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const index = postings();
        const terms = ['a', 'b', 'c', 'd', 'e', 'f'].map((term) => index.internTerm(term));
        const held = new Map<number, readonly number[]>();
        for (const { slot, terms: list, isIn } of steps) {
          // Nothing that was unpacked before a change may remain.
          if (slot % 5 === 0) unpackPostings(index, terms.slice(0, 1 + (slot % 6)));
          const known = held.get(slot);
          if (known !== undefined) index.remove(slot, known);
          held.delete(slot);
          if (!isIn) continue;
          const coded = list.map((term) => 2 * term);
          index.add(slot, coded);
          held.set(slot, coded);
        }
        const unpacked = unpackPostings(index, terms);
        for (const term of terms) {
          const expected = [...held]
            .map(([slot, coded]) => {
              const count = coded.filter((code) => code >> 1 === term).length;
              return { slot, count, position: count === 1 ? coded.indexOf(2 * term) : NO_POSITION };
            })
            .filter(({ count }) => count > 0)
            .toSorted((left, right) => left.slot - right.slot);
          const list = listOf(index, term).map(({ slot, count, position }) => ({ slot, count, position }));
          expect(list).to.deep.equal(expected);
          expect(index.frequency(term)).to.equal(expected.length);
          const { address, count } = unpacked(term);
          const inKernel = new Uint32Array(kernelSpace().floats.buffer, address, count);
          const positions = new Uint8Array(kernelSpace().floats.buffer, address + inKernel.byteLength, count);
          expect([...inKernel]).to.deep.equal(expected.map(({ slot, count: times }) => slot * 256 + times));
          expect([...positions]).to.deep.equal(expected.map(({ position }) => position));
        }
      }),
    );
  });

  it('are read right by the kernel in searches of other words and of other indexes, of few and of very many', () => {
    const [small, large] = [postings(), postings()];
    const [rare, common, often] = ['rare', 'common', 'often'].map((term) => large.internTerm(term));
    for (let slot = 0; slot < 250_000; slot++)
      large.add(slot, slot % 1000 === 0 ? [2 * rare!, 2 * common!] : [2 * common!]);
    for (let slot = 0; slot < 250_000; slot++) large.add(slot, [2 * often!]);
    const word = small.internTerm('word');
    for (let slot = 0; slot < 50; slot += 2) small.add(slot, [2 * word]);
    const slotsIn = (index: Postings, terms: readonly number[], term: number): number[] => {
      const { address, count } = unpackPostings(index, terms)(term);
      return Array.from(new Uint32Array(kernelSpace().floats.buffer, address, count), (posting) => posting >>> 8);
    };
    for (let round = 0; round < 2; round++) {
      expect(slotsIn(large, [rare!], rare!)).to.deep.equal(slotsOf(large, rare!));
      expect(slotsIn(large, [rare!, common!], rare!)).to.deep.equal(slotsOf(large, rare!));
      expect(slotsIn(large, [often!, common!], common!)).to.have.length(250_000);
      expect(slotsIn(large, [often!, common!, rare!], rare!)).to.deep.equal(slotsOf(large, rare!));
      expect(slotsIn(small, [word], word)).to.deep.equal(slotsOf(small, word));
      expect(slotsIn(large, [often!], often!).at(-1)).to.equal(249_999);
    }
  });

  it('take two bytes each where many documents have the word', () => {
    const index = postings();
    const term = index.internTerm('word');
    for (let slot = 0; slot < 10_000; slot += 3) index.add(slot, [2 * term]);
    expect(index.row(term).length).to.equal(2 * Math.ceil(10_000 / 3));
  });

  it('count a word 255 times at most', () => {
    const index = postings();
    const term = index.internTerm('word');
    index.add(7, new Array<number>(1000).fill(2 * term));
    expect([slotsOf(index, term), countsOf(index, term)]).to.deep.equal([[7], [255]]);
  });

  it('know nothing of a term that no document has', () => {
    const index = postings();
    expect(index.termId('unknown')).to.equal(undefined);
    expect(listOf(index, -1)).to.have.length(0);
    expect(unpackPostings(index, [-1])(-1).count).to.equal(0);
  });
});

describe('session chains', () => {
  function order(chains: ReturnType<typeof sessionChains>, first: number): number[] {
    const slots: number[] = [];
    for (let slot = first; slot >= 0; slot = chains.after[slot] ?? -1) slots.push(slot);
    for (const [at, slot] of slots.entries()) expect(chains.before[slot]).to.equal(slots[at - 1] ?? -1);
    return slots;
  }

  it('order by turn where given, else by arrival, turnless ones last', () => {
    const chains = sessionChains();
    chains.reserve(16);
    for (const [slot, turn] of [3, NO_TURN, 1, 2, NO_TURN, 1].entries()) chains.insert(slot, 'one', turn, slot);
    chains.insert(6, 'other', 0, 6);
    chains.insert(7, '', 0, 7);
    expect(order(chains, 2)).to.deep.equal([2, 5, 3, 0, 1, 4]);
    expect([chains.before[6], chains.after[6], chains.before[7], chains.after[7]]).to.deep.equal([-1, -1, -1, -1]);
    expect(chains.session[7]).to.equal(-1);
  });

  it('close over a document that leaves', () => {
    const chains = sessionChains();
    chains.reserve(16);
    for (let slot = 0; slot < 4; slot++) chains.insert(slot, 'one', NO_TURN, slot);
    chains.remove(1);
    chains.remove(3);
    expect(order(chains, 0)).to.deep.equal([0, 2]);
  });

  it('use the number of a session again once it is empty', () => {
    const chains = sessionChains();
    chains.reserve(16);
    for (let round = 0; round < 10; round++) {
      chains.insert(0, `session ${round}`, NO_TURN, round);
      chains.remove(0);
    }
    expect(chains.sessionCount).to.equal(1);
  });
});

describe('the parts of an inferred session', () => {
  const LENGTH = INFERRED_SESSION.documents;
  const SESSION = inferredSession({ agentId: 'coach', namespace: '' }, 0);

  it('are so many documents in a row, whatever comes and goes', () => {
    const random = seededRandom(5);
    const chains = sessionChains();
    chains.reserve(300);
    let inOrder: { readonly slot: number; readonly arrival: number }[] = [];
    for (let step = 0; step < 600; step++) {
      const slot = Math.floor(random() * 300);
      if (inOrder.some((one) => one.slot === slot)) {
        chains.remove(slot);
        inOrder = inOrder.filter((one) => one.slot !== slot);
      } else {
        const arrival = random();
        chains.insert(slot, SESSION, NO_TURN, arrival);
        inOrder = [...inOrder, { slot, arrival }].toSorted((left, right) => left.arrival - right.arrival);
      }
      for (let from = 0; from < inOrder.length; from += LENGTH) {
        const part = inOrder.slice(from, from + LENGTH).map((one) => one.slot);
        const numbers = new Set(part.map((one) => chains.session[one] as number));
        expect(numbers).to.have.length(1);
        for (const number of numbers) {
          expect(chains.slotsOf(number)).to.deep.equal(part);
          expect(chains.id(number)).to.equal(SESSION);
        }
      }
    }
    expect(chains.sessionCount).to.be.at.most(Math.ceil(300 / LENGTH));
  });

  it('are neighbours of each other', () => {
    const chains = sessionChains();
    chains.reserve(2 * LENGTH);
    for (let slot = 0; slot < 2 * LENGTH; slot++) chains.insert(slot, SESSION, NO_TURN, slot);
    expect(chains.after[LENGTH - 1]).to.equal(LENGTH);
    expect(chains.session[LENGTH - 1]).not.to.equal(chains.session[LENGTH]);
  });
});

describe('best first', () => {
  it('is that of settled scores where scores may be off, of which it settles few', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 200; round++) {
      const length = 1 + Math.floor(random() * 1500);
      const errorBound = random() < 0.2 ? 0.2 : 0.002;
      const right = Float32Array.from({ length }, () => random());
      const scores = right.map((score) => score + errorBound * (2 * random() - 1));
      const maxima = new Float32Array(Math.ceil(length / BEST_BLOCK)).fill(-Infinity);
      const raise = (slot: number): void => {
        const block = Math.trunc(slot / BEST_BLOCK);
        maxima[block] = Math.max(maxima[block] as number, scores[slot] as number);
      };
      for (let slot = 0; slot < length; slot++) raise(slot);
      let settled = 0;
      const settle = (slots: readonly number[]): void => {
        for (const slot of slots) {
          if (scores[slot] !== right[slot]) settled += 1;
          scores[slot] = right[slot] as number;
          raise(slot);
        }
      };
      const isBetter = (left: number, other: number): boolean =>
        scores[left] === scores[other] ? left < other : (scores[left] ?? 0) > (scores[other] ?? 0);
      const counts = (slot: number): boolean => slot % 3 !== 0;
      const found: number[] = [];
      const wanted = Math.floor(random() * 120);
      for (const slot of bestFirst(length, counts, { scores, maxima, errorBound, settle }, isBetter, 5)) {
        if (found.length === wanted) break;
        found.push(slot);
        if (found.length === 5 && errorBound < 0.01 && length > 1000) expect(settled).to.be.lessThan(40);
      }
      const sorted = Array.from({ length }, (_, slot) => slot).filter(counts);
      sorted.sort((left, other) => (right[other] as number) - (right[left] as number) || left - other);
      expect(found).to.deep.equal(sorted.slice(0, wanted));
    }
  });

  it('answers all that count in the order of a sort, in whatever batches', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 1000, size: 'max' });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 40 }), (list, batch) => {
        const isBetter = (left: number, right: number): boolean =>
          list[left] === list[right] ? left < right : (list[left] ?? 0) > (list[right] ?? 0);
        const counts = (slot: number): boolean => slot % 3 !== 0;
        const blocks = Array.from({ length: Math.ceil(list.length / BEST_BLOCK) }, (_, block) =>
          Math.max(...list.slice(block * BEST_BLOCK, (block + 1) * BEST_BLOCK)),
        );
        const scored = {
          scores: Float32Array.from(list),
          maxima: Float32Array.from(blocks),
          errorBound: 0,
          settle: () => undefined,
        };
        const all = [...bestFirst(list.length, counts, scored, isBetter, batch)];
        const sorted = list.map((_, slot) => slot).filter(counts);
        sorted.sort((left, right) => (isBetter(left, right) ? -1 : 1));
        expect(all).to.deep.equal(sorted);
      }),
    );
  });
});
