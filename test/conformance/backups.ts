/** Tests whether a store that can be backed up fulfils every obligation of BackupStore. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { UserKey } from '../../server/domain/accounts.ts';
import { questionKey } from '../../server/domain/context/responses.ts';
import type { MemoryRecord } from '../../server/domain/memory.ts';
import { toPortable } from '../../server/domain/portable.ts';
import type { SaidFact } from '../../server/domain/facts/fact-intents.ts';
import { FACT_STATES } from '../../server/domain/facts/fact-state.ts';
import { BACKUP_PARTS, type BackupPart } from '../../server/policy/lifecycle.ts';
import type { Parts, Snapshot } from '../../server/ports/backups.ts';
import { ANA, call, failure } from './subject.ts';
import { readTurns } from './turns.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type KeptType, type OpenWholeStore } from './whole-store.ts';

const DAY_MS = 86_400_000;
const QUESTION = 'Where do I live?';

/** The kinds of rows that are never replaced. */
const STAYING: ReadonlySet<string> = new Set(['tier', 'quota', 'collection', 'document_sequence']);

type Lines = Readonly<Record<BackupPart, readonly string[]>>;

export function describeBackups(name: string, open: OpenWholeStore): void {
  describe(`BackupStore: ${name}`, () => {
    const store = sharedStore(open);

    const whose = (userId = 'ana') => ({ tenant: ANA.tenant, userId });
    const add = async (text: string, type: KeptType = 'LONG_TERM', userId = 'ana') =>
      (await addMemory(store(), type, text, { scope: { ...ANA, userId } })).record;
    const say = (text: string, userId = 'ana') => {
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
      return store().facts.say({ scope: { ...ANA, userId }, facts: [fact], nowMs: store().clock.now() }, call());
    };
    const converse = (sessionId: string, ...contents: readonly string[]) => {
      const scope = { ...ANA, sessionId };
      const turns = readTurns(
        store(),
        contents.map((content) => ({ content })),
        scope,
      );
      return store().context.append({ scope, turns, nowMs: store().clock.now() }, call());
    };
    const keep = (answer: string) => {
      const nowMs = store().clock.now();
      const key = { ...questionKey(QUESTION), kind: 'FACT' } as const;
      const times = { nowMs, expireMs: nowMs + DAY_MS };
      return store().responses.store(
        { scope: ANA, key, locale: 'en', answer, vector: undefined, factIds: [], ...times },
        call(),
      );
    };
    const order = (value: string, collection = 'inbox') => {
      const writes = [{ kind: 'APPEND', data: { value } }] as const;
      return store().ordered.write({ scope: ANA, collection, writes, nowMs: store().clock.now() }, call());
    };
    const ordered = async (collection = 'inbox') => {
      const query = { scope: ANA, collection, pageSize: 100, descending: false };
      return (await store().ordered.list(query, call())).documents;
    };
    const plan = (count: number | undefined, userId = 'ana') =>
      store().accounts.setPlan(
        { ...whose(userId), tier: { to: 'PRO' }, quotas: [{ name: 'LONG_TERM', count }] },
        store().clock.now(),
        call(),
      );
    /** Archives memories of the running test's user. */
    const archive = async (...records: readonly MemoryRecord[]) => {
      const object = `archive/long_term/${randomUUID()}`;
      await store().lifecycle.beginArchive(object, whose(), call());
      const evictions = records.map(({ id, version }, line) => {
        return { id, version, line, reason: 'RETENTION', mergedInto: undefined } as const;
      });
      await store().lifecycle.evict({ object, whose: whose(), evictions }, call());
      await store().lifecycle.completeArchive(object, call());
      return object;
    };
    const archivedIds = async () => {
      const query = { ...whose(), type: undefined, filter: undefined, pageSize: 100, after: undefined };
      return (await store().lifecycle.archived(query, call())).archived.map(({ head }) => head.id);
    };
    /** Adds something to each part of the user. */
    const fill = async (): Promise<void> => {
      for (const type of ['LONG_TERM', 'EPISODIC', 'ENTITY', 'STRUCTURED', 'PERSONA'] as const) {
        await add('one', type);
        await add('two\nof two lines', type);
      }
      await archive(await add('three'), await add('four'));
      await say('vivo en Rosario');
      await converse('s1', 'hola', 'tengo un perro');
      await keep('In Lima.');
      await order('first');
      await plan(50);
    };
    /** Reads one part, page by page. */
    const linesOf = async (parts: Parts, part: BackupPart, of: UserKey = whose()): Promise<readonly string[]> => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await parts.part(of, part, after, call());
        found.push(...page.lines);
        after = page.next;
      } while (after !== undefined);
      for (const line of found) expect(line.includes('\n')).to.equal(false);
      return found;
    };
    const allOf = async (parts: Parts, of: UserKey = whose()): Promise<Lines> => {
      const found = await Promise.all(BACKUP_PARTS.map(async (part) => [part, await linesOf(parts, part, of)]));
      return Object.fromEntries(found) as Lines;
    };
    /** Takes a snapshot for a moment. */
    const inSnapshot = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
      const snapshot = await store().backups.snapshot(call());
      try {
        return await work(snapshot);
      } finally {
        await snapshot.close();
      }
    };
    const everything = (of: UserKey = whose()) => inSnapshot((parts) => allOf(parts, of));
    const rows = () => inSnapshot((parts) => linesOf(parts, 'rows'));
    /** Reads all users of the running test's tenant. */
    const usersOf = async (parts: Parts): Promise<readonly string[]> => {
      const found: UserKey[] = [];
      for (;;) {
        const page = await parts.users(found.at(-1), call());
        if (page.length === 0) break;
        found.push(...page);
      }
      const keys = found.map(({ tenant, userId }) => JSON.stringify([tenant, userId]));
      expect(new Set(keys).size).to.equal(keys.length);
      return found.filter(({ tenant }) => tenant === ANA.tenant).map(({ userId }) => userId);
    };
    const replace = (lines: readonly string[], userId = 'ana') =>
      store().backups.replaceRows(whose(userId), lines, call());
    const kindOf = (line: string) => (JSON.parse(line) as { readonly row: string }).row;
    const replaced = (lines: readonly string[]) => lines.filter((line) => !STAYING.has(kindOf(line)));

    it('reads every part of a user as of one moment, despite later writes', async () => {
      await fill();
      const snapshot = await store().backups.snapshot(call());
      try {
        const before = await allOf(snapshot);
        for (const part of BACKUP_PARTS) expect(before[part], part).not.to.deep.equal([]);
        await add('five');
        await say('me gusta el mate');
        await converse('s2', 'otra');
        await order('second');
        await plan(60);
        for (const line of before.long_term) {
          const { id } = JSON.parse(line) as { readonly id: string };
          await store().stores.LONG_TERM.remove({ scope: ANA, id, nowMs: store().clock.now() }, call());
        }
        expect(await allOf(snapshot)).to.deep.equal(before);
      } finally {
        await snapshot.close();
      }
      expect((await everything()).long_term).to.have.length(1);
      await store().users.erase(whose(), undefined, randomUUID(), call());
      const empty = Object.fromEntries(BACKUP_PARTS.map((part) => [part, []]));
      expect(await everything()).to.deep.equal(empty);
    });

    it('includes everything acknowledged before it, and access counts that are not yet written', async () => {
      const { id, scope } = await add('one');
      const [said] = await say('vivo en Rosario');
      store().clock.advance(1000);
      const nowMs = store().clock.now();
      await store().stores.LONG_TERM.get({ id, scope }, nowMs, call());
      store().facts.confirm({ scope: ANA, id: said!.id }, nowMs);
      const { long_term, rows: found } = await everything();
      expect(JSON.parse(long_term[0]!)).to.include({ id, accessCount: 1, lastAccessTimeMs: nowMs });
      const fact = found
        .map((line) => JSON.parse(line) as { row: string; fields: object })
        .find(({ row }) => row === 'fact');
      expect(fact?.fields).to.include({ confirmations: 1, confirm_ms: nowMs });
    });

    it('returns the newest change that it includes, and the embedder of its vectors', async () => {
      const newest = async () => Number((await store().changes.bounds({ ...ANA, userId: '' }, call())).end);
      const sequences: number[] = [];
      for (const text of ['one', 'two', 'three']) {
        await add(text);
        const snapshot = await store().backups.snapshot(call());
        sequences.push(snapshot.sequence);
        expect(snapshot.sequence).to.be.at.least(await newest());
        expect(snapshot.embedder?.name).to.equal(store().embedderName);
        await snapshot.close();
      }
      expect(sequences).to.deep.equal([...new Set(sequences)].toSorted((one, other) => one - other));
    });

    it('lists users, each once, in a fixed order', async () => {
      const users = ['é', 'B', 'a', 'b', '10', '9', 'a b'];
      for (const userId of users) await add('one', 'LONG_TERM', userId);
      await inSnapshot(async (parts) => {
        const found = await usersOf(parts);
        expect(found).to.have.members(users);
        expect(await usersOf(parts)).to.deep.equal(found);
      });
      await store().users.erase(whose('b'), undefined, randomUUID(), call());
      expect(await inSnapshot(usersOf)).to.have.members(users.filter((one) => one !== 'b'));
    });

    it('sees all writes of a call or none, under concurrent writers', async () => {
      await atOnce(async (caller) => {
        if (caller % 4 !== 0) return void (await converse(`s${caller}`, 'one', 'two'));
        const found = await rows();
        const turns = found.filter((line) => kindOf(line) === 'turn');
        expect(turns.length).to.equal(2 * found.filter((line) => kindOf(line) === 'session').length);
      }).then((all) => {
        const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
        expect(failed).to.deep.equal([]);
      });
      expect((await rows()).filter((line) => kindOf(line) === 'session')).to.have.length((CALLERS * 3) / 4);
    });

    it('tries a backup in a scratch store, which holds only what was put into it', async () => {
      await fill();
      const backup = await everything();
      const { embedder } = await inSnapshot(async (snapshot) => Promise.resolve(snapshot));
      const [scratch, other] = await Promise.all([
        store().backups.scratch(embedder, call()),
        store().backups.scratch(embedder, call()),
      ]);
      try {
        expect(await scratch.users(undefined, call())).to.deep.equal([]);
        for (const part of BACKUP_PARTS) await scratch.put(whose(), part, backup[part], call());
        expect(await allOf(scratch)).to.deep.equal(backup);
        expect(await scratch.users(undefined, call())).to.deep.equal([whose()]);
        expect(await scratch.users(whose(), call())).to.deep.equal([]);
        expect(await other.users(undefined, call())).to.deep.equal([]);
        await other.put(whose('ben'), 'long_term', backup.long_term.slice(0, 1), call());
        expect(await linesOf(other, 'long_term', whose('ben'))).to.deep.equal(backup.long_term.slice(0, 1));
        expect(await linesOf(other, 'long_term')).to.deep.equal([]);
      } finally {
        await Promise.all([scratch.close(), other.close()]);
      }
      expect(await everything()).to.deep.equal(backup);
      const again = await store().backups.scratch(embedder, call());
      expect(await again.users(undefined, call())).to.deep.equal([]);
      await again.close();
    });

    it('replaces facts, conversations, answers and ordered documents by those of the lines', async () => {
      await fill();
      const state = async () => {
        const uses = await store().accounts.use({ ...whose(), agentId: '' }, call());
        const query = { scope: ANA, domains: [], states: FACT_STATES, pinnedOnly: false, due: false, pageSize: 10 };
        const { facts } = await store().facts.list({ ...query, nowMs: store().clock.now() }, call());
        return { counts: Object.fromEntries(uses.map((use) => [use.name, use.count])), facts };
      };
      const [before, known] = [await everything(), await state()];
      await say('me gusta el mate');
      await converse('s1', 'y un gato');
      await converse('s2', 'otra');
      await keep('In Quito.');
      await order('second');
      const { ordered: documents } = store();
      const change = [{ kind: 'REPLACE', sequence: 1, data: { value: 'changed' } }] as const;
      await documents.write({ scope: ANA, collection: 'inbox', writes: change, nowMs: 1 }, call());
      await replace(before.rows);
      const after = await everything();
      expect(replaced(after.rows)).to.deep.equal(replaced(before.rows));
      expect({ ...after, rows: [] }).to.deep.equal({ ...before, rows: [] });
      expect((await ordered()).map(({ sequence, version }) => [sequence, version])).to.deep.equal([[1, 1]]);
      // No document gets the sequence of one that is gone.
      const { results } = await order('third');
      expect(results[0]?.sequence).to.equal(3);
      const now = await state();
      expect(now.facts).to.deep.equal(known.facts);
      const { ORDERED_DOCUMENT, ...others } = known.counts;
      expect(now.counts).to.deep.equal({ ...others, ORDERED_DOCUMENT: ORDERED_DOCUMENT! + 1 });
    });

    it('has the same result if rows are replaced twice, and leaves other users unchanged', async () => {
      await fill();
      await say('vivo en Quito', 'ben');
      const [lines, ofBen] = [await rows(), await everything(whose('ben'))];
      await replace(lines);
      await replace(lines);
      expect(await rows()).to.deep.equal(lines);
      await replace([]);
      expect(replaced(await rows())).to.deep.equal([]);
      await replace(lines);
      expect(await rows()).to.deep.equal(lines);
      expect(await everything(whose('ben'))).to.deep.equal(ofBen);
    });

    it('restores rows for a user without data', async () => {
      await fill();
      const lines = await rows();
      await store().users.erase(whose(), undefined, randomUUID(), call());
      await replace(lines);
      expect(await rows()).to.deep.equal(lines);
    });

    it('restores missing schemas and plans, and never changes existing ones', async () => {
      const schema = (required: string) => ({ type: 'object', required: [required] });
      const put = (collection: string, of: string) =>
        store().collections.put(
          { scope: ANA, name: collection, schema: schema(of), allowUnfit: false, isOrdered: false, nowMs: 1 },
          call(),
        );
      await put('notes', 'a');
      await put('rooms', 'a');
      await plan(50);
      const lines = await rows();
      await store().collections.remove(ANA, 'rooms', call());
      await put('notes', 'b');
      await plan(60);
      await replace(lines);
      const { collections } = await store().collections.list({ scope: ANA, pageSize: 10 }, call());
      expect(collections.map((one) => [one.name, one.schema])).to.deep.equal([
        ['notes', schema('b')],
        ['rooms', schema('a')],
      ]);
      const { user } = await store().accounts.plans(whose(), call());
      expect(user.overrides.LONG_TERM?.count).to.equal(60);
      await plan(undefined);
      await replace(lines);
      expect((await store().accounts.plans(whose(), call())).user.overrides.LONG_TERM?.count).to.equal(50);
    });

    it('replaces all rows or none, and only by those of one caller under concurrency', async () => {
      await fill();
      const lines = await rows();
      await replace([...lines, '{"row":"fact"']).then(
        () => expect.fail('a line without an end was taken'),
        () => undefined,
      );
      expect(await rows()).to.deep.equal(lines);
      const sets = [lines, lines.filter((line) => kindOf(line) === 'fact')];
      await atOnce((caller) => replace(sets[caller % 2]!));
      const left = JSON.stringify(replaced(await rows()));
      expect(sets.map((set) => JSON.stringify(replaced(set)))).to.include(left);
    });

    it('notes the places of archived memories, except of those that it has or knows', async () => {
      const [one, two, three] = [await add('one'), await add('two'), await add('three')];
      const object = await archive(one, two, three);
      const { archive: lines } = await everything();
      expect(lines).to.have.length(3);
      const putBack = () => store().backups.putArchiveBack(whose(), lines, call());
      expect(await putBack(), 'known').to.equal(0);
      await store().users.erase(whose(), undefined, randomUUID(), call());
      // One of them is a memory again.
      await store().stores.LONG_TERM.ofUser.putBack(whose(), [toPortable(one)], call());
      const results = await atOnce(putBack);
      const counts = results.map((result) => (result.status === 'fulfilled' ? result.value : -1));
      expect(counts.toSorted((a, b) => b - a)).to.deep.equal([2, ...Array<number>(CALLERS - 1).fill(0)]);
      expect(await archivedIds()).to.have.members([two.id, three.id]);
      expect((await everything()).archive).to.deep.equal(lines.filter((line) => !line.includes(one.id)));
      const addresses = await store().lifecycle.archivedAddresses(whose(), [one.id, two.id], call());
      expect(addresses).to.deep.equal([{ id: two.id, object, line: 1 }]);
      const loose = await store().lifecycle.looseObjects(['LONG_TERM'], call());
      expect(loose.filter(({ tenant }) => tenant === ANA.tenant)).to.deep.equal([]);
    });

    it('keeps what was restored across reopening', async () => {
      await fill();
      const backup = await everything();
      await store().users.erase(whose(), undefined, randomUUID(), call());
      await replace(backup.rows);
      await store().backups.putArchiveBack(whose(), backup.archive, call());
      await store.reopen();
      const after = await everything();
      expect([after.rows, after.archive]).to.deep.equal([backup.rows, backup.archive]);
    });

    it('does nothing for an aborted call', async () => {
      await fill();
      const before = await everything();
      const given = { signal: AbortSignal.abort() };
      for (const work of [
        () => store().backups.snapshot(given),
        () => store().backups.scratch(undefined, given),
        () => store().backups.replaceRows(whose(), [], given),
        () => store().backups.putArchiveBack(whose('ben'), before.archive, given),
      ]) {
        expect((await failure(work())).reason).to.equal('CANCELLED');
      }
      expect(await everything()).to.deep.equal(before);
    });
  });
}
