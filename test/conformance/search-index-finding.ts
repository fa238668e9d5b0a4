/** Describes listing a SearchIndex, and asking it for candidates. */
import { expect } from 'chai';
import { memoryId } from '../../server/domain/memory.ts';
import type { ListCursor } from '../../server/ports/stores.ts';
import type { CandidateQuery } from '../../server/ports/search.ts';
import { contentOf, EMBEDDER as embedder, START_MS as startMs, type SearchSubject } from './search-index-subject.ts';
import { call } from './subject.ts';

export function describeFinding(current: () => SearchSubject): void {
  describe('listing', () => {
    for (const descending of [false, true]) {
      it(`lists all in order of time and id, ${descending ? 'newest' : 'oldest'} first, each once`, async () => {
        const { document, record, put, index, scope } = current();
        // Many have the same time, and their ids differ at every position.
        const ids = ['0', 'f', '00000000000f', '00000000000000000000000f', '0000000000000000000000000000000f'].map(
          (start) => memoryId('LONG_TERM', start.padEnd(32, '0')),
        );
        const documents = [...ids, ...ids.map((id) => id.replaceAll('0', 'e'))].map((id, index) =>
          document(id, { record: record(id, { id, createTimeMs: startMs + Math.floor(index / 8) }) }),
        );
        await put(...documents);
        const expected = documents
          .map((one) => one.record)
          .toSorted((one, other) => one.createTimeMs - other.createTimeMs || (one.id < other.id ? -1 : 1))
          .map(({ id }) => id);
        for (const pageSize of [1, 3, 10, 11]) {
          const seen: string[] = [];
          let after: ListCursor | undefined;
          do {
            const page = await index.list({ scope, pageSize, descending, after, nowMs: startMs }, call());
            expect(page.found.length).to.be.at.most(pageSize);
            seen.push(...page.found.map((one) => one.record.id));
            after = page.next;
          } while (after !== undefined);
          expect(seen).to.deep.equal(descending ? expected.toReversed() : expected);
        }
      });
    }

    it('filters exactly, also by conditions that the index cannot evaluate', async () => {
      const { document, record, put, texts } = current();
      const cities = ['Lima', 'Bern', "L'Aquila", undefined];
      await put(
        ...cities.map((city) =>
          document(city ?? 'none', {
            record: record(city ?? 'none', { metadata: city === undefined ? {} : { city } }),
          }),
        ),
      );
      expect(await texts({ filter: `metadata.city == "L'Aquila"` })).to.deep.equal(["L'Aquila"]);
      expect(await texts({ filter: 'metadata.city != "Lima"' })).to.deep.equal(['Bern', "L'Aquila"]);
      expect(await texts({ filter: '!has(metadata.city)' })).to.deep.equal(['none']);
      expect(await texts({ filter: 'metadata.city.startsWith("L")' })).to.deep.equal(['Lima', "L'Aquila"]);
      expect(await texts({ filter: 'metadata.city.size() == 4', pageSize: 2 })).to.deep.equal(['Lima', 'Bern']);
      expect(await texts({ filter: 'false' })).to.deep.equal([]);
    });

    it('lists one namespace or all, and nothing that has expired', async () => {
      const { document, record, put, texts, scope, get } = current();
      const trips = { ...scope, namespace: 'trips' };
      const home = document('home');
      const inTrips = document('trip', { record: record('trip', { scope: trips }) });
      const gone = document('gone', { record: record('gone', { expireTimeMs: startMs }) });
      const soon = document('soon', { record: record('soon', { expireTimeMs: startMs + 1 }) });
      await put(home, inTrips, gone, soon);
      expect(await texts()).to.deep.equal(['home', 'trip', 'soon']);
      expect(await texts({ scope: trips })).to.deep.equal(['trip']);
      expect(await texts({ scope: { ...scope, namespace: 'Trips' } })).to.deep.equal([]);
      expect(await get(gone.record.id)).to.equal(undefined);
      expect(await get(inTrips.record.id, { ...scope, namespace: 'other' })).to.equal(undefined);
    });
  });

  describe('candidates', () => {
    const east = Float32Array.of(1, 0, 0, 0);
    const north = Float32Array.of(0, 1, 0, 0);

    async function candidates(query: Partial<CandidateQuery>): Promise<readonly string[]> {
      const { index, scope } = current();
      const asked = { scope, text: '', vector: east, embedder, count: 10, nowMs: startMs, ...query };
      const found = await index.candidates(asked, call());
      return found.map(({ record }) => contentOf(record)).toSorted();
    }

    it('are the nearest by meaning and those with common words, in either language', async () => {
      const { document, put } = current();
      await put(
        document('skiing in the alps', { vector: north }),
        document('le gusta el café colombiano', { vector: north }),
        document('swimming', { vector: east }),
        document('cooking', { vector: Float32Array.of(0.9, 0.1, 0, 0) }),
        document('nothing of it', { vector: Float32Array.of(-1, 0, 0, 0) }),
      );
      expect(await candidates({ count: 2 })).to.deep.equal(['cooking', 'swimming']);
      expect(await candidates({ count: 2, text: 'where do they ski?' })).to.include('skiing in the alps');
      expect(await candidates({ count: 2, text: '¿Qué cafés?' })).to.include('le gusta el café colombiano');
      expect(await candidates({ count: 1, text: '+-"(*~|)' })).to.deep.equal(['swimming']);
    });

    it('are complete, match the filter, and belong to the user', async () => {
      const { document, record, put, index, scope } = current();
      const other = { ...scope, userId: 'other' };
      const right = document('right', { record: record('right', { metadata: { kind: 'a' } }), revision: 4 });
      const wrong = document('wrong', { record: record('wrong', { metadata: { kind: 'b' } }) });
      const theirs = document('theirs', { record: record('theirs', { scope: other, metadata: { kind: 'a' } }) });
      await put(right, wrong, theirs);
      const asked = { scope, text: 'right wrong theirs', vector: east, embedder, count: 10, nowMs: startMs };
      const found = await index.candidates({ ...asked, filter: 'metadata.kind == "a"' }, call());
      expect(found).to.deep.equal([right]);
      expect(await candidates({ filter: 'metadata.kind.contains("b")' })).to.deep.equal(['wrong']);
    });

    it('with a vector of another embedder are found by words alone', async () => {
      const { document, put } = current();
      const another = JSON.stringify(['another', '1', 2]);
      await put(document('old words', { embedder: another, vector: Float32Array.of(1, 0) }), document('new words'));
      expect(await candidates({})).to.deep.equal(['new words']);
      expect(await candidates({ text: 'words' })).to.deep.equal(['new words', 'old words']);
      expect(await candidates({ embedder: another, vector: Float32Array.of(0, 1) })).to.deep.equal(['old words']);
    });
  });
}
