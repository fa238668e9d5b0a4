/**
 * Marks the ids in an export's lines with codes that show whose they were. The key of the codes is derived from the
 * master key.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { UserKey } from '../domain/accounts.ts';
import { SEALING } from '../policy/lifecycle.ts';
import type { IdMacs } from '../ports/users.ts';

const PURPOSE = 'recorda ids of exports';
/** The number of bytes that are kept of the 32 of SHA-256: 128 bits. */
const MAC_BYTES = 16;

export function idMacs(master: () => Promise<Uint8Array>): IdMacs {
  async function maker({ tenant, userId }: UserKey): Promise<(ids: readonly string[]) => Buffer> {
    const key = new Uint8Array(hkdfSync('sha256', await master(), new Uint8Array(), PURPOSE, SEALING.keyBytes));
    return (ids) =>
      createHmac('sha256', key)
        .update(JSON.stringify([tenant, userId, ...ids]))
        .digest()
        .subarray(0, MAC_BYTES);
  }

  return {
    async signer(whose) {
      const make = await maker(whose);
      return (ids) => make(ids).toString('base64url');
    },
    async verifier(whose) {
      const make = await maker(whose);
      return (ids, mac) => {
        const given = Buffer.from(mac, 'base64url');
        return given.length === MAC_BYTES && timingSafeEqual(given, make(ids));
      };
    },
  };
}
