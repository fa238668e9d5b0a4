/** A server that starts while another one erases a user. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { erasures, type ErasureParts } from '../../server/erasing/erasures.ts';
import type { ErasureTarget } from '../../server/ports/users.ts';
import { erasureBarrier } from '../../server/stores/middleware/erasure-barrier.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { all } from '../api/doors.ts';
import { call } from '../conformance/subject.ts';

const ANA = { tenant: 't', userId: 'ana' };

function gated() {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open: () => open() };
}

const everybodyOf = (whose: typeof ANA) =>
  async function* () {
    yield whose;
  };

describe('an erasure that another server is at', () => {
  let postgres: PostgresProcess | undefined;
  let copies: readonly [OpenedCopy, OpenedCopy];
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    const url = await postgres!.newDatabase();
    copies = [await openCopy(url), await openCopy(url)];
  });
  afterEach(async () => {
    for (const { close, dataDir } of copies) {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
  after(async () => {
    await postgres?.stop();
  });

  const erasuresOf = (
    { users, others }: OpenedCopy,
    erase: ErasureTarget['erase'],
    journal: Partial<ErasureParts['journal']> = {},
  ) =>
    erasures({
      targets: [{ name: 'target', count: async () => [], erase }],
      store: users,
      journal: {
        write: async () => ({ entry: new Uint8Array() }),
        unseen: async () => [],
        level: async () => [],
        ...journal,
      } as unknown as ErasureParts['journal'],
      eraseAgain: [],
      keys: { idOf: async () => undefined },
      signer: {
        sign: async () => ({ signature: new Uint8Array(), publicKey: '' }),
      } as unknown as ErasureParts['signer'],
      barrier: erasureBarrier(),
      others,
      clock: { now: Date.now },
      newUuid: randomUUID,
    });
  /** Begins an erasure at the first server that ends once `open` is called, and is told when its target is being erased. */
  function beginAtFirst() {
    const { promise: gate, open } = gated();
    const { promise: isAtIt, open: reached } = gated();
    const steps = erasuresOf(copies[0], async () => {
      reached();
      await gate;
      return [];
    }).erase(ANA, undefined, call());
    return { open, isAtIt, done: all(steps) };
  }

  it('is not repeated by one that starts meanwhile, which waits for its end', async () => {
    const { open, isAtIt, done } = beginAtFirst();
    await isAtIt;
    let erased = 0;
    let isSettled = false;
    const settling = erasuresOf(copies[1], async () => {
      erased += 1;
      return [];
    })
      .settle()
      .then(({ count }) => {
        isSettled = true;
        return count;
      });
    await sleep(600);
    expect({ isSettled, erased }).to.deep.equal({ isSettled: false, erased: 0 });
    open();
    await done;
    expect(await settling).to.equal(0);
    expect(erased).to.equal(0);
    expect(await copies[1].users.begun()).to.deep.equal([]);
  });

  it('is not repeated by one that finds it in the log only', async () => {
    let id = '';
    const { promise: gate, open } = gated();
    const { promise: isLogging, open: reached } = gated();
    const steps = erasuresOf(copies[0], async () => [], {
      async write(logged) {
        ({ id } = logged);
        reached();
        await gate;
        return { entry: new Uint8Array() } as never;
      },
    }).erase(ANA, undefined, call());
    const done = all(steps);
    await isLogging;
    const noted: string[] = [];
    const second = { ...copies[1], users: { ...copies[1].users, everybody: everybodyOf(ANA) } };
    second.users.noteErased = async (erased) => void noted.push(...erased.map((one) => one.id));
    let erased = 0;
    const entry = { place: coldPartition(ANA), types: undefined, atMs: Date.now(), entry: new Uint8Array() };
    const settled = await erasuresOf(
      second,
      async () => {
        erased += 1;
        return [];
      },
      {
        unseen: async () =>
          [
            { ...entry, id },
            { ...entry, id: 'of a server that is gone' },
          ] as never,
      },
    ).settle();
    expect({ count: settled.count, erased, noted }).to.deep.equal({
      count: 1,
      erased: 1,
      noted: ['of a server that is gone'],
    });
    open();
    await done;
  });

  it('is repeated once that server has ended', async () => {
    const { open, isAtIt, done } = beginAtFirst();
    await isAtIt;
    await copies[0].close();
    let erased = 0;
    const { count } = await erasuresOf(copies[1], async () => {
      erased += 1;
      return [];
    }).settle();
    expect({ count, erased }).to.deep.equal({ count: 1, erased: 1 });
    expect(await copies[1].users.begun()).to.deep.equal([]);
    open();
    await done.catch(() => undefined);
  });
});
