/** A data folder in which everything that a master key seals is there: archive, backups, erasures, a standby. */
import { join } from 'node:path';
import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import type { Transport, TransportCall } from '../../../client/transport.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { openRecorda, type RecordaOptions } from '../../../server/recorda.ts';
import { all } from '../../api/doors.ts';
import { lastOf } from '../../api/lifecycle-doors.ts';

/** The memories that an agent may have; further ones are archived. */
const CAP = 2;
const ADDED = 4;

/** Opens a server that ships to the folder `standby` beside the store. */
export async function openSealed(folder: string, options: Partial<RecordaOptions> = {}): Promise<Recorda> {
  const { pipeline, close } = await openRecorda({
    dataDir: join(folder, 'data'),
    warmUp: false,
    isBrief: true,
    log: silentLog,
    warmTierMaxPerAgent: CAP,
    standby: { address: { kind: 'files', folder: join(folder, 'standby') }, intervalMs: 50, keptMs: 86_400_000 },
    ...options,
  });
  return recordaOver(patient(pipelineTransport(pipeline, close)));
}

/** A busy machine must not make a call too late. */
function patient({ unary, stream, close }: Transport): Transport {
  const longer = (call: TransportCall): TransportCall => ({ ...call, deadlineMs: call.deadlineMs + 3_600_000 });
  return {
    unary: (method, request, call) => unary(method, request, longer(call)),
    stream: (method, request, call) => stream(method, request, longer(call)),
    close,
  };
}

/** Gives each user an archive and a part in a backup, and erases one more user. */
export async function fillSealed({ agent, admin }: Pick<Recorda, 'agent' | 'admin'>, users: readonly string[]) {
  for (const userId of [...users, 'gone']) {
    for (let count = 0; count < ADDED; count += 1) {
      await agent({ userId }).add(`Note ${count} of ${userId}`, { importance: count / ADDED });
    }
  }
  await lastOf(admin.runSleepCycle({ force: true }));
  await lastOf(admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
  await lastOf(admin.deleteUserData({ userId: 'gone', force: true }));
}

/** Everything that was sealed can be opened, and what was erased is gone. */
export async function expectWhole({ agent, admin }: Pick<Recorda, 'agent' | 'admin'>, users: readonly string[]) {
  const { backups, damagedIds } = await admin.listBackups({});
  expect(damagedIds, 'backups that no key opens').to.deep.equal([]);
  expect(backups).not.to.be.empty;
  for (const { id } of backups) {
    expect(await lastOf(admin.verifyBackup({ id }))).to.deep.include({ faultCount: 0, isDone: true });
  }
  for (const userId of users) {
    const { memories } = await admin.listArchive({ userId, pageSize: 100 });
    expect(memories, userId).not.to.be.empty;
    const found = await agent({ userId }).retrieve(`Note 0 of ${userId}`, { includeArchived: true, topK: 10 });
    expect(
      found.filter(({ archive }) => archive !== undefined),
      userId,
    ).not.to.be.empty;
  }
  const restored = await lastOf(admin.restoreBackup({}));
  expect(restored.isDone).to.equal(true);
  expect(await all(agent({ userId: 'gone' }).list())).to.deep.equal([]);
}
