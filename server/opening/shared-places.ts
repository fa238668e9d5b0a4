/**
 * Checks that places outside the database are the same for all servers: each has a mark, which the database knows. A folder that is not the
 * shared one, or a disk that is not mounted, has another mark or none.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { bytesOf, streamOf } from '../lifecycle/chunks.ts';
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { Log } from '../ports/telemetry.ts';

/** The object in each place. */
const MARK = 'shared-mark';

/** Without other servers, every place is right. Rejects if a place is not the one that the other servers use. One that does not answer is only reported. */
export async function checkPlaces(
  others: Pick<OtherServers, 'agreeOnPlace'> | undefined,
  places: Readonly<Record<string, ColdStore>>,
  log: Pick<Log, 'error'>,
): Promise<void> {
  if (others === undefined) return;
  for (const [name, storage] of Object.entries(places)) {
    try {
      await checkPlace(others, name, storage);
    } catch (error) {
      if (!(error instanceof RecordaError) || error.reason !== 'BACKEND_UNAVAILABLE') throw error;
      log.error(
        { place: name, error: error.message },
        'It is unknown whether this is the place that all servers share',
      );
    }
  }
}

async function checkPlace({ agreeOnPlace }: Pick<OtherServers, 'agreeOnPlace'>, name: string, storage: ColdStore) {
  const call = { signal: stopSignal() };
  const read = async (): Promise<string | undefined> => {
    const chunks = await storage.get(MARK, call);
    return chunks === undefined ? undefined : Buffer.from(await bytesOf(chunks)).toString();
  };
  const own = randomUUID();
  let found = await read();
  const agreed = await agreeOnPlace(name, found ?? own);
  if (found === undefined && agreed === own) {
    await storage.put(MARK, streamOf(Buffer.from(own)), { ifAbsent: true }, call);
    found = await read();
  }
  // The server that was first may be about to write its mark.
  for (let tries = 0; found === undefined && tries < COLD.markTries; tries += 1) {
    await sleep(COLD.markWaitMs);
    found = await read();
  }
  if (found === agreed) return;
  const why = found === undefined ? 'it has no mark' : 'its mark is another one';
  throw new Error(
    `${name} is not the place that the servers over this database share: ${why}. Give all servers the same place, which each of them must reach, and check that its disk is mounted. If it was moved, its object ${MARK} must move with it.`,
  );
}
