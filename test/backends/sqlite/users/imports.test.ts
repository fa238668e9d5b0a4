import { expect } from 'chai';
import { RecordaError } from '../../../../server/domain/errors.ts';
import type { PortableMemory } from '../../../../server/domain/portable.ts';
import type { PortableRow } from '../../../../server/domain/portable-rows.ts';
import { call } from '../../../conformance/subject.ts';
import { readTurns } from '../../../conformance/turns.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const ANA = { tenant: 'one', userId: 'ana' };
const BEN = { tenant: 'two', userId: 'ben' };

const trait = (at: number): PortableMemory => ({
  id: `pe_${String(at).padStart(32, '0')}`,
  agentId: '',
  sessionId: '',
  namespace: '',
  taskId: '',
  createTimeMs: at,
  updateTimeMs: at,
  version: 1,
  payload: { type: 'PERSONA', key: `trait ${at}`, value: 'so it is', versions: [] },
});
const collection: PortableRow = {
  row: 'collection',
  fields: { name: 'shop', schema: null, version: 1, create_ms: 1, update_ms: 1 },
};
const traits = (from: number, count: number) => Array.from({ length: count }, (_, at) => trait(from + at));

describe('imports into SQLite', () => {
  let store: TemporaryStore;
  beforeEach(async () => {
    store = await openTemporary();
  });
  afterEach(() => closeAndDelete(store));

  const countOf = (whose: typeof ANA) => store.stores.PERSONA.ofUser.count(whose, call());
  const rowsOf = async (whose: typeof ANA) => (await store.users.rows.page(whose, undefined, call())).rows.length;
  const failure = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('put a quota into effect at once, in a store in which none was set before', async () => {
    const quota: PortableRow = { row: 'quota', fields: { name: 'PERSONA', count: 1, bytes: null, alerts: null } };
    await store.users.rows.putBack(ANA, [quota], call());
    const add = async (at: number) => {
      const { id, payload } = trait(at);
      const scope = { ...ANA, agentId: '', sessionId: '', namespace: '', taskId: '' };
      const [outcome] = await store.stores.PERSONA.add([{ id, scope, payload, nowMs: at, autoPrune: 'OFF' }], call());
      return outcome?.ok === false ? outcome.error.reason : outcome?.ok;
    };
    expect(await add(1)).to.equal(true);
    expect(await add(2)).to.equal('QUOTA_EXCEEDED');
  });

  it('show nothing before all of it is there', async () => {
    const { rows, imports } = store.users;
    const { ofUser } = store.stores.PERSONA;
    const gather: Parameters<typeof imports.together>[1] = async (under) => {
      for (let at = 0; at < 5; at += 1) await ofUser.putBack(ANA, traits(at * 100, 100), under);
      await rows.putBack(ANA, [collection], under);
      expect([await countOf(ANA), await rowsOf(ANA)]).to.deep.equal([0, 0]);
    };
    expect(await imports.together(ANA, gather, call())).to.deep.equal({ taken: 501, skipped: 0 });
    expect([await countOf(ANA), await rowsOf(ANA)]).to.deep.equal([500, 1]);
    expect(
      await imports.together(ANA, async (under) => void (await ofUser.putBack(ANA, traits(0, 9), under)), call()),
    ).to.deep.equal({ taken: 0, skipped: 9 });
    expect(await imports.together(ANA, async () => undefined, call())).to.deep.equal({ taken: 0, skipped: 0 });
  });

  it('leave nothing of what is refused at its end, in the store or in what is counted', async () => {
    const { rows, imports } = store.users;
    const { ofUser } = store.stores.PERSONA;
    await ofUser.putBack(BEN, [trait(450)], call());
    const error = await failure(
      imports.together(
        ANA,
        async (under) => {
          await rows.putBack(ANA, [collection], under);
          for (let at = 0; at < 5; at += 1) await ofUser.putBack(ANA, traits(at * 100, 100), under);
        },
        call(),
      ),
    );
    expect(error).to.be.instanceOf(RecordaError).and.to.have.property('reason', 'FIELD_INVALID');
    expect([await countOf(ANA), await rowsOf(ANA), await countOf(BEN)]).to.deep.equal([0, 0, 1]);
    expect(await store.users.count(ANA, undefined, call())).to.deep.equal([]);
  });

  it('leave no quota in force that came with what is refused at its end', async () => {
    const { rows, imports } = store.users;
    const { ofUser } = store.stores.PERSONA;
    const say = ({ tenant, userId }: typeof ANA, sessionId: string) => {
      const scope = { tenant, userId, sessionId, agentId: '', namespace: '', taskId: '' };
      const turns = readTurns(
        { clock: store.clock, embed: (text) => encoder.embed(text) },
        [{ content: `Hello ${sessionId}` }],
        scope,
      );
      return store.context.append({ scope, turns, nowMs: store.clock.now() }, call());
    };
    await say(BEN, 'his');
    const session = (await rows.page(BEN, undefined, call())).rows.find(({ row }) => row === 'session')!;
    const quota: PortableRow = { row: 'quota', fields: { name: 'SESSION', count: 1, bytes: null, alerts: null } };
    await ofUser.putBack(BEN, [trait(450)], call());
    const error = await failure(
      imports.together(
        ANA,
        async (under) => {
          await rows.putBack(ANA, [quota, session], under);
          await ofUser.putBack(ANA, [trait(450)], under);
        },
        call(),
      ),
    );
    expect(error).to.have.property('reason', 'FIELD_INVALID');
    for (const sessionId of ['one', 'two', 'three']) expect(await failure(say(ANA, sessionId))).to.equal(undefined);
  });

  it('leave nothing of what fails while it comes', async () => {
    const { imports } = store.users;
    const { ofUser } = store.stores.PERSONA;
    const error = await failure(
      imports.together(
        ANA,
        async (under) => {
          await ofUser.putBack(ANA, traits(0, 100), under);
          throw new Error('away');
        },
        call(),
      ),
    );
    expect(error).to.have.property('message', 'away');
    await store.users.imports.together(ANA, async () => undefined, call());
    expect(await countOf(ANA)).to.equal(0);
  });

  it('find whose ids are, whatever their tenant', async () => {
    const { rows } = store.users;
    await store.stores.PERSONA.ofUser.putBack(BEN, [trait(1), trait(2)], call());
    await store.stores.PERSONA.ofUser.putBack(ANA, [trait(3)], call());
    const ids = traits(0, 5).map(({ id }) => id);
    const of = (whose: typeof ANA) => rows.takenIds(whose, ids, call());
    expect(await of(ANA)).to.deep.equal({ own: [ids[3]], others: [ids[1], ids[2]] });
    expect(await of(BEN)).to.deep.equal({ own: [ids[1], ids[2]], others: [ids[3]] });
    expect(await of({ tenant: 'two', userId: 'nobody' })).to.deep.equal({ own: [], others: [ids[1], ids[2], ids[3]] });
  });
});
