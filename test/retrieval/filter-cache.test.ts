import { expect } from 'chai';
import fc from 'fast-check';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { COMPACT_FROM_SLOTS } from '../../server/policy/score-weights.ts';
import { CONDITIONS_REMEMBERED } from '../../server/policy/retrieval.ts';
import { memoryIndex, type IndexDocument } from '../../server/retrieval/memory-index.ts';

const encoder = staticEncoder(loadStaticTable());
const text = 'Caroline went hiking in the Alps';
const vector = encoder.embed(text);

function documentOf(id: string): IndexDocument {
  return { id, text, speaker: '', sessionId: '', createTimeMs: 0, vector };
}

/** Makes an index whose documents have a colour, which a new put may change. */
function colouredIndex() {
  const index = memoryIndex(encoder);
  const colours = new Map<string, number>();
  let asked = 0;
  return {
    index,
    colours,
    get asked() {
      return asked;
    },
    put(ids: readonly string[], colour: number): void {
      for (const id of ids) colours.set(id, colour);
      index.put(ids.map(documentOf));
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) colours.delete(id);
      index.remove(ids);
    },
    of(colour: number, topK = 2 * COMPACT_FROM_SLOTS): readonly string[] {
      const accepts = (id: string): boolean => {
        asked++;
        return colours.get(id) === colour;
      };
      const hits = index.search({ text, topK, nowMs: 0, explain: false, accepts, acceptsBy: `${colour}` });
      return hits.map(({ id }) => id);
    },
  };
}

describe('an index that remembers what met a condition', () => {
  it('asks about each document once', () => {
    const coloured = colouredIndex();
    coloured.put(['a', 'b', 'c'], 1);
    coloured.put(['d'], 2);
    for (let time = 0; time < 3; time++) expect(coloured.of(2)).to.deep.equal(['d']);
    expect(coloured.asked).to.equal(4);
    expect(coloured.of(1)).to.have.members(['a', 'b', 'c']);
    expect(coloured.asked).to.equal(8);
  });

  it('asks again about one that is put in anew, and about no other', () => {
    const coloured = colouredIndex();
    coloured.put(['a', 'b'], 1);
    expect(coloured.of(1)).to.have.members(['a', 'b']);
    coloured.put(['a'], 2);
    expect(coloured.of(1)).to.deep.equal(['b']);
    expect(coloured.asked).to.equal(3);
  });

  it('asks about no more than it needs', () => {
    const coloured = colouredIndex();
    coloured.put(['a', 'b', 'c', 'd', 'e'], 1);
    expect(coloured.of(1, 2)).to.have.length(2);
    expect(coloured.asked).to.equal(2);
  });

  it('asks each time about what may change, of what met the condition', () => {
    const coloured = colouredIndex();
    coloured.put(['a', 'b'], 1);
    coloured.put(['c'], 2);
    const open = new Set(['a', 'c']);
    const asked: string[] = [];
    const find = (): readonly string[] => {
      const accepts = (id: string): boolean => coloured.colours.get(id) === 1;
      const acceptsNow = (id: string): boolean => {
        asked.push(id);
        return open.has(id);
      };
      const query = { text, topK: 3, nowMs: 0, explain: false, accepts, acceptsBy: '1', acceptsNow };
      return coloured.index.search(query).map(({ id }) => id);
    };
    expect(find()).to.deep.equal(['a']);
    open.add('b').delete('a');
    expect(find()).to.deep.equal(['b']);
    expect(asked).to.have.members(['a', 'b', 'a', 'b']);
  });

  it('remembers the last conditions alone', () => {
    const coloured = colouredIndex();
    coloured.put(['a'], 0);
    for (let colour = 0; colour <= CONDITIONS_REMEMBERED; colour++) coloured.of(colour);
    const before = coloured.asked;
    coloured.of(CONDITIONS_REMEMBERED);
    expect(coloured.asked).to.equal(before);
    expect(coloured.of(0)).to.deep.equal(['a']);
    expect(coloured.asked).to.equal(before + 1);
  });

  it('finds what meets it after any history', () => {
    const few = fc.integer({ min: 0, max: 12 });
    const many = fc.constantFrom(0, 300);
    const step = fc.record({ first: few, count: fc.oneof(few, many), colour: fc.constantFrom(undefined, 0, 1) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const coloured = colouredIndex();
        for (const { first, count, colour } of steps) {
          const ids = Array.from({ length: count }, (_, at) => `${first + at}`);
          if (colour === undefined) coloured.remove(ids);
          else coloured.put(ids, colour);
          for (const asked of [0, 1]) {
            const right = [...coloured.colours].filter(([, its]) => its === asked).map(([id]) => id);
            expect(coloured.of(asked)).to.have.members(right);
          }
        }
        coloured.index.release();
      }),
      { numRuns: 40 },
    );
  });
});
