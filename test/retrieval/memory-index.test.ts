import { expect } from 'chai';

import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import {
  memoryIndex,
  type IndexDocument,
  type IndexQuery,
  type MemoryIndex,
} from '../../server/retrieval/memory-index.ts';

const encoder = staticEncoder(loadStaticTable());

function document(id: string, text: string, fields: Partial<IndexDocument> = {}): IndexDocument {
  return { id, text, speaker: '', sessionId: '', createTimeMs: 0, vector: encoder.embed(text), ...fields };
}

function indexOf(texts: readonly string[]): MemoryIndex {
  const index = memoryIndex(encoder);
  index.put(texts.map((text, at) => document(String(at), text, { createTimeMs: at })));
  return index;
}

function found(index: MemoryIndex, text: string, topK = 10): string[] {
  return index.search({ text, topK, nowMs: 0, explain: false }).map((hit) => hit.id);
}

describe('the ranking index', () => {
  const slopes = ['User enjoys skiing', 'User avoids advanced slopes', 'User likes coffee with mountain view'];

  it('ranks what a query names before what belongs with it, and that before what does not', () => {
    expect(found(indexOf(slopes), 'skiing preferences')).to.deep.equal(['0', '1', '2']);
  });

  it('does so for Spanish nouns with several meanings', () => {
    for (const [query, ...texts] of [
      [
        'preferencias de esquí',
        'disfruta esquiar',
        'evita las pistas avanzadas',
        'le gusta el café con vista a la montaña',
      ],
      [
        'preferencias de viaje',
        'disfruta viajar',
        'evita las escalas largas',
        'le gusta la balanza nueva de la cocina',
      ],
      ['preferencias de pesca', 'disfruta pescar', 'evita las cañas baratas', 'le gusta el pan con vista al lago'],
    ] as const) {
      expect(found(indexOf(texts), query), query).to.deep.equal(['0', '1', '2']);
    }
  });

  it('answers at most topK, best first', () => {
    const hits = indexOf(slopes).search({ text: 'skiing preferences', topK: 2, nowMs: 0, explain: false });
    expect(hits).to.have.length(2);
    expect(hits[0]?.score).to.be.greaterThan(hits[1]?.score ?? Infinity);
  });

  it('answers with nothing when it is empty', () => {
    expect(found(memoryIndex(encoder), 'anything')).to.deep.equal([]);
  });

  it('breaks ties by newest first', () => {
    const index = memoryIndex(encoder);
    for (const [id, createTimeMs] of [
      ['old', 1],
      ['new', 3],
      ['middle', 2],
    ] as const) {
      index.put([document(id, 'User enjoys skiing', { createTimeMs })]);
    }
    expect(found(index, 'skiing')).to.deep.equal(['new', 'middle', 'old']);
  });

  it('finds what is raised among many, wherever it stood', () => {
    const index = indexOf(
      Array.from({ length: 400 }, (_, at) => `User enjoys ${at < 100 ? 'coffee' : 'skiing'} ${at}`),
    );
    const search = (raised?: IndexQuery['raised']) =>
      index.search({ text: 'coffee', topK: 3, nowMs: 0, explain: false, raised });
    const before = search();
    for (const id of ['210', '399']) {
      expect(before.map((hit) => hit.id)).not.to.include(id);
      expect(search({ ids: [id], times: 100 })[0]?.id).to.equal(id);
    }
    expect(search()).to.deep.equal(before);
  });

  it('gives a query without known words zero similarity and real scores', () => {
    for (const text of ['', '…', '\u{1F600}', 'qqqqzzzz']) {
      for (const hit of indexOf(slopes).search({ text, topK: 3, nowMs: 0, explain: true })) {
        expect(Number.isFinite(hit.score)).to.equal(true);
        expect(hit.similarity).to.be.within(0, 1);
      }
    }
  });

  it('explains a score by shares that add up to it', () => {
    for (const hit of indexOf(slopes).search({ text: 'skiing preferences', topK: 3, nowMs: 0, explain: true })) {
      const sum = hit.signals.reduce((total, signal) => total + signal.share, 0);
      expect(sum).to.be.closeTo(hit.score, 1e-5);
    }
  });

  it('replaces a document of the same id and forgets removed ones', () => {
    const index = indexOf(slopes);
    index.put([document('0', 'User plays the violin')]);
    expect(index.count).to.equal(3);
    expect(found(index, 'violin', 1)).to.deep.equal(['0']);
    index.remove(['0', 'unknown']);
    expect(index.has('0')).to.equal(false);
    expect(found(index, 'violin')).to.have.members(['1', '2']);
  });

  it('asks a filter in order of rank and only as often as it needs to', () => {
    const asked: string[] = [];
    const accepts = (id: string): boolean => (asked.push(id), id !== '0');
    const hits = indexOf(slopes).search({ text: 'skiing preferences', topK: 1, accepts, nowMs: 0, explain: false });
    expect(hits.map((hit) => hit.id)).to.deep.equal(['1']);
    expect(asked).to.deep.equal(['0', '1']);
  });

  describe('sharingRareWords', () => {
    const talk = [
      'the contractor is Bela Kovacs',
      'Bela called today',
      'we talked about the kitchen',
      'Kovacs and Bela came by',
      'the kitchen is small',
      'the kitchen is cold',
      'a new kitchen table',
    ];

    it('finds the texts that share rare words, those that share the most first, then the newest', () => {
      expect(indexOf(talk).sharingRareWords('0')).to.deep.equal(['3', '1']);
    });

    it('ignores words that many texts have, and numbers', () => {
      expect(indexOf(talk).sharingRareWords('4')).not.to.include('2');
      expect(indexOf(['due on 12 May', 'it cost 12 euros']).sharingRareWords('0')).to.deep.equal([]);
    });

    it('finds nothing for an unknown id', () => {
      expect(indexOf(talk).sharingRareWords('x')).to.deep.equal([]);
    });
  });

  it('finds the neighbours of a document in its session, by turn', () => {
    const index = indexOf([]);
    const said = (id: string, sessionId: string, turn: number) => ({ ...document(id, `turn ${id}`), sessionId, turn });
    index.put([said('c', 's', 3), said('a', 's', 1), said('x', 'other', 2), said('b', 's', 2)]);
    expect(index.neighboursOf('b')).to.deep.equal({ before: 'a', after: 'c' });
    expect(index.neighboursOf('x')).to.deep.equal({ before: undefined, after: undefined });
    expect(index.neighboursOf('unknown')).to.deep.equal({ before: undefined, after: undefined });
    index.remove(['b']);
    expect(index.neighboursOf('a')).to.deep.equal({ before: undefined, after: 'c' });
  });
});
