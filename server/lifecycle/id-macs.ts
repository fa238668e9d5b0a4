/**
 * Marks the ids in an export's lines with codes that show whose they were. The key of the codes is derived from the
 * master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserKey } from '../domain/accounts.ts';
import type { MasterKeys, MasterKey } from '../ports/master-keys.ts';
import type { IdMacs } from '../ports/users.ts';
import { currentKey } from './master-keys/candidates.ts';

/** The number of bytes that are kept of the 32 of SHA-256: 128 bits. */
const MAC_BYTES = 16;

/** Codes are made with the current master key. Those of older keys are valid as long as the server has them. */
export function idMacs(masters: MasterKeys): IdMacs {
  async function maker({ tenant, userId }: UserKey, master: MasterKey): Promise<(ids: readonly string[]) => Buffer> {
    const key = await master.derive('EXPORT_IDS');
    return (ids) =>
      createHmac('sha256', key)
        .update(JSON.stringify([tenant, userId, ...ids]))
        .digest()
        .subarray(0, MAC_BYTES);
  }

  return {
    async signer(whose) {
      const make = await maker(whose, await currentKey(masters));
      return (ids) => make(ids).toString('base64url');
    },
    async verifier(whose) {
      const ring = await masters.list(false);
      const makers = await Promise.all(ring.map((master) => maker(whose, master)));
      return (ids, mac) => {
        const given = Buffer.from(mac, 'base64url');
        return given.length === MAC_BYTES && makers.some((make) => timingSafeEqual(given, make(ids)));
      };
    },
  };
}
