/**
 * Anchors of the audit log in cold storage, under `audit/<id of the key>/<day>/<page>`. They are written only if no object has the name,
 * so that no later anchor replaces what an earlier one says.
 */
import {
  anchorLine,
  anchorText,
  compareAnchor,
  keyIdOf,
  parseAnchor,
  statementOf,
  type AnchorStatement,
  type SignedAnchor,
} from '../domain/audit-anchor.ts';
import { RecordaError } from '../domain/errors.ts';
import type { ReceiptSigner } from '../erasing/signing-key.ts';
import { bytesOf, streamOf } from '../lifecycle/chunks.ts';
import { AUDITING, COLD } from '../policy/lifecycle.ts';
import type { AnchorFault, AuditAnchors, AuditTrail } from '../ports/audit.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext, Clock } from '../ports/stores.ts';

const FOLDER = 'audit/';
const DAY_LENGTH = '2026-11-28'.length;

export type AnchorParts = {
  readonly cold: ColdStore;
  readonly trail: Pick<AuditTrail, 'end' | 'hashes'>;
  readonly signer: Pick<ReceiptSigner, 'sign' | 'publicKey'>;
  readonly clock: Clock;
  /** The server's name, which each anchor bears; empty if it has none. */
  readonly server: string;
};

/** An anchor with its name in cold storage, or '' if the caller sent it; without `stated` if it is not valid. */
type Found = { readonly name: string; readonly stated: AnchorStatement | undefined };

export function auditAnchors({ cold, trail, signer, clock, server }: AnchorParts): AuditAnchors {
  return {
    async write(call) {
      const end = await trail.end(call);
      if (end === undefined) return false;
      const keyId = keyIdOf(await signer.publicKey());
      const atMs = clock.now();
      const text = anchorText({ ...end, atMs, keyId }, server);
      const line = Buffer.from(anchorLine({ text, ...(await signer.sign(text)) }));
      const day = new Date(atMs).toISOString().slice(0, DAY_LENGTH);
      const page = String(end.pageNo).padStart(AUDITING.anchorDigits, '0');
      const put = await cold.put(`${FOLDER}${keyId}/${day}/${page}`, streamOf(line), { ifAbsent: true }, call);
      return put !== undefined;
    },

    async check(given, call) {
      const found = [...(await stored(cold, call)), ...given.map((anchor) => foundAs('', anchor))];
      const ownKey = keyIdOf(await signer.publicKey());
      // The end is read after the anchors, so that one written meanwhile does not seem to be ahead of the log.
      const end = await trail.end(call);
      const pageNos = new Set(found.flatMap(({ stated }) => stated?.pageNo ?? []));
      const hashes = new Map((await trail.hashes([...pageNos], call)).map(({ pageNo, hash }) => [pageNo, hash]));
      const faults: AnchorFault[] = [];
      let [agreeing, others, newestMs] = [0, 0, -Infinity];
      for (const { name, stated } of found) {
        if (stated === undefined) faults.push({ kind: 'INVALID', name });
        // Servers may share cold storage. A server whose key was lost still knows its own log by its first page.
        else if (name !== '' && stated.keyId !== ownKey && stated.log !== end?.log) others += 1;
        else {
          const kind = compareAnchor(stated, end, hashes.get(stated.pageNo));
          if (kind === undefined) [agreeing, newestMs] = [agreeing + 1, Math.max(newestMs, stated.atMs)];
          else faults.push({ kind, name, stated });
        }
      }
      faults.sort((one, other) => (one.stated?.atMs ?? 0) - (other.stated?.atMs ?? 0));
      return { agreeing, others, faults, ...(agreeing > 0 && { newestMs }) };
    },
  };
}

/** Reads all anchors of cold storage. */
async function stored(cold: ColdStore, call: CallContext): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after: string | undefined;
  do {
    const page = await cold.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
    for (let at = 0; at < page.objects.length; at += AUDITING.anchorsAtOnce) {
      const some = page.objects.slice(at, at + AUDITING.anchorsAtOnce);
      found.push(...(await Promise.all(some.map(({ name }) => read(cold, name, call)))));
    }
    after = page.next;
  } while (after !== undefined);
  return found;
}

async function read(cold: ColdStore, name: string, call: CallContext): Promise<Found> {
  try {
    const chunks = await cold.get(name, call);
    if (chunks === undefined) return { name, stated: undefined };
    return foundAs(name, parseAnchor(Buffer.from(await bytesOf(chunks)).toString()));
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED') return { name, stated: undefined };
    throw error;
  }
}

/** An anchor that was copied to another name states something, but not what that name says. */
function foundAs(name: string, anchor: SignedAnchor | undefined): Found {
  const stated = anchor && statementOf(anchor);
  const isInPlace = stated !== undefined && (name === '' || name.startsWith(`${FOLDER}${stated.keyId}/`));
  return { name, stated: isInPlace ? stated : undefined };
}
