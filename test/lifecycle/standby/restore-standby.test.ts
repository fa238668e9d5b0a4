import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { MIGRATIONS } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { readSegmentHead, restoredStore } from '../../../server/backends/sqlite/shipping/restored-store.ts';
import { sealSegment } from '../../../server/backends/sqlite/shipping/segment.ts';
import { stopSignal } from '../../../server/domain/abort.ts';
import { erasedSince } from '../../../server/domain/erased.ts';
import { restoreStandby } from '../../../server/lifecycle/standby/restore-standby.ts';
import { segmentName } from '../../../server/lifecycle/standby/segment-names.ts';
import { DAY_MS } from '../../../server/policy/units.ts';
import { errorOf } from '../../api/doors.ts';
import { keysOf } from '../keys-of.ts';
import { memoryColdStore } from '../memory-cold-store.ts';

const MASTER = new Uint8Array(32).fill(1);
const NOW_MS = 100 * DAY_MS;

describe('a restore whose keys are missing', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-restore-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Restores one segment that holds a part of a user whose key was made at `madeMs`. */
  async function restored(into: string, madeMs: number | undefined, erasedMs: number) {
    const address = { timeline: 't', number: 1 };
    const name = segmentName({ ...address, atMs: NOW_MS, to: 1, isWhole: true, begins: true, ends: true });
    const facts = { address, parent: undefined, ancestors: [], atMs: NOW_MS, to: 1, auditPage: 0 };
    const head = { ...facts, schema: MIGRATIONS.at(-1)?.version ?? 0, columns: {}, sequences: [] };
    const part = { partition: 'ana', shippedClass: 'ROWS', keyId: 'k', madeMs, key: MASTER } as const;
    const storage = memoryColdStore();
    const [master] = await keysOf(MASTER).list(false);
    const headKey = await master.derive('STANDBY_HEAD');
    storage.objects.set(name, sealSegment(name, headKey, head, [{ ...part, holds: { rows: {}, keys: {} } }]));
    return restoreStandby(
      {
        storage,
        keys: { find: async () => ({}) },
        masters: keysOf(MASTER),
        erased: async () => erasedSince([{ id: '1', place: 'ana', atMs: erasedMs }]),
        readHead: readSegmentHead,
        newId: () => 'a',
      },
      () => restoredStore(join(folder, into)),
      {},
      { signal: stopSignal() },
    );
  }

  it('treats a user as erased only if the erasure may have destroyed the key', async () => {
    const hourMs = DAY_MS / 24;
    expect(await errorOf(restored('back', NOW_MS - hourMs, NOW_MS - DAY_MS))).to.include({
      reason: 'USER_KEY_MISSING',
    });
    expect(await restored('with it', NOW_MS - DAY_MS, NOW_MS - hourMs)).to.include({ erasedParts: 1 });
    expect(await restored('during it', NOW_MS - 1, NOW_MS - 2)).to.include({ erasedParts: 1 });
    expect(await restored('of before', undefined, NOW_MS - DAY_MS)).to.include({ erasedParts: 1 });
  });
});
