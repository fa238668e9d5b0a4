/** Reads from a standby of PostgreSQL that streams from it: they are true while it lags, and come from it once it has what was seen. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect } from '../../client/index.ts';
import { USER_REVISION_HEADER } from '../../contract/wire.ts';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import { noteRevision } from '../../server/domain/user-revision.ts';
import { READ_STANDBY } from '../../server/policy/postgres.ts';
import type { StandbyReadOutcome } from '../../server/ports/telemetry.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, startStandby, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { call, failure } from '../conformance/subject.ts';
import { lastAsked, startServerOver } from './server-over-standby.ts';

const USER = { tenant: 't', userId: 'ana' };
const scope: Scope = { ...USER, agentId: '', sessionId: '', namespace: '', taskId: '' };
/** Enough that a hint of the primary, which comes a moment after each commit, does not hide a read that did not wait. */
const ROUNDS = 20;
/** The time within which a standby takes over what the primary has. */
const FOLLOWS_MS = 10_000;

describe('reads from a standby of PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let standby: PostgresProcess | undefined;
  let url: string;
  let readUrl: string;
  const copies: OpenedCopy[] = [];
  /** Who answered each read, except those that servers make for themselves. */
  const outcomes: StandbyReadOutcome[] = [];
  const telemetry = {
    standbyRead: (outcome: StandbyReadOutcome) => void outcomes.push(outcome),
    storeCommit: () => undefined,
  };
  const open = async (read: string | undefined = readUrl): Promise<OpenedCopy> => {
    const copy = await openCopy(url, { address: { url, read: { url: read } }, telemetry });
    copies.push(copy);
    return copy;
  };
  const add = async ({ stores }: OpenedCopy, content: string): Promise<void> => {
    const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
    const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
    const command = { id, scope, payload, nowMs: Date.now(), autoPrune: 'OFF', requestId: undefined } as const;
    const [outcome] = await stores.LONG_TERM.add([command], call());
    if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
  };
  const count = async ({ stores }: OpenedCopy, revision: number): Promise<number> => {
    const asked = call();
    noteRevision(asked.signal, revision);
    outcomes.splice(0);
    return (await stores.LONG_TERM.ofUser.page(USER, undefined, asked)).memories.length;
  };
  const asked = () => lastAsked(standby!, readUrl);
  const head = async (of: PostgresProcess): Promise<number> =>
    Number((await of.query<{ number: string }>(url, 'SELECT number FROM recorda.head'))[0]!.number);
  const followed = async (): Promise<void> => {
    const number = await head(postgres!);
    for (const endMs = performance.now() + FOLLOWS_MS; (await head(standby!)) < number; await sleep(20))
      expect(performance.now(), 'the standby follows').to.be.below(endMs);
  };
  const pause = () => standby!.query(readUrl, 'SELECT pg_wal_replay_pause()');
  const resume = () => standby!.query(readUrl, 'SELECT pg_wal_replay_resume()');

  before(async () => {
    postgres = await startPostgres();
    standby = await startStandby(postgres);
  });
  beforeEach(async () => {
    url = await postgres!.newDatabase();
    readUrl = url.replace(`:${postgres!.port}`, `:${standby!.port}`);
    const form = await openCopy(url);
    await form.close();
    await rm(form.dataDir, { recursive: true });
    for (const endMs = performance.now() + FOLLOWS_MS; ; await sleep(20)) {
      if ((await head(standby!).catch(() => -1)) >= 0) break;
      expect(performance.now(), 'the standby has the database').to.be.below(endMs);
    }
  });
  afterEach(async () => {
    await resume();
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });
  after(async () => {
    await standby?.stop();
    await postgres?.stop();
  });

  it('show each write that was seen while the standby stands still, at any server', async () => {
    const [one, other] = [await open(), await open()];
    await followed();
    await pause();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await add(one, `memory ${round}`);
      const seen = one.revisionOf!(USER);
      expect(await count(other, seen)).to.equal(round);
      expect(outcomes).to.deep.equal(['behind']);
      expect(other.revisionOf!(USER)).to.equal(seen);
      expect(await count(one, seen)).to.equal(round);
    }
    expect(await head(standby!)).to.be.below(await head(postgres!));
  });

  it('come from the standby once it has what was seen, and from the primary for who has seen nothing', async () => {
    const [one, other] = [await open(), await open()];
    await add(one, 'a memory');
    await followed();
    const seen = one.revisionOf!(USER);
    for (let round = 0; round < 3; round += 1) {
      const before = await asked();
      expect(await count(other, seen)).to.equal(1);
      expect(outcomes).to.deep.equal(['standby']);
      const after = await asked();
      expect(after).to.be.greaterThan(before);
      await other.stores.LONG_TERM.ofUser.page(USER, undefined, call());
      expect(await asked()).to.equal(after);
      expect(outcomes).to.deep.equal(['standby', 'no_revision']);
    }
  });

  it('tell of a user what was last committed about that user', async () => {
    const one = await open();
    await add(one, 'a memory');
    const seen = one.revisionOf!(USER);
    const ben = { ...scope, userId: 'ben' };
    const payload = { type: 'LONG_TERM', content: 'of another', speaker: '' } as const;
    const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
    await one.stores.LONG_TERM.add(
      [{ id, scope: ben, payload, nowMs: Date.now(), autoPrune: 'OFF', requestId: undefined }],
      call(),
    );
    expect(one.revisionOf!(USER)).to.equal(seen);
    expect(one.revisionOf!({ tenant: 't', userId: 'ben' })).to.be.greaterThan(seen);
  });

  it('are refused as all others are once nothing was heard of the primary for a while', async () => {
    const copy = await open();
    await add(copy, 'a memory');
    await followed();
    const seen = copy.revisionOf!(USER);
    expect(await count(copy, seen)).to.equal(1);
    await postgres!.hang();
    try {
      expect(await count(copy, seen)).to.equal(1);
      await sleep(READ_STANDBY.staleMs);
      const { reason } = await failure(count(copy, seen));
      expect(reason).to.equal('BACKEND_UNAVAILABLE');
      expect(outcomes).to.deep.equal(['stale']);
    } finally {
      await postgres!.wake();
    }
    // It is noticed with the next probe that it answers again.
    for (const endMs = performance.now() + FOLLOWS_MS; ; await sleep(50)) {
      if ((await count(copy, seen).catch(() => 0)) === 1) break;
      expect(performance.now(), 'the primary is asked again').to.be.below(endMs);
    }
  });

  it('come from the primary if the standby is away, hangs or is another database', async () => {
    const elsewhere = await postgres!.newDatabase();
    const strange = await openCopy(elsewhere);
    for (let n = 0; n < 5; n += 1) await add(strange, `strange ${n}`);
    await strange.close();
    await rm(strange.dataDir, { recursive: true });
    for (const read of ['postgres://postgres@127.0.0.1:1/none', elsewhere]) {
      const copy = await open(read);
      await add(copy, 'a memory');
      expect(await count(copy, 0)).to.be.greaterThan(0);
      expect(outcomes).to.deep.equal(['away']);
      expect(copy.failure()).to.equal(undefined);
    }
    const copy = await open();
    await followed();
    await standby!.hang();
    try {
      const fromMs = performance.now();
      expect(await count(copy, copy.revisionOf!(USER))).to.equal(2);
      expect(outcomes).to.deep.equal(['away']);
      expect(performance.now() - fromMs).to.be.below(READ_STANDBY.answerMs * 4);
    } finally {
      await standby!.wake();
    }
  });

  it('are what a client gets that sends back what it was told, over gRPC and HTTP', async () => {
    const server = await startServerOver(url, readUrl);
    const told: (string | null)[] = [];
    const sent: (string | null)[] = [];
    const spy: typeof fetch = async (input, init) => {
      sent.push(new Headers(init?.headers).get(USER_REVISION_HEADER));
      const response = await fetch(input, init);
      told.push(response.headers.get(USER_REVISION_HEADER));
      return response;
    };
    const clients = [connect(server.address), connect(`http://127.0.0.1:${server.httpPort}`, { fetch: spy })];
    try {
      for (const [n, client] of clients.entries()) {
        const agent = client.agent({ userId: `user ${n}`, agentId: 'guide', sessionId: 'monday' });
        const { memory } = await agent.add('likes skiing');
        await followed();
        const before = await asked();
        expect((await agent.get(memory.id)).text).to.include('skiing');
        expect(await asked()).to.be.greaterThan(before);
        // The end of a stream tells it, too.
        const retrieve = { scope: { userId: `user ${n}`, agentId: 'guide', sessionId: 'monday' }, query: 'skiing' };
        for await (const _ of client.memory.streamRetrieveMemories({ retrieve }));
      }
      expect(sent[0]).to.equal(null);
      expect(told[0]).to.match(/^\d+$/);
      expect(sent[1]).to.equal(told[0]);
      const { read } = await checkPostgres({ url, read: { url: readUrl } });
      expect(read).to.deep.equal({ isGood: true, said: 'a standby, 0 commits behind' });
      const same = await checkPostgres({ url, read: { url } });
      expect(same.read.isGood).to.equal(false);
    } finally {
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
    }
  });
});
