/** Tests whether a store of ordered documents fulfils every obligation of its port. */
import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import type { JsonObject, Scope } from '../../server/domain/memory.ts';
import type { DocumentWrite, OrderedDocument } from '../../server/domain/ordered-documents.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import type { OrderedDocumentStore } from '../../server/ports/stores.ts';
import { call } from './subject.ts';

export interface OpenedDocuments {
  readonly store: OrderedDocumentStore;
  /** Closes it and opens it again over the same data. */
  reopen(): Promise<OpenedDocuments>;
  close(): Promise<void>;
}

const NOW_MS = Date.UTC(2026, 10, 26);
const PAGE = 4;

export function describeOrderedDocuments(name: string, open: (quota?: Quota) => Promise<OpenedDocuments>): void {
  describe(`${name}: ordered documents`, () => {
    let opened: OpenedDocuments;
    let users = 0;
    let scope: Scope;
    before(async () => {
      opened = await open();
    });
    beforeEach(() => {
      const userId = `user ${(users += 1)}`;
      scope = { tenant: 'test', userId, agentId: '', sessionId: '', namespace: '', taskId: '' };
    });
    after(() => opened.close());

    const at = (of: Scope, collection: string) => ({ scope: of, collection, nowMs: NOW_MS });
    const write = (writes: readonly DocumentWrite[], id?: string, collection = 'h', of = scope) =>
      opened.store.write({ ...at(of, collection), writes, ...idOf(id) }, call());
    const append = (...names: string[]) => write(names.map((text) => ({ kind: 'APPEND', data: { text } })));
    const pop = (id?: string, collection = 'h', of = scope) =>
      opened.store.pop({ ...at(of, collection), ...idOf(id) }, call());
    const list = async (descending = false, collection = 'h', of = scope): Promise<readonly OrderedDocument[]> => {
      const found: OrderedDocument[] = [];
      let after: number | undefined;
      do {
        const query = { scope: of, collection, pageSize: PAGE, descending, after };
        // oxlint-disable-next-line no-await-in-loop
        const { documents, next } = await opened.store.list(query, call());
        expect(documents.length).to.be.at.most(PAGE);
        found.push(...documents);
        after = next;
      } while (after !== undefined);
      return found;
    };
    const texts = async (descending = false): Promise<readonly unknown[]> =>
      (await list(descending)).map(({ data }) => data['text']);

    it('lists documents in the order of writing and in reverse, in pages', async () => {
      await append('a', 'b', 'c');
      await append('d');
      await append('e', 'f', 'g', 'h', 'i');
      expect((await texts()).join('')).to.equal('abcdefghi');
      expect((await texts(true)).join('')).to.equal('ihgfedcba');
      const sequences = (await list()).map(({ sequence }) => sequence);
      expect(sequences).to.deep.equal(sequences.toSorted((one, other) => one - other));
    });

    it('stores any JSON document unchanged, with its versions and times', async () => {
      const data: JsonObject = { role: 'user', parts: [1, null, { deep: ['ñ', true] }], long: 'x'.repeat(5000) };
      const { results } = await write([{ kind: 'APPEND', data }]);
      const [first] = results;
      expect(first?.version).to.equal(1);
      const { sequence } = first!;
      await write([{ kind: 'REPLACE', sequence, data: { text: 'later' }, version: 1 }]);
      const times = { createTimeMs: NOW_MS, updateTimeMs: NOW_MS };
      expect(await list()).to.deep.equal([{ sequence, data: { text: 'later' }, version: 2, ...times }]);
      await write([{ kind: 'REPLACE', sequence, data }]);
      expect(await list()).to.deep.equal([{ sequence, data, version: 3, ...times }]);
    });

    it('applies all writes of a call or none', async () => {
      const { results } = await append('a', 'b', 'c');
      const [a, b, c] = results.map(({ sequence }) => sequence);
      await write([
        { kind: 'REMOVE', sequence: a!, version: 1 },
        { kind: 'APPEND', data: { text: 'd' } },
        { kind: 'REPLACE', sequence: b!, data: { text: 'B' } },
      ]);
      expect((await texts()).join('')).to.equal('Bcd');
      const refused: readonly (readonly [DocumentWrite, RecordaError['reason']])[] = [
        [{ kind: 'REMOVE', sequence: a! }, 'MEMORY_NOT_FOUND'],
        [{ kind: 'REPLACE', sequence: a!, data: {} }, 'MEMORY_NOT_FOUND'],
        [{ kind: 'REPLACE', sequence: b!, data: {}, version: 1 }, 'ETAG_MISMATCH'],
        [{ kind: 'REMOVE', sequence: b!, version: 3 }, 'ETAG_MISMATCH'],
      ];
      for (const [last, reason] of refused) {
        const writes: DocumentWrite[] = [
          { kind: 'APPEND', data: { text: 'e' } },
          { kind: 'REMOVE', sequence: c! },
          last,
        ];
        const error = await refusal(write(writes));
        expect(error.reason).to.equal(reason);
        expect(error.message).to.include('writes[2]');
      }
      expect((await texts()).join('')).to.equal('Bcd');
    });

    it('pops the newest, each once, and reports when none is left', async () => {
      await append('a', 'b', 'c');
      expect((await pop())?.data).to.deep.equal({ text: 'c' });
      await append('d');
      const popped = await Promise.all([pop(), pop(), pop(), pop(), pop()]);
      expect(popped.map((document) => document?.data['text'])).to.have.members(['a', 'b', 'd', undefined, undefined]);
      expect(await texts()).to.deep.equal([]);
      expect(await pop('asked')).to.equal(undefined);
    });

    it('never reuses a sequence number, even once the document is deleted and the collection empty', async () => {
      const given: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        // oxlint-disable-next-line no-await-in-loop
        given.push(...(await append('a', 'b')).results.map(({ sequence }) => sequence));
        // oxlint-disable-next-line no-await-in-loop
        await Promise.all([pop(), pop()]);
        // oxlint-disable-next-line no-await-in-loop
        if (round === 0) opened = await opened.reopen();
      }
      const other = await write([{ kind: 'APPEND', data: {} }], undefined, 'other');
      given.push(other.results[0]!.sequence);
      expect(given).to.deep.equal([...new Set(given)].toSorted((one, two) => one - two));
    });

    it('answers a repeated request like the first, and applies it once', async () => {
      const writes: readonly DocumentWrite[] = [{ kind: 'APPEND', data: { text: 'once' } }];
      const first = await write(writes, 'w');
      expect(await write(writes, 'w')).to.deep.equal(first);
      await append('last');
      const popped = await pop('p');
      expect(popped?.data).to.deep.equal({ text: 'last' });
      opened = await opened.reopen();
      expect(await pop('p')).to.deep.equal(popped);
      expect(await write(writes, 'w')).to.deep.equal(first);
      expect(await texts()).to.deep.equal(['once']);
      expect(await pop('empty', 'none')).to.equal(undefined);
      await write([{ kind: 'APPEND', data: {} }], undefined, 'none');
      expect(await pop('empty', 'none')).to.equal(undefined);
      const reused = opened.store.pop(
        { ...at(scope, 'h'), requestId: { id: 'p', bodyHash: 'of another request' } },
        call(),
      );
      expect((await refusal(reused)).reason).to.equal('REQUEST_ID_REUSED');
    });

    it('separates collections and users', async () => {
      await append('mine');
      await write([{ kind: 'APPEND', data: { text: 'other' } }], undefined, 'H');
      const ben = { ...scope, userId: `${scope.userId}!` };
      await write([{ kind: 'APPEND', data: { text: 'his' } }], undefined, 'h', ben);
      expect(await texts()).to.deep.equal(['mine']);
      const [his] = await list(false, 'h', ben);
      const { sequence } = his!;
      expect((await refusal(write([{ kind: 'REMOVE', sequence: sequence + 1000 }]))).reason).to.equal(
        'MEMORY_NOT_FOUND',
      );
      expect(await list(false, 'h', { ...scope, tenant: 'other' })).to.deep.equal([]);
      expect((await pop(undefined, 'h', ben))?.data).to.deep.equal({ text: 'his' });
      expect(await texts()).to.deep.equal(['mine']);
    });

    it('removes the oldest of a collection, a limited number at a time', async () => {
      await append('a', 'b', 'c', 'd', 'e');
      await write([{ kind: 'APPEND', data: {} }], undefined, 'other');
      const remove = (limit: number) => opened.store.removeOldest({ ...at(scope, 'h'), limit }, call());
      expect(await remove(2)).to.equal(2);
      expect((await texts()).join('')).to.equal('cde');
      expect([await remove(10), await remove(10)]).to.deep.equal([3, 0]);
      expect(await list(false, 'other')).to.have.length(1);
    });

    it('keeps everything acknowledged across reopening', async () => {
      await append('a', 'b');
      await pop();
      opened = await opened.reopen();
      expect(await texts()).to.deep.equal(['a']);
    });

    it('enforces the quota exactly, by count and by bytes, under concurrent writers', async () => {
      const small = await open({ count: 10, bytes: 1000 });
      const room = async (texts: readonly string[], collection: string): Promise<unknown> =>
        small.store
          .write(
            { ...at(scope, collection), writes: texts.map((text) => ({ kind: 'APPEND', data: { text } })) },
            call(),
          )
          .catch((error: unknown) => error);
      const kept = async (): Promise<number> => {
        const pages = ['one', 'two'].map((collection) =>
          small.store.list({ scope, collection, pageSize: 100, descending: false }, call()),
        );
        return (await Promise.all(pages)).flatMap(({ documents }) => documents).length;
      };
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, number) => room(['x'], number % 2 === 0 ? 'one' : 'two')),
      );
      const refused = outcomes.filter((outcome) => outcome instanceof RecordaError);
      expect([refused.length, await kept()]).to.deep.equal([20, 10]);
      for (const error of refused) expect(error.reason).to.equal('QUOTA_EXCEEDED');
      expect(refused[0]?.message).to.include('documents of ordered collections').and.include('DeleteCollection');
      const popped = await small.store.pop(at(scope, 'one'), call());
      expect(popped).not.to.equal(undefined);
      // Either all documents are added or none, although one of the two would fit.
      expect(await room(['y', 'z'], 'one')).to.be.instanceOf(RecordaError);
      expect(await kept()).to.equal(9);
      expect(await room(['y'.repeat(2000)], 'one')).to.be.instanceOf(RecordaError);
      expect(await room(['y'], 'one')).to.deep.include({ remaining: { count: 0, bytes: 1000 - 10 * 12 } });
      await small.close();
    });
  });
}

function idOf(id: string | undefined) {
  return id === undefined ? {} : { requestId: { id, bodyHash: `hash of ${id}` } };
}

async function refusal(work: Promise<unknown>): Promise<RecordaError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
