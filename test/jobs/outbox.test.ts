import { expect } from 'chai';
import { indexedMemoryStore } from '../../server/backends/indexed/indexed-memory-store.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { embedderKey } from '../../server/embedders/embedder-key.ts';
import { mirrorOutbox, type Mirroring } from '../../server/jobs/outbox.ts';
import type { Leases } from '../../server/ports/leases.ts';
import type { TextToEmbed } from '../../server/ports/reembedding.ts';
import { SLEEP_CYCLE } from '../../server/policy/lifecycle.ts';
import { OUTBOX } from '../../server/policy/backends.ts';
import { silentLog, type OutboxGauges } from '../../server/ports/telemetry.ts';
import type { Added } from '../../server/ports/stores.ts';
import { laggingIndex, type LaggingIndex } from '../backends/indexed/lagging-index.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, failure, startEmpty, subjectOf, textOf, type Subject } from '../conformance/subject.ts';

type Server = {
  readonly temporary: TemporaryStore;
  readonly subject: Subject;
  readonly gauges: () => OutboxGauges | undefined;
  close(): Promise<void>;
  /** Stops as a kill would: nothing more is sent, and the file stays. */
  stop(): Promise<void>;
};

function serve(
  temporary: TemporaryStore,
  index: LaggingIndex,
  isSole: boolean,
  leases: Leases = temporary.leases,
): Server {
  const { clock, local, outbox } = temporary;
  let last: OutboxGauges | undefined;
  const telemetry = { outbox: (gauges: OutboxGauges): void => void (last = gauges) };
  const mirroring: Mirroring = mirrorOutbox({ outbox, index, leases, clock, log: silentLog, telemetry });
  const store = indexedMemoryStore({
    local,
    index,
    outbox,
    clock,
    isSole,
    embed: (text) => encoder.embed(text),
    embedder: embedderKey(encoder.identity),
  });
  const never = () => Promise.reject(new Error('not asked for'));
  const opened = { store, clock, embed: (text: string) => encoder.embed(text), flush: temporary.sweep };
  const subject = subjectOf({ ...opened, reopen: never, close: never }, 'LONG_TERM');
  return {
    temporary,
    subject,
    gauges: () => last,
    async stop() {
      await mirroring.stop();
      await temporary.close();
    },
    async close() {
      await mirroring.stop();
      await closeAndDelete(temporary);
    },
  };
}

async function open(
  index: LaggingIndex,
  more: { readonly dataDir?: string; readonly isSole?: boolean } = {},
): Promise<Server> {
  const { isSole = false, ...rest } = more;
  return serve(await openTemporary({ ...rest, mirror: 'lagging' }), index, isSole);
}

