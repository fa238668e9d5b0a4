import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { expireBackups } from '../../server/lifecycle/create-backup.ts';
import { manifests } from '../../server/lifecycle/manifests.ts';
import { BACKUP_SETS } from '../../server/policy/lifecycle.ts';
import { call } from '../conformance/subject.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW_MS = Date.UTC(2026, 5, 1);

describe('Old backups', () => {
  /** Keeps a backup of each age, in days, lets them expire, and returns the ages of those that are left, the newest first. */
  async function left(
    backups: readonly (readonly [days: number, refusedUsers?: number])[],
  ): Promise<readonly number[]> {
    const cold = memoryColdStore();
    const kept = manifests(cold, keysOf(randomBytes(32)));
    for (const [days, refusedUsers] of backups) {
      const backup = { id: `${1000 - days}-daily-${days}`, set: 'DAILY' as const, atMs: NOW_MS - days * DAY_MS };
      const counts = { sequence: 1, embedder: undefined, users: 0, lines: 0, bytes: 0, newBytes: 0 };
      await kept.write({ backup: { ...backup, ...counts, refusedUsers }, users: [] }, call());
    }
    await expireBackups({ cold, manifests: kept, clock: { now: () => NOW_MS } }, call());
    return (await kept.ids(call())).map((id) => Number(id.split('-').at(-1)));
  }
  const old = BACKUP_SETS.DAILY.keptMs / DAY_MS + 1;

  it('are deleted, except the newest', async () => {
    expect(await left([[1], [old], [old + 1]])).to.deep.equal([1]);
    expect(await left([[old], [old + 1]])).to.deep.equal([old]);
  });

  it('are deleted neither if newer ones lack users: the newest that has all users stays', async () => {
    expect(await left([[1, 2], [2, 2], [old, 1], [old + 1], [old + 2]])).to.deep.equal([1, 2, old + 1]);
    expect(await left([[1, 0], [old, 1], [old + 1]])).to.deep.equal([1]);
    expect(
      await left([
        [old, 1],
        [old + 1, 1],
      ]),
    ).to.deep.equal([old]);
  });
});
