/** The obligations of every cold storage, as server/ports/cold-storage.ts states them. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { bytesOf, streamOf } from '../../server/lifecycle/chunks.ts';
import type { ColdStore } from '../../server/ports/cold-storage.ts';
import { call, failure } from './subject.ts';

export type ColdKind = {
  /** Opens an empty storage. */
  open(): Promise<OpenedColdStore>;
};

export type OpenedColdStore = {
  readonly store: ColdStore;
  /** Opens another one over the same objects, as another server would. */
  another(): Promise<ColdStore>;
  /**
   * Changes the stored bytes of an object as a failing disk would: flips one bit at this share of its length, or cuts off what follows
   * it.
   */
  damage(name: string, how: 'FLIP' | 'CUT', at: number): Promise<void>;
  close(): Promise<void>;
};

const MANY_BYTES = 700_000;
const PIECE = 50_000;

async function* inPieces(bytes: Uint8Array, fault?: Error): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  if (fault !== undefined) throw fault;
}

export function describeColdStore(name: string, kind: ColdKind): void {
  describe(`cold store: ${name}`, () => {
    let opened: OpenedColdStore;
    beforeEach(async () => {
      opened = await kind.open();
    });
    afterEach(() => opened.close());

    const put = (object: string, bytes: Uint8Array, ifAbsent = false) =>
      opened.store.put(object, inPieces(bytes), { ifAbsent }, call());
    const get = async (object: string, store = opened.store): Promise<Uint8Array | undefined> => {
      const chunks = await store.get(object, call());
      return chunks && bytesOf(chunks);
    };
    const names = async (prefix: string, after?: string, limit = 1000): Promise<readonly string[]> =>
      (await opened.store.list({ prefix, after, limit }, call())).objects.map((object) => object.name);

    it('returns what was put, whatever its length', async () => {
      for (const length of [0, 1, PIECE, MANY_BYTES]) {
        const bytes = randomBytes(length);
        expect(await put(`sizes/${length}`, bytes)).to.deep.equal({ name: `sizes/${length}`, bytes: length });
        expect(bytes.equals((await get(`sizes/${length}`)) as Uint8Array)).to.equal(true);
      }
      expect(await get('sizes/2')).to.equal(undefined);
    });

    it('sees the objects that another server puts into the same storage', async () => {
      await put('shared/one', Buffer.from('text'));
      const other = await opened.another();
      expect(Buffer.from((await get('shared/one', other)) as Uint8Array).toString()).to.equal('text');
    });

    it('replaces an object, unless ifAbsent is set', async () => {
      await put('a/b', Buffer.from('first'));
      expect(await put('a/b', Buffer.from('second'), true)).to.equal(undefined);
      expect(Buffer.from((await get('a/b')) as Uint8Array).toString()).to.equal('first');
      expect(await put('a/b', Buffer.from('third'))).to.deep.equal({ name: 'a/b', bytes: 5 });
      expect(Buffer.from((await get('a/b')) as Uint8Array).toString()).to.equal('third');
    });

    it('tells exactly one of many concurrent callers that it was the first', async () => {
      const other = await opened.another();
      const tries = Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? opened.store : other).put(
          'lease/now',
          streamOf(Buffer.from([index])),
          { ifAbsent: true },
          call(),
        ),
      );
      const won = (await Promise.all(tries)).flatMap((object, index) => (object === undefined ? [] : [index]));
      expect(won).to.have.length(1);
      expect(await get('lease/now')).to.deep.equal(Buffer.from(won));
    });

    it('stores nothing of an object whose source fails, and keeps the earlier object', async () => {
      await put('half', Buffer.from('before'));
      const fault = new Error('the source failed');
      for (const object of ['half', 'new']) {
        const putting = opened.store.put(object, inPieces(randomBytes(MANY_BYTES), fault), { ifAbsent: false }, call());
        expect(await putting.catch((error: unknown) => error)).to.equal(fault);
      }
      expect(Buffer.from((await get('half')) as Uint8Array).toString()).to.equal('before');
      expect(await get('new')).to.equal(undefined);
      expect(await names('')).to.deep.equal(['half']);
    });

    it('shows readers either the old object or the new one, never a part', async () => {
      const versions = [randomBytes(MANY_BYTES), randomBytes(MANY_BYTES / 2)];
      await put('turning', versions[0] as Uint8Array);
      const done = new AbortController();
      const writing = (async () => {
        for (let turn = 1; turn <= 10; turn += 1) await put('turning', versions[turn % 2] as Uint8Array);
        done.abort();
      })();
      let reads = 0;
      while (!done.signal.aborted) {
        const bytes = Buffer.from((await get('turning')) as Uint8Array);
        expect(versions.some((version) => version.equals(bytes))).to.equal(true);
        reads += 1;
      }
      await writing;
      expect(reads).to.be.greaterThan(0);
    });

    it('lists in order of names, in pages, under a prefix', async () => {
      const all = ['a', 'a-b', 'a/b', 'a/b/c', 'a/c', 'ab', 'b/1', 'b/10', 'b/2'];
      for (const object of all.toReversed()) await put(object, Buffer.from(object));
      const sorted = all.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
      expect(await names('')).to.deep.equal(sorted);
      expect(await names('a/')).to.deep.equal(['a/b', 'a/b/c', 'a/c']);
      expect(await names('b/1')).to.deep.equal(['b/1', 'b/10']);
      expect(await names('c')).to.deep.equal([]);
      expect(await names('', 'a/b')).to.deep.equal(sorted.filter((object) => object > 'a/b'));
      const paged: string[] = [];
      let after: string | undefined;
      do {
        const page = await opened.store.list({ prefix: '', after, limit: 2 }, call());
        expect(page.objects.length).to.be.at.most(2);
        paged.push(...page.objects.map((object) => object.name));
        after = page.next;
      } while (after !== undefined);
      expect(paged).to.deep.equal(sorted);
      const { objects } = await opened.store.list({ prefix: 'b/10', limit: 1 }, call());
      expect(objects).to.deep.equal([{ name: 'b/10', bytes: 4 }]);
    });

    it('deletes for good, and returns whether the object existed', async () => {
      await put('gone', Buffer.from('text'));
      expect(await opened.store.delete('gone', call())).to.equal(true);
      expect(await opened.store.delete('gone', call())).to.equal(false);
      expect(await get('gone')).to.equal(undefined);
      expect(await names('')).to.deep.equal([]);
    });

    it('detects damaged objects', async () => {
      for (const [how, at] of [
        ['FLIP', 0],
        ['FLIP', 0.5],
        ['FLIP', 0.9999],
        ['CUT', 0],
        ['CUT', 0.5],
        ['CUT', 0.9999],
      ] as const) {
        await put('damaged', randomBytes(MANY_BYTES));
        await opened.damage('damaged', how, at);
        const error = await failure(get('damaged'));
        expect(error.reason, `${how} at ${at}`).to.equal('COLD_OBJECT_DAMAGED');
      }
    });

    it('accepts names of every allowed form and no others', async () => {
      const long = Array.from({ length: 7 }, () => 'a'.repeat(64)).join('/');
      for (const object of ['0', 'a.b_c-d', long]) {
        await put(object, Buffer.from('text'));
        expect(await get(object), object).not.to.equal(undefined);
      }
      for (const object of ['', '/a', 'a/', 'a//b', '..', 'a/../b', 'A', 'ä', 'a b', 'a\0', '.a', 'a'.repeat(513)]) {
        const refused = await put(object, Buffer.from('text')).catch((error: unknown) => error);
        expect(refused, object).to.be.instanceOf(Error);
        expect(refused, object).not.to.be.instanceOf(RecordaError);
      }
    });

    it('stops when its caller aborts', async () => {
      const stop = new AbortController();
      const endless = (async function* () {
        for (;;) {
          yield randomBytes(1);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      const putting = opened.store.put('endless', endless, { ifAbsent: false }, { signal: stop.signal });
      setTimeout(() => stop.abort(), 20);
      expect((await failure(putting)).reason).to.equal('CANCELLED');
      expect(await get('endless')).to.equal(undefined);
    });

    it('can be checked without leaving anything behind', async () => {
      await opened.store.check(call());
      expect(await names('')).to.deep.equal([]);
    });
  });
}