/** Retries until the condition holds, since the outbox works in the background. */
async function eventually(holds: () => unknown, withinMs = 45_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function shownTexts(index: LaggingIndex): readonly string[] {
  return [...index.shown.values()].map(({ record }) => textOf(record.payload)).toSorted();
}

const refused = new RecordaError('FIELD_INVALID', 'The index does not take this.');
const later = new RecordaError('OVERLOADED', 'Not now.', { retryAfterMs: 1 });

describe('the outbox of long-term memory', () => {
  let index: LaggingIndex;
  let servers: Server[];
  const opening = async (
    ...given: Parameters<typeof open> extends [unknown, (infer M)?] ? [M?] : never
  ): Promise<Server> => {
    const server = await open(index, ...given);
    servers.push(server);
    return server;
  };
  beforeEach(() => {
    startEmpty();
    index = laggingIndex(20);
    servers = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });

  it('sends adds, updates and removals to the index, and is empty in the end', async () => {
    const { subject, temporary, gauges } = await opening();
    const added = await subject.addAll(['one', 'two', 'three']);
    const [one, two] = added.map(({ record }) => record.id) as [string, string];
    await subject.store.update(
      { scope: ANA, id: one, patch: { content: 'uno' }, vector: encoder.embed('uno'), nowMs: 5 },
      call(),
    );
    await subject.store.remove({ scope: ANA, id: two, nowMs: 5 }, call());
    expect(added.map(({ isPending }) => isPending)).to.deep.equal([true, true, true]);
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['three', 'uno']));
    await eventually(async () => {
      temporary.clock.advance(OUTBOX.lingerMs);
      expect(await temporary.outbox.state(call())).to.include({ waiting: 0, sent: 0, dead: 0 });
    });
    expect((await subject.texts()).toSorted()).to.deep.equal(['three', 'uno']);
    await eventually(() => expect(gauges()).to.include({ waiting: 0, sent: 0, dead: 0, oldestAgeMs: 0 }));
  });

  it('sends nothing while another server has the lease', async () => {
    let [isHeld, asked] = [false, 0];
    const leases = { hold: async (job: string) => ((asked += 1), job === 'mirror-long-term' && isHeld) };
    const server = serve(await openTemporary({ mirror: 'lagging' }), index, false, leases);
    servers.push(server);
    await server.subject.addAll(['one']);
    const before = asked;
    await eventually(() => expect(asked).to.be.greaterThan(before));
    expect(shownTexts(index)).to.deep.equal([]);
    isHeld = true;
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['one']));
  });

  it('continues after a failed read of the store', async () => {
    const temporary = await openTemporary({ mirror: 'lagging' });
    let failures = 3;
    const outbox = {
      ...temporary.outbox,
      state: (...given: Parameters<typeof temporary.outbox.state>) =>
        (failures -= 1) >= 0 ? Promise.reject(new Error('the thread crashed')) : temporary.outbox.state(...given),
    };
    const server = serve({ ...temporary, outbox }, index, false);
    servers.push(server);
    await eventually(() => expect(failures).to.be.lessThan(3));
    await server.subject.addAll(['one']);
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['one']));
    await eventually(() => expect(failures).to.be.lessThan(0));
  });

  it('fills an index that is new to the store with all memories', async () => {
    const plain = await openTemporary();
    const { record } = await subjectOf(
      {
        store: plain.stores.LONG_TERM,
        clock: plain.clock,
        embed: (text) => encoder.embed(text),
        flush: plain.sweep,
        reopen: () => Promise.reject(new Error()),
        close: () => plain.close(),
      },
      'LONG_TERM',
    ).add('from before');
    await plain.close();
    await opening({ dataDir: plain.dataDir });
    await eventually(() => expect(index.shown.get(record.id)?.record).to.deep.include({ id: record.id, version: 1 }));
  });

  it('refills an index that has lost everything, once the server starts again', async () => {
    const first = await open(index);
    await first.subject.addAll(['one', 'two']);
    await eventually(async () => {
      first.temporary.clock.advance(OUTBOX.lingerMs);
      expect(await first.temporary.outbox.state(call())).to.include({ waiting: 0, sent: 0 });
    });
    await first.stop();
    index = laggingIndex(0);
    await opening({ dataDir: first.temporary.dataDir });
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['one', 'two']));
  });

  it('sends the vectors of another embedder to the index, once the store has changed to it', async () => {
    const { subject, temporary } = await opening();
    const { record } = await subject.add('User enjoys skiing');
    await eventually(() => expect(index.shown.has(record.id)).to.equal(true));
    const to = { name: 'other', version: '1', dimensions: 3 };
    let made: readonly (TextToEmbed & { readonly vector: Float32Array })[] = [];
    for (let isOver = false; !isOver;) {
      const step = await temporary.reembed({ to, made });
      made = step.lacking.map((text) => ({ ...text, vector: Float32Array.of(1, 0, 0) }));
      isOver = step.changedOver;
    }
    await eventually(() => {
      const { embedder, vector } = index.shown.get(record.id)!;
      expect({ embedder, vector }).to.deep.equal({ embedder: embedderKey(to), vector: Float32Array.of(1, 0, 0) });
    });
  });

  it('notes changes while the index is not in use, and sends them later', async () => {
    const first = await open(index);
    const { record } = await first.subject.add('to be removed');
    await eventually(() => expect(index.shown.has(record.id)).to.equal(true));
    await first.stop();
    const { dataDir } = first.temporary;
    const plain = await openTemporary({ dataDir });
    await plain.stores.LONG_TERM.remove({ scope: ANA, id: record.id, nowMs: plain.clock.now() }, call());
    await plain.close();
    await opening({ dataDir });
    await eventually(() => expect(index.shown.has(record.id)).to.equal(false));
  });

  it('accepts writes while the index is away, refuses searches, and catches up', async () => {
    const { subject } = await opening();
    const { record: early } = await subject.add('early');
    await eventually(() => expect(index.shown.has(early.id)).to.equal(true));
    index.setAway(true);
    const { record: late } = await subject.add('late');
    expect(await subject.get(late.id)).to.include({ id: late.id });
    for (const read of [() => subject.list(), () => subject.retrieve('late')]) {
      expect(await failure(read())).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    }
    await subject.store.update({ scope: ANA, id: late.id, patch: { speaker: 'Ana' }, nowMs: 5 }, call());
    index.setAway(false);
    await eventually(() => expect(index.shown.get(late.id)?.record.payload).to.include({ speaker: 'Ana' }));
    expect((await subject.texts()).toSorted()).to.deep.equal(['early', 'late']);
  });

  it('answers from its own record while the index is away, if no other server writes the index', async () => {
    const { subject } = await opening({ isSole: true });
    await subject.addAll(['User enjoys skiing', 'User likes coffee']);
    index.setAway(true);
    expect(await subject.texts()).to.deep.equal(['User enjoys skiing', 'User likes coffee']);
    const [hit] = await subject.retrieve('skiing', { topK: 1 });
    expect(hit && textOf(hit.record.payload)).to.equal('User enjoys skiing');
  });

  it('gives up a change that the index refuses for good, still serves it, lists it, and can send it again', async () => {
    const { subject, temporary } = await opening();
    const { outbox } = temporary;
    const intent = subject.intent('refused');
    index.refuse(intent.id, refused);
    await subject.store.add([intent, subject.intent('taken')], call());
    const letters = () =>
      outbox.deadLetters({ tenant: ANA.tenant, userId: '', after: { sequence: 0, id: '' }, limit: 10 }, call());
    await eventually(async () => expect(await letters()).to.have.length(1));
    expect((await letters())[0]).to.deep.include({
      id: intent.id,
      userId: 'ana',
      reason: 'REFUSED',
      attempts: 1,
      isRemoved: false,
    });
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['taken']));
    expect((await subject.texts()).toSorted()).to.deep.equal(['refused', 'taken']);
    index.refuse(intent.id, undefined);
    expect(await outbox.replay({ tenant: 'another', ids: [] }, call())).to.equal(0);
    expect(await outbox.replay({ tenant: ANA.tenant, ids: [intent.id] }, call())).to.equal(1);
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['refused', 'taken']));
    expect(await letters()).to.deep.equal([]);
  });

  it('retries a change that the index may accept later, less and less often, a limited number of times', async () => {
    const { subject, temporary } = await opening();
    const { outbox, clock } = temporary;
    const intent = subject.intent('not yet');
    index.refuse(intent.id, later);
    await subject.store.add([intent], call());
    const state = () => outbox.state(call());
    await eventually(async () => {
      // The outbox sleeps by the machine's clock, and is woken by a write.
      clock.advance(OUTBOX.lastRetryMs);
      await subject.add('wakes it');
      expect((await state()).dead).to.equal(1);
    });
    const [letter] = await outbox.deadLetters(
      { tenant: ANA.tenant, userId: 'ana', after: { sequence: 0, id: '' }, limit: 1 },
      call(),
    );
    expect(letter).to.include({ id: intent.id, reason: 'OFTEN', attempts: OUTBOX.attempts });
    index.refuse(intent.id, undefined);
    // A later change of the memory replaces the dead letter.
    await subject.store.update({ scope: ANA, id: intent.id, patch: { speaker: 'Ana' }, nowMs: 5 }, call());
    await eventually(() => expect(index.shown.has(intent.id)).to.equal(true));
    expect(await state()).to.include({ dead: 0 });
  });

  it('reports changes that the index accepted and never showed', async () => {
    const { subject, temporary } = await opening();
    const intent = subject.intent('lost');
    index.lose(intent.id);
    await subject.store.add([intent], call());
    const { outbox, clock } = temporary;
    await eventually(async () => expect(await outbox.state(call())).to.include({ sent: 1 }));
    await eventually(async () => {
      clock.advance(OUTBOX.neverSeenMs);
      expect(await outbox.state(call())).to.include({ dead: 1 });
    });
    expect(await subject.texts()).to.deep.equal(['lost']);
  });

  it('lets servers over one index read, change and delete what another wrote', async () => {
    const [here, there] = [await opening(), await opening()];
    const { record } = await here.subject.add('User lives in Rome', { metadata: { city: 'Rome' } });
    await eventually(async () =>
      expect(await there.subject.get(record.id)).to.deep.include({ id: record.id, version: 1 }),
    );
    const [hit] = await there.subject.retrieve('Where does the user live?');
    expect(hit?.record.id).to.equal(record.id);
    // While the index lags, a change that this server has not seen in a search looks the same as another server's deletion.
    await eventually(async () => {
      here.temporary.clock.advance(OUTBOX.lingerMs);
      expect(await here.temporary.outbox.state(call())).to.include({ waiting: 0, sent: 0 });
    });
    const patch = { content: 'User lives in Paris' };
    const vector = encoder.embed(patch.content);
    const stale = there.subject.store.update(
      { scope: ANA, id: record.id, patch, vector, nowMs: 6, version: 7 },
      call(),
    );
    expect(await failure(stale)).to.include({ reason: 'ETAG_MISMATCH' });
    const updated = await there.subject.store.update(
      { scope: ANA, id: record.id, patch, vector, nowMs: 6, version: 1 },
      call(),
    );
    expect(updated.record).to.deep.include({
      version: 2,
      createTimeMs: record.createTimeMs,
      metadata: { city: 'Rome' },
    });
    expect(await there.subject.texts()).to.deep.equal([patch.content]);
    await eventually(async () => {
      here.temporary.clock.advance(OUTBOX.lingerMs);
      expect(await here.subject.texts()).to.deep.equal([patch.content]);
    });
    expect(await here.subject.get(record.id)).to.deep.include({ version: 2 });
    await there.subject.store.remove({ scope: ANA, id: record.id, nowMs: 7, version: 2 }, call());
    expect(await there.subject.get(record.id)).to.equal(undefined);
    await eventually(async () => expect(await here.subject.get(record.id)).to.equal(undefined));
    const gone = here.subject.store.remove({ scope: ANA, id: record.id, nowMs: 8 }, call());
    expect(await failure(gone)).to.include({ reason: 'MEMORY_NOT_FOUND' });
  });

  it('leaves the newer version of a memory in the index that another server wrote before this one archived it', async () => {
    const [here, there] = [await opening(), await opening()];
    const [{ record: old }, { record: same }] = (await here.subject.addAll(['changed there', 'as it was'])) as [
      Added,
      Added,
    ];
    await eventually(() => expect(index.shown.size).to.equal(2));
    const nowMs = there.temporary.clock.now() + 5000;
    const patch = { content: 'by the other' };
    await there.subject.store.update(
      { scope: ANA, id: old.id, patch, vector: encoder.embed(patch.content), nowMs },
      call(),
    );
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['as it was', 'by the other']));
    const { lifecycle } = here.temporary;
    const object = 'users/x/archive/1';
    await lifecycle.beginArchive(object, ANA, call());
    const evictions = [old, same].map(({ id }, line) => ({
      id,
      version: 1,
      line,
      reason: 'RETENTION' as const,
      mergedInto: undefined,
    }));
    expect(await lifecycle.evict({ object, whose: ANA, evictions }, call())).to.have.length(2);
    await eventually(() => expect(shownTexts(index)).to.deep.equal(['by the other']));
    await eventually(async () => {
      here.temporary.clock.advance(OUTBOX.lingerMs);
      expect(await here.temporary.outbox.state(call())).to.include({ waiting: 0, sent: 0, dead: 0 });
    });
    expect(await here.subject.texts()).to.deep.equal(['by the other']);
  });

  it('ranks memories that have graduated higher', async () => {
    const { subject, temporary } = await opening();
    await subject.addAll(['skiing in the Alps', 'chess in the park']);
    const scoreOf = async (text: string): Promise<number> =>
      (await subject.retrieve('skiing')).find(({ record }) => textOf(record.payload) === text)!.score;
    const before = await scoreOf('chess in the park');
    const [, life] = await temporary.lifecycle.toScore(0, 10, call());
    await temporary.lifecycle.setImportance(
      [{ memoryNo: life!.memoryNo, importance: 0.9, hasGraduated: true }],
      call(),
    );
    expect(await scoreOf('chess in the park')).to.be.closeTo(SLEEP_CYCLE.graduateBoost * before, 1e-6);
  });
});
