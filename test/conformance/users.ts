/** Tests whether a store from which users are erased, exported and imported fulfils every obligation of its ports. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { UserKey } from '../../server/domain/accounts.ts';
import { questionKey } from '../../server/domain/context/responses.ts';
import type { SaidFact } from '../../server/domain/facts/fact-intents.ts';
import type { MemoryType } from '../../server/domain/memory.ts';
import { ROW_KINDS, type PortableRow } from '../../server/domain/portable-rows.ts';
import { toPortable, type PortableMemory } from '../../server/domain/portable.ts';
import type { PutBackCall } from '../../server/ports/users.ts';
import { ANA, call, failure } from './subject.ts';
import { readTurns } from './turns.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type KeptType, type OpenWholeStore } from './whole-store.ts';

const DAY_MS = 86_400_000;
const QUESTION = 'Where do I live?';
const TYPES: readonly KeptType[] = ['LONG_TERM', 'EPISODIC', 'ENTITY', 'STRUCTURED', 'PERSONA', 'SHORT_TERM'];

export function describeUsers(name: string, open: OpenWholeStore): void {
  describe(`UserRows, UserImports and ErasureTarget: ${name}`, () => {
    const store = sharedStore(open);

    const whose = (userId = 'ana') => ({ tenant: ANA.tenant, userId });
    const add = async (text: string, type: KeptType = 'LONG_TERM', userId = 'ana') =>
      (await addMemory(store(), type, text, { scope: { ...ANA, userId } })).record;
    const say = async (text: string, userId = 'ana'): Promise<string> => {
      store().clock.advance(1);
      const fact: SaidFact = {
        id: `fa_${randomUUID().replaceAll('-', '')}`,
        domain: 'PERSONAL',
        text,
        confidence: 'HIGH',
        source: 'EXPLICIT',
        rule: '',
        said: text,
        provenance: { agentId: '', sessionId: '', turn: 0 },
      };
      const intent = { scope: { ...ANA, userId }, facts: [fact], nowMs: store().clock.now() };
      return (await store().facts.say(intent, call()))[0]!.id;
    };
    const converse = (content: string, userId = 'ana') => {
      const scope = { ...ANA, userId };
      const turns = readTurns(store(), [{ content }], scope);
      return store().context.append({ scope, turns, nowMs: store().clock.now() }, call());
    };
    const keep = (userId = 'ana') => {
      const nowMs = store().clock.now();
      const key = { ...questionKey(QUESTION), kind: 'FACT' } as const;
      const kept = { key, locale: 'en', answer: 'In Lima.', vector: undefined, factIds: [] };
      return store().responses.store({ scope: { ...ANA, userId }, ...kept, nowMs, expireMs: nowMs + DAY_MS }, call());
    };
    const order = (value: string, userId = 'ana') => {
      const writes = [{ kind: 'APPEND', data: { value } }] as const;
      const intent = { scope: { ...ANA, userId }, collection: 'inbox', writes, nowMs: store().clock.now() };
      return store().ordered.write(intent, call());
    };
    const setQuota = (of: 'LONG_TERM' | 'FACT', count: number, userId = 'ana') => {
      const plan = { ...whose(userId), tier: { to: 'PRO' }, quotas: [{ name: of, count }] } as const;
      return store().accounts.setPlan(plan, store().clock.now(), call());
    };
    const schema = (userId = 'ana') =>
      store().collections.put(
        {
          scope: { ...ANA, userId },
          name: 'notes',
          schema: { type: 'object' },
          allowUnfit: false,
          isOrdered: false,
          nowMs: store().clock.now(),
        },
        call(),
      );
    /** Gives the user something of everything. */
    const fill = async (userId = 'ana'): Promise<void> => {
      for (const type of TYPES) await add('one', type, userId);
      await say('vivo en Rosario', userId);
      await converse('tengo un perro', userId);
      await keep(userId);
      await order('first', userId);
      await schema(userId);
      await setQuota('LONG_TERM', 500, userId);
    };
    const rowsOf = async (of: UserKey = whose()): Promise<readonly PortableRow[]> => {
      const found: PortableRow[] = [];
      let after: string | undefined;
      do {
        const page = await store().users.rows.page(of, after, call());
        found.push(...page.rows);
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    const countsOf = async (of: UserKey = whose(), types?: readonly MemoryType[]) =>
      Object.fromEntries((await store().users.count(of, types, call())).map(({ place, count }) => [place, count]));
    const erase = async (of: UserKey = whose(), types?: readonly MemoryType[], id: string = randomUUID()) =>
      Object.fromEntries((await store().users.erase(of, types, id, call())).map(({ place, count }) => [place, count]));
    const putBack = (
      rows: readonly PortableRow[],
      userId = 'ana',
      more: { under?: PutBackCall; within?: boolean } = {},
    ) => store().users.rows.putBack(whose(userId), rows, more.under ?? call(), more.within);
    const taken = (ids: readonly string[], userId = 'ana') => store().users.rows.takenIds(whose(userId), ids, call());
    const memoriesOf = async (userId = 'ana') =>
      (await store().stores.LONG_TERM.ofUser.page(whose(userId), undefined, call())).memories;
    const together = (gather: (under: PutBackCall) => Promise<void>, userId = 'ana') =>
      store().users.imports.together(whose(userId), gather, call());
    const putMemories = (memories: readonly PortableMemory[], under: PutBackCall, userId = 'ana') =>
      store().stores.LONG_TERM.ofUser.putBack(whose(userId), memories, under);
    const memory = async (text: string): Promise<PortableMemory> => {
      const record = await add(text, 'LONG_TERM', 'source');
      await store().stores.LONG_TERM.ofUser.erase(whose('source'), call());
      return toPortable(record);
    };
    const reason = async (work: Promise<unknown>) => (await failure(work)).reason;

    it('exports every kind of row in the order of the import, in pages', async () => {
      await fill();
      for (let n = 0; n < 20; n += 1) await order(`${n} ${'x'.repeat(60_000)}`);
      const first = await store().users.rows.page(whose(), undefined, call());
      expect(first).to.have.property('next').that.is.a('string');
      const rows = await rowsOf();
      expect(rows.length).to.be.greaterThan(first.rows.length);
      const kinds = rows.map(({ row }) => ROW_KINDS.indexOf(row));
      expect(kinds).to.deep.equal(kinds.toSorted((one, other) => one - other));
      for (const kind of ['tier', 'quota', 'collection', 'ordered_document', 'session', 'turn', 'fact', 'answer'])
        expect(rows.map(({ row }) => row)).to.include(kind);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).to.equal(rows.length);
      expect(await rowsOf(whose('Ana'))).to.deep.equal([]);
      expect(await rowsOf({ ...whose(), tenant: `${ANA.tenant}!` })).to.deep.equal([]);
    });

    it('imports rows unchanged, once, and leaves existing rows as they are', async () => {
      await fill();
      const rows = await rowsOf();
      await erase();
      expect(await putBack(rows)).to.deep.equal({ taken: rows.length, skipped: 0 });
      expect(await rowsOf()).to.deep.equal(rows);
      expect(await putBack(rows)).to.deep.equal({ taken: 0, skipped: rows.length });
      await setQuota('LONG_TERM', 600);
      const present = await rowsOf();
      const mixed = [...rows.filter(({ row }) => row === 'quota'), ...rows.filter(({ row }) => row === 'fact')];
      expect(await putBack(mixed)).to.deep.equal({ taken: 0, skipped: mixed.length });
      expect(await rowsOf()).to.deep.equal(present);
      const uses = await store().accounts.use({ ...whose(), agentId: '' }, call());
      const counts = Object.fromEntries(uses.map((use) => [use.name, use.count]));
      const facts = rows.filter(({ row }) => row === 'fact').length;
      expect(counts).to.include({ FACT: facts, SESSION: 1, ORDERED_DOCUMENT: 1 });
    });

    it('refuses rows beyond a quota only if asked to, and then all of them', async () => {
      for (const text of ['vivo en Rosario', 'tengo un perro', 'me gusta el mate']) await say(text, 'ben');
      const facts = (await rowsOf(whose('ben'))).filter(({ row }) => row === 'fact');
      await erase(whose('ben'));
      await setQuota('FACT', 2);
      const before = await rowsOf();
      expect(await reason(putBack(facts, 'ana', { within: true }))).to.equal('QUOTA_EXCEEDED');
      expect(await rowsOf()).to.deep.equal(before);
      expect(await putBack(facts.slice(0, 2), 'ana', { within: true })).to.deep.equal({ taken: 2, skipped: 0 });
      expect(await putBack(facts)).to.deep.equal({ taken: 1, skipped: 2 });
    });

    it('imports each row once under concurrent imports', async () => {
      await fill();
      const rows = await rowsOf();
      await erase();
      const all = await atOnce(() => putBack(rows));
      const counts = all.map((one) => (one.status === 'fulfilled' ? one.value.taken : -1));
      expect(counts.toSorted((a, b) => b - a)).to.deep.equal([rows.length, ...Array<number>(CALLERS - 1).fill(0)]);
      expect(await rowsOf()).to.deep.equal(rows);
    });

    it('returns which ids are in use, and whether by this user, across tenants', async () => {
      const own = [(await add('one')).id, await say('vivo en Rosario'), (await add('two', 'PERSONA')).id];
      await converse('tengo un perro');
      const turn = (await rowsOf()).find(({ row }) => row === 'recalled_turn')!.fields['id'] as string;
      const elsewhere = { ...ANA, tenant: `${ANA.tenant}!` };
      const other = (await addMemory(store(), 'LONG_TERM', 'x', { scope: elsewhere })).record.id;
      const ofBen = await say('vivo en Quito', 'ben');
      const ids = [...own, turn, other, ofBen, 'lt_unknown'];
      const found = await taken(ids);
      expect(found.own).to.have.members([...own, turn]);
      expect(found.others).to.have.members([other, ofBen]);
      expect((await taken(ids, 'nobody')).others).to.have.members([...own, turn, other, ofBen]);
      await erase();
      const later = await taken(ids);
      expect([later.own, later.others]).to.deep.equal([[], (await taken([other, ofBen])).others]);
    });

    it('imports memories and rows in one step, of which nobody sees a part', async () => {
      await say('vivo en Rosario', 'ben');
      const facts = (await rowsOf(whose('ben'))).filter(({ row }) => row === 'fact');
      await erase(whose('ben'));
      const memories = [await memory('one'), await memory('two')];
      const outcome = await together(async (under) => {
        const answers = [await putMemories(memories, under), await putBack(facts, 'ana', { under })];
        for (const answer of answers) expect(answer).to.deep.equal({ taken: 0, skipped: 0 });
        expect([await memoriesOf(), await rowsOf()]).to.deep.equal([[], []]);
      });
      expect(outcome).to.deep.equal({ taken: 3, skipped: 0 });
      expect(await memoriesOf()).to.have.length(2);
      expect(await rowsOf()).to.deep.equal(facts);
      const again = await together(async (under) => {
        await putMemories([...memories, await memory('three')], under);
        await putBack(facts, 'ana', { under });
      });
      expect(again).to.deep.equal({ taken: 1, skipped: 3 });
      expect(await together(async () => Promise.resolve())).to.deep.equal({ taken: 0, skipped: 0 });
    });

    it('leaves nothing of an import that fails, while gathering or at its end', async () => {
      const [one, two] = [await memory('one'), await memory('two')];
      const broken = together(async (under) => {
        await putMemories([one], under);
        throw new Error('the connection ended');
      });
      await broken.then(
        () => expect.fail('it did not fail'),
        (error: Error) => expect(error.message).to.equal('the connection ended'),
      );
      await putMemories([two], call(), 'ben');
      // Nobody has two users’ memories under one id.
      const refused = together(async (under) => void (await putMemories([one, two], under)));
      expect(await reason(refused)).to.equal('FIELD_INVALID');
      await setQuota('FACT', 0);
      const before = await rowsOf();
      await say('vivo en Rosario', 'cleo');
      const facts = (await rowsOf(whose('cleo'))).filter(({ row }) => row === 'fact');
      await erase(whose('cleo'));
      const over = together(async (under) => {
        await putMemories([one], under);
        await putBack(facts, 'ana', { under, within: true });
      });
      expect(await reason(over)).to.equal('QUOTA_EXCEEDED');
      expect([await memoriesOf(), await rowsOf()]).to.deep.equal([[], before]);
      expect((await memoriesOf('ben')).map(({ id }) => id)).to.deep.equal([two.id]);
    });

    it('separates concurrent imports, and imports each memory once', async () => {
      const shared = [await memory('one'), await memory('two')];
      const own: PortableMemory[] = [];
      for (let n = 0; n < CALLERS; n += 1) own.push(await memory(`own ${n}`));
      const all = await atOnce((caller) =>
        together(async (under) => {
          await putMemories(shared, under);
          await putMemories([own[caller]!], under);
          if (caller === 0) throw new Error('given up');
        }),
      );
      expect(all.map(({ status }) => status)).to.deep.equal([
        'rejected',
        ...Array<string>(CALLERS - 1).fill('fulfilled'),
      ]);
      const results = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(results.reduce((sum, one) => sum + one.taken, 0)).to.equal(CALLERS - 1 + 2);
      expect((await memoriesOf()).map(({ id }) => id)).to.have.members(
        [...shared, ...own.slice(1)].map(({ id }) => id),
      );
    });

    it('counts what it has of a user, erases all of it, and returns the counts', async () => {
      expect(await countsOf()).to.deep.equal({});
      await fill();
      await fill('ben');
      const [counts, ofBen] = [await countsOf(), await countsOf(whose('ben'))];
      expect(Object.keys(counts).length).to.be.at.least(TYPES.length + 5);
      for (const [place, count] of Object.entries(counts)) {
        expect(place.startsWith(`${store().users.name}/`), place).to.equal(true);
        expect(count, place).to.be.greaterThan(0);
      }
      const benHas = [await rowsOf(whose('ben')), await memoriesOf('ben')];
      expect(await erase()).to.deep.equal(counts);
      expect(await countsOf()).to.deep.equal({});
      expect([await rowsOf(), await memoriesOf()]).to.deep.equal([[], []]);
      expect(await countsOf(whose('ben'))).to.deep.equal(ofBen);
      expect([await rowsOf(whose('ben')), await memoriesOf('ben')]).to.deep.equal(benHas);
    });

    it('compares users byte by byte; a repeated erasure changes nothing', async () => {
      await fill();
      const counts = await countsOf();
      for (const userId of ['Ana', 'an', '', '*', 'ana ']) {
        expect(await countsOf(whose(userId)), userId).to.deep.equal({});
        expect(await erase(whose(userId)), userId).to.deep.equal({});
      }
      expect(await erase({ ...whose(), tenant: `${ANA.tenant}!` })).to.deep.equal({});
      expect(await countsOf()).to.deep.equal(counts);
      const id = randomUUID();
      expect(await erase(whose(), undefined, id)).to.deep.equal(counts);
      expect(await erase(whose(), undefined, id)).to.deep.equal({});
    });

    it('counts and erases only the named types', async () => {
      await fill();
      const counts = await countsOf();
      const ofTypes = await countsOf(whose(), ['LONG_TERM', 'PERSONA']);
      const places = ['long_term', 'persona'].map((place) => `${store().users.name}/${place}`);
      expect(ofTypes).to.deep.equal(Object.fromEntries(places.map((place) => [place, 1])));
      const rows = await rowsOf();
      expect(await erase(whose(), ['LONG_TERM', 'PERSONA'])).to.deep.equal(ofTypes);
      const left = await countsOf();
      for (const place of places) expect(left).to.not.have.property(place);
      // The log may have the removals as well.
      for (const [place, count] of Object.entries(counts).filter(([of]) => !places.includes(of)))
        expect(left[place], place).to.be.at.least(count);
      expect(await rowsOf()).to.deep.equal(rows);
      expect(await countsOf(whose(), ['WORKING'])).to.deep.equal({});
      const added = await add('as before');
      expect((await memoriesOf()).map(({ id }) => id)).to.deep.equal([added.id]);
    });

    it('treats an erased user who returns as a new user without earlier data', async () => {
      await fill();
      const { lastSequence, quota } = { lastSequence: (await order('second')).results[0]!.sequence, quota: 500 };
      expect([lastSequence, quota]).to.deep.equal([2, 500]);
      await erase();
      const query = { scope: ANA, text: 'one', topK: 5, explain: false, nowMs: store().clock.now() };
      expect(await store().stores.LONG_TERM.retrieve(query, call())).to.deep.equal([]);
      const asked = { scope: ANA, key: { ...questionKey(QUESTION), kind: 'FACT' }, locale: 'en' } as const;
      const look = { ...asked, vector: undefined, embedderName: store().embedderName, nowMs: store().clock.now() };
      expect(await store().responses.find(look, call())).to.equal(undefined);
      const { start, end } = await store().changes.bounds(ANA, call());
      expect(start).to.equal(end);
      expect((await order('again')).results[0]?.sequence).to.equal(1);
      const { record } = await addMemory(store(), 'LONG_TERM', 'two');
      expect((await memoriesOf()).map(({ id }) => id)).to.deep.equal([record.id]);
      expect((await store().accounts.plans(whose(), call())).user).to.deep.equal({ overrides: {} });
    });

    it('erases everything acknowledged before, and keeps concurrent writes complete', async () => {
      await fill();
      const before = new Set((await memoriesOf()).map(({ id }) => id));
      const all = await atOnce(async (caller) => {
        if (caller % 4 === 3) return void (await erase());
        for (let n = 0; n < 3; n += 1) await add(`${caller} ${n}`);
      });
      expect(all.map(({ status }) => status)).to.not.include('rejected');
      const left = await memoriesOf();
      for (const { id } of left) expect(before.has(id)).to.equal(false);
      // What is counted is what is there.
      const uses = await store().accounts.use({ ...whose(), agentId: '' }, call());
      expect(uses.find((use) => use.name === 'LONG_TERM')?.count ?? 0).to.equal(left.length);
      expect((await countsOf())[`${store().users.name}/long_term`] ?? 0).to.equal(left.length);
      await erase();
      expect(await countsOf()).to.deep.equal({});
    });

    it('keeps everything across reopening, and nothing that was erased', async () => {
      await fill();
      await fill('ben');
      await erase();
      const [rows, counts] = [await rowsOf(whose('ben')), await countsOf(whose('ben'))];
      await store.reopen();
      expect([await rowsOf(whose('ben')), await countsOf(whose('ben'))]).to.deep.equal([rows, counts]);
      expect([await rowsOf(), await countsOf()]).to.deep.equal([[], {}]);
      expect(await putBack(rows))
        .to.have.property('skipped')
        .that.is.greaterThan(0);
    });

    it('does nothing for an aborted call', async () => {
      await fill();
      const rows = await rowsOf();
      const given = { signal: AbortSignal.abort() };
      const { users } = store();
      for (const work of [
        () => users.rows.page(whose(), undefined, given),
        () => users.rows.putBack(whose('ben'), rows, given),
        () => users.rows.takenIds(whose(), ['lt_x'], given),
        () => users.count(whose(), undefined, given),
        () => users.imports.together(whose('ben'), async () => Promise.resolve(), given),
      ]) {
        expect((await failure(work())).reason).to.equal('CANCELLED');
      }
      expect(await rowsOf(whose('ben'))).to.deep.equal([]);
    });
  });
}
