/**
 * The obligations of every SearchIndex, as server/ports/search.ts states them, each tested with a real one.
 */
import { expect } from 'chai';
import type { Scope } from '../../server/domain/memory.ts';
import type { SearchDocument, SearchIndex } from '../../server/ports/search.ts';
import { describeFinding } from './search-index-finding.ts';
import { contentOf, searchSubject, START_MS, type SearchSubject } from './search-index-subject.ts';
import { call, failure } from './subject.ts';

export type SearchIndexKind = {
  /** Opens one that serves all tests. */
  open(): Promise<SearchIndex>;
  /** Removes what tests leave behind. */
  close(index: SearchIndex): Promise<void>;
};

export function describeSearchIndex(name: string, kind: SearchIndexKind): void {
  describe(`SearchIndex: ${name}`, () => {
    let opened: SearchIndex;
    let subject: SearchSubject;
    before(async () => {
      opened = await kind.open();
    });
    beforeEach(() => {
      subject = searchSubject(opened);
    });
    after(() => kind.close(opened));

    it('returns a memory unchanged', async () => {
      const { record, document, put, get, scope } = subject;
      const odd = ['NaN', 'INF', '2026-01-02T03:04:05Z', '{"type":"Point"}', `it's "odd"`, 'á ñ 漢字 🎿 \u0000 \n', ''];
      const documents = odd.map((content, index) =>
        document(content, {
          vector: Float32Array.of(0.1 * index, -1 / 3, 1e-20, 0.5),
          revision: index,
          record: record(content, {
            scope: { ...scope, agentId: content, sessionId: 'NaN', namespace: `o'${index}`, taskId: '-INF' },
            payload: { type: 'LONG_TERM', content, speaker: content, eventTimeMs: START_MS - 1, turn: 3 },
            source: 'TOOL',
            metadata: { when: '2026-01-02T03:04:05Z', [content]: [content, { deep: -0.5 }, null] },
            importance: 0.1,
            accessCount: 3,
            lastAccessTimeMs: START_MS,
            expireTimeMs: START_MS + 5,
            version: 7,
          }),
        }),
      );
      await put(...documents);
      for (const put of documents) expect(await get(put.record.id)).to.deep.equal(put);
    });

    it('compares tenants and users byte by byte', async () => {
      const { record, document, put, get, scope, index } = subject;
      const mine = document('mine');
      await put(mine);
      const others: readonly Scope[] = [
        { ...scope, userId: scope.userId.toUpperCase() },
        { ...scope, userId: `${scope.userId} ` },
        { ...scope, tenant: scope.tenant + scope.userId, userId: '' },
        { ...scope, tenant: `${scope.tenant} ` },
        { ...scope, userId: `${scope.userId}' or true or owner eq '` },
      ];
      for (const other of others) {
        expect(await get(mine.record.id, other)).to.equal(undefined);
        const listed = await index.list({ scope: other, pageSize: 9, descending: false, nowMs: START_MS }, call());
        expect(listed.found).to.deep.equal([]);
        expect(await index.count(other, call())).to.equal(0);
      }
      const [composed, decomposed] = ['é', 'e\u0301'].map((userId) => ({ ...scope, userId }));
      const theirs = document('theirs', { record: record('theirs', { scope: composed!, id: mine.record.id }) });
      await put(theirs);
      expect((await get(mine.record.id, composed))?.record.scope.userId).to.equal('é');
      expect(await get(mine.record.id, decomposed)).to.equal(undefined);
      expect((await get(mine.record.id))?.record.scope.userId).to.equal(scope.userId);
    });

    it('accepts a newer revision and ignores an older one, also after a removal', async () => {
      const { document, record, put, remove, get } = subject;
      const { id } = document('').record;
      const at = (revision: number, content: string) =>
        document(content, { revision, record: record(content, { id }) });
      expect(await put(at(2, 'second'))).to.deep.equal(['WRITTEN']);
      expect(await put(at(1, 'first'))).to.deep.equal(['OUTDATED']);
      expect(contentOf((await get(id))!.record)).to.equal('second');
      expect(await put(at(2, 'second'))).to.deep.equal(['WRITTEN']);
      expect(await put(at(3, 'third'))).to.deep.equal(['WRITTEN']);
      expect(await remove(at(3, ''), 2)).to.equal('OUTDATED');
      expect(contentOf((await get(id))!.record)).to.equal('third');
      expect(await remove(at(3, ''), 4)).to.equal('WRITTEN');
      expect(await put(at(3, 'late'))).to.deep.equal(['OUTDATED']);
      expect(await get(id)).to.equal(undefined);
      expect(await put(at(5, 'again'))).to.deep.equal(['WRITTEN']);
    });

    it('reports for each change whether searches show it', async () => {
      const { document, put, remove, index } = subject;
      const [one, two] = [document('one'), document('two')];
      const mark = ({ record: { scope, id } }: SearchDocument, revision: number, isRemoved = false) => ({
        scope,
        id,
        revision,
        isRemoved,
      });
      expect(await index.shows([mark(one, 1), mark(one, 1, true)], call())).to.deep.equal([false, true]);
      await put(one, two);
      const asked = [mark(one, 1), mark(one, 2), mark(two, 0), mark(two, 1, true)];
      expect(await index.shows(asked, call())).to.deep.equal([true, false, true, false]);
      await remove(two, 2);
      expect(await index.shows([mark(two, 2, true), mark(two, 1)], call())).to.deep.equal([true, true]);
    });

    it('removes existing documents, and accepts removals of unknown ones', async () => {
      const { document, put, remove, get } = subject;
      const one = document('one');
      expect(await remove(one, 1)).to.equal('WRITTEN');
      const two = document('two');
      await put(two);
      await remove(two, 2);
      expect(await get(two.record.id)).to.equal(undefined);
    });

    it('accepts more documents than one request of the service may have, and counts them', async () => {
      const { document, put, index, scope } = subject;
      const many = Array.from({ length: 2100 }, (_, index) => document(`memory ${index}`));
      expect(new Set(await put(...many))).to.deep.equal(new Set(['WRITTEN']));
      expect(await index.count(scope, call())).to.equal(2100);
      const erased = await index.eraseUser(scope, call());
      expect(erased).to.equal(2100);
      expect(await index.count(scope, call())).to.equal(0);
    });

    it('erases one user and no other', async () => {
      const { document, record, put, index, scope, get } = subject;
      const mine = document('mine');
      const other = { ...scope, userId: 'other' };
      const theirs = document('theirs', { record: record('theirs', { scope: other }) });
      await put(mine, theirs);
      expect(await index.eraseUser(scope, call())).to.equal(1);
      expect(await get(mine.record.id)).to.equal(undefined);
      expect(contentOf((await get(theirs.record.id, other))!.record)).to.equal('theirs');
    });

    it('stops soon after the caller aborts', async () => {
      const { index, scope, document } = subject;
      const aborted = { signal: AbortSignal.abort() };
      const calls = [
        () => index.put([document('late')], aborted),
        () => index.shows([{ scope, id: 'x', revision: 1, isRemoved: false }], aborted),
        () => index.get({ scope, id: 'x' }, START_MS, aborted),
        () => index.list({ scope, pageSize: 1, descending: false, nowMs: START_MS }, aborted),
        () => index.count(scope, aborted),
        () => index.eraseUser(scope, aborted),
        () => index.check(aborted),
      ];
      for (const one of calls) expect((await failure(one())).reason).to.equal('CANCELLED');
    });

    it('reports its identity and that it answers', async () => {
      const { target, version, roundTripMs, documents } = await subject.index.check(call());
      expect(target).to.match(/\/[a-z0-9-]+$/);
      expect(version).to.match(/^\d{4}-\d\d-\d\d$/);
      expect(roundTripMs).to.be.within(0.01, 30_000);
      expect(documents).to.be.at.least(0);
      expect(subject.index.isThere()).to.equal(true);
    });

    describeFinding(() => subject);
  });
}
