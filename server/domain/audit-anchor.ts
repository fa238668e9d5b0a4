/**
 * Anchors of the audit log: signed statements of how long the log was and of its last hash, which are kept apart from the log. Whoever
 * rewrites the log, or cuts it off together with its head, cannot change what an anchor said before.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { AUDITING } from '../policy/lifecycle.ts';
import type { AuditEnd } from './audit.ts';

/** The name of the text format. The same key signs receipts of erasures, whose format has another name. */
const FORMAT = 'recorda-audit-anchor/1';

/** A signed statement as it is stored: the text is JSON, the key is in PEM. */
export type SignedAnchor = { readonly text: string; readonly signature: Uint8Array; readonly publicKey: string };

/** The end of the log at a time. */
export type AnchorStatement = AuditEnd & {
  readonly atMs: number;
  /** The id of the key that signed it. */
  readonly keyId: string;
};

/**
 * DIFFERS: the log has other content up to that page than it had. AHEAD: the log ends before that page. INVALID: the anchor is damaged, or
 * the key that it names did not sign it.
 */
export type AnchorFaultKind = 'DIFFERS' | 'AHEAD' | 'INVALID';

/** Returns the id of a public key in PEM. Throws if it is no key. */
export function keyIdOf(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, AUDITING.anchorKeyId);
}

/** Returns the text that is signed. */
export function anchorText({ log, pageNo, count, hash, atMs, keyId }: AnchorStatement, server: string): string {
  const time = new Date(atMs).toISOString();
  return JSON.stringify({ format: FORMAT, log, page: pageNo, records: count, hash, time, key: keyId, server });
}

/** Writes an anchor as one line. */
export function anchorLine({ text, signature, publicKey }: SignedAnchor): string {
  return `${JSON.stringify({ text, signature: Buffer.from(signature).toString('base64'), publicKey })}\n`;
}

/** Reads the first line of an object or a file; undefined if that is no anchor. */
export function parseAnchor(content: string): SignedAnchor | undefined {
  const { text, signature, publicKey } = asObject(content.split('\n', 1)[0] ?? '');
  if (typeof text !== 'string' || typeof signature !== 'string' || typeof publicKey !== 'string') return undefined;
  return { text, signature: Buffer.from(signature, 'base64'), publicKey };
}

/** Returns what an anchor states; undefined if the key that it names did not sign it. */
export function statementOf({ text, signature, publicKey }: SignedAnchor): AnchorStatement | undefined {
  if (!isSignedBy(publicKey, text, signature)) return undefined;
  const { format, log, page, records, hash, time, key } = asObject(text);
  const atMs = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (format !== FORMAT || typeof log !== 'string' || typeof hash !== 'string' || typeof key !== 'string') return;
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(records) || Number.isNaN(atMs)) return;
  if (key !== keyIdOf(publicKey)) return;
  return { log, pageNo: page as number, count: records as number, hash, atMs, keyId: key };
}

/** Compares an anchor with the log; `hash` is that of the same page, if the log has it. */
export function compareAnchor(
  { log, pageNo, hash: anchored }: AnchorStatement,
  end: AuditEnd | undefined,
  hash: string | undefined,
): AnchorFaultKind | undefined {
  // A log that begins otherwise was rewritten, however long it is.
  if (end !== undefined && end.log !== log) return 'DIFFERS';
  if (end === undefined || pageNo > end.pageNo) return 'AHEAD';
  return hash === anchored ? undefined : 'DIFFERS';
}

function isSignedBy(publicKey: string, text: string, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey(publicKey);
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}

function asObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
