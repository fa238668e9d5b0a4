import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { inferredSession } from '../../server/retrieval/inferred-metadata.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { bytesOf, lengthOf } from '../../server/retrieval/sections.ts';
import { seededRandom, sentence } from '../load/sentences.ts';

const encoder = staticEncoder(loadStaticTable());
const ADDED_TOGETHER = inferredSession({ agentId: '', namespace: '' }, 0);
const random = seededRandom(9);

function documents(count: number): IndexDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const text = at % 7 === 0 ? `A Marta le gusta ${sentence(random)} ñandú 🙂` : sentence(random);
    return {
      id: `memory-${at}`,
      text,
      speaker: ['', 'Ana', 'Caroline Smith'][at % 3] ?? '',
      sessionId: at % 2 === 0 ? `s${at >> 4}` : at % 3 === 0 ? ADDED_TOGETHER : '',
      turn: at % 4 === 0 ? at : undefined,
      eventTimeMs: at % 5 === 0 ? 86_400_000 * at : undefined,
      createTimeMs: 1000 * at,
      vector: encoder.embed(text),
    };
  });
}

function filled(list: readonly IndexDocument[]): MemoryIndex {
  const index = memoryIndex(encoder);
  index.put(list);
  return index;
}

function restored(index: MemoryIndex): MemoryIndex {
  const copy = memoryIndex(encoder);
  copy.restore(index.packed().slice());
  return copy;
}

const questions = [
  'What does Ana buy in Lisbon?',
  'red bicycle',
  'café con Marta',
  'Caroline before work',
  'in March 1970',
];
const answers = (index: MemoryIndex) =>
  questions.map((text) => index.search({ text, topK: 10, nowMs: 0, explain: true }));

describe('an index that was packed', () => {
  for (const count of [1, 2, 33, 700]) {
    it(`answers as before, signal by signal, with ${count} memories`, () => {
      const index = filled(documents(count));
      const copy = restored(index);
      expect(copy.count).to.equal(count);
      expect(answers(copy)).to.deep.equal(answers(index));
      expect(Buffer.compare(copy.packed(), index.packed())).to.equal(0);
    });
  }

  it('goes on changing as the other does', () => {
    const list = documents(120);
    const index = filled(list.slice(0, 100));
    const copy = restored(index);
    for (const one of [index, copy]) {
      one.put(list.slice(100));
      one.remove(list.slice(20, 110).map(({ id }) => id));
      one.put(list.slice(10, 30));
    }
    expect(answers(copy)).to.deep.equal(answers(index));
  });

  it('has no word, id or name of what was removed or overwritten', () => {
    const list = documents(50);
    const canary = {
      ...list[7],
      text: 'Zyxwvut gloxinia',
      speaker: 'Qwertzuiop',
      sessionId: 'abgelaufen',
    } as IndexDocument;
    const index = filled(list);
    index.put([canary, { ...canary, id: 'other-id' }]);
    expect(contains(index.packed(), 'gloxinia')).to.equal(true);
    index.put([list[7] as IndexDocument]);
    index.remove(['other-id']);
    for (const word of ['zyxwvut', 'gloxinia', 'qwertzuiop', 'Qwertzuiop', 'abgelaufen', 'other-id']) {
      expect(contains(index.packed(), word), word).to.equal(false);
    }
  });

  it('is packed in slices, while it is searched, as in one go', () => {
    const list = documents(5000);
    const index = filled(list);
    index.remove(list.slice(100, 200).map(({ id }) => id));
    const slices = index.packing();
    let count = 0;
    let step = slices.next();
    for (; step.done !== true; step = slices.next()) {
      count += 1;
      index.search({ text: questions[count % questions.length] ?? '', topK: 5, nowMs: 0, explain: false });
    }
    expect(count).to.be.greaterThan(20);
    expect(Buffer.compare(bytesOf(step.value ?? []), index.packed())).to.equal(0);
  });

  for (const [change, make] of [
    ['put in', (index: MemoryIndex) => index.put(documents(1))],
    ['taken out', (index: MemoryIndex) => index.remove(['memory-5'])],
    ['released', (index: MemoryIndex) => index.release()],
  ] as const) {
    it(`is not packed once something was ${change} meanwhile`, () => {
      const index = filled(documents(100));
      const slices = index.packing();
      slices.next();
      make(index);
      expect(slices.next()).to.deep.equal({ done: true, value: undefined });
    });
  }

  it('has its parts read as one', () => {
    const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(), Uint8Array.of(4), Uint8Array.of(5, 6)];
    const whole = [1, 2, 3, 4, 5, 6];
    expect(lengthOf(parts)).to.equal(whole.length);
    for (let start = 0; start <= whole.length; start += 1) {
      for (let end = start; end <= whole.length + 1; end += 1) {
        expect([...bytesOf(parts, start, end)]).to.deep.equal(whole.slice(start, end));
      }
    }
  });

  it('may be empty', () => {
    const copy = restored(memoryIndex(encoder));
    expect(copy.count).to.equal(0);
    copy.put(documents(3));
    expect(copy.search({ text: 'Ana', topK: 3, nowMs: 0, explain: false })).to.have.length(3);
  });
});

function contains(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes).includes(word);
}
