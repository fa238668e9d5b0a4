/**
 * This is the form that a segment has in cold storage. Its head says what it holds, and is sealed with a key of the server; each part is
 * sealed with a key of its user. A part that was moved within the segment, or to another one, does not open.
 *
 *   RSS1 · salt (32) · length of the head (4, little endian) · head · parts
 *   each: a byte that says whether it is deflated · JSON, deflated or not; encrypted as a whole · tag (16)
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { coldObjectDamaged } from '../../../domain/errors.ts';
import { SEALING, STANDBY } from '../../../policy/lifecycle.ts';
import type { RowKey, SegmentFacts, ShippedClass } from '../../../ports/standby.ts';

const MAGIC = Buffer.from('RSS1');
const CIPHER = 'aes-256-gcm';
const PURPOSE = 'recorda segment ';
const LENGTH_BYTES = 4;
/** Head and parts each have a key of their own, so one nonce is enough. */
const NONCE = Buffer.alloc(SEALING.nonceBytes);

/** Rows by table: the values of the columns that the head names, with bytes as an array of one base64 text. */
export type PartRows = {
  readonly rows: Readonly<Record<string, readonly (readonly unknown[])[]>>;
  /** The keys whose earlier rows these replace; a key without rows here was deleted. */
  readonly keys: Readonly<Record<string, readonly RowKey[]>>;
};

export type PartHead = {
  /** '' for rows of no user, which are sealed as the head is. */
  readonly partition: string;
  readonly shippedClass: ShippedClass;
  readonly keyId: string;
  /** The time at which that key was made; undefined in segments of earlier versions. */
  readonly madeMs: number | undefined;
  readonly length: number;
};

export type SegmentHead = Omit<SegmentFacts, 'name'> & {
  /** The version of the schema that the rows are of. */
  readonly schema: number;
  /** The columns of each table that has rows in the segment. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The last number that AUTOINCREMENT gave out in each table. */
  readonly sequences: readonly (readonly [table: string, last: number])[];
  readonly to: number;
  readonly auditPage: number;
  readonly parts: readonly PartHead[];
};

export type SealedPart = Omit<PartHead, 'length'> & { readonly key: Uint8Array; readonly holds: PartRows };

export function sealSegment(
  name: string,
  headKey: Uint8Array,
  head: Omit<SegmentHead, 'parts'>,
  parts: readonly SealedPart[],
): Uint8Array {
  const salt = randomBytes(SEALING.saltBytes);
  const bodies = parts.map(({ key, holds }, index) => seal(key, salt, `${name} ${index}`, holds));
  const heads = parts.map(({ partition, shippedClass, keyId, madeMs }, index): PartHead => {
    return { partition, shippedClass, keyId, madeMs, length: bodies[index]?.length ?? 0 };
  });
  const sealedHead = seal(headKey, salt, name, { ...head, parts: heads });
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(sealedHead.length);
  return Buffer.concat([MAGIC, salt, length, sealedHead, ...bodies]);
}

export type OpenedSegment = {
  readonly head: SegmentHead;
  /** Opens a part. Throws COLD_OBJECT_DAMAGED if it is not what was sealed with this key. */
  part(index: number, key: Uint8Array): PartRows;
};

/** Opens a segment. Throws COLD_OBJECT_DAMAGED. */
export function openSegment(name: string, bytes: Uint8Array, headKey: Uint8Array): OpenedSegment {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginsAt = MAGIC.length + SEALING.saltBytes + LENGTH_BYTES;
  if (all.length < beginsAt || !all.subarray(0, MAGIC.length).equals(MAGIC)) throw coldObjectDamaged(name);
  const salt = all.subarray(MAGIC.length, MAGIC.length + SEALING.saltBytes);
  const partsAt = beginsAt + all.readUInt32LE(beginsAt - LENGTH_BYTES);
  const head = open(headKey, salt, name, all.subarray(beginsAt, partsAt), name) as SegmentHead;
  const starts: number[] = [];
  let at = partsAt;
  for (const { length } of head.parts) {
    starts.push(at);
    at += length;
  }
  if (at !== all.length) throw coldObjectDamaged(name);
  return {
    head,
    part(index, key) {
      const start = starts[index] ?? all.length;
      const body = all.subarray(start, start + (head.parts[index]?.length ?? 0));
      return open(key, salt, `${name} ${index}`, body, name) as PartRows;
    },
  };
}

function seal(key: Uint8Array, salt: Uint8Array, part: string, value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const isDeflated = json.length >= STANDBY.leastDeflated;
  const body = isDeflated ? deflateRawSync(json, { level: STANDBY.deflateLevel }) : json;
  const cipher = createCipheriv(CIPHER, keyOf(key, salt, part), NONCE);
  return Buffer.concat([
    cipher.update(Buffer.of(isDeflated ? 1 : 0)),
    cipher.update(body),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function open(key: Uint8Array, salt: Uint8Array, part: string, bytes: Buffer, name: string): unknown {
  const end = bytes.length - SEALING.tagBytes;
  if (end < 1) throw coldObjectDamaged(name);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(key, salt, part), NONCE);
    decipher.setAuthTag(bytes.subarray(end));
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
    const body = plain.subarray(1);
    return JSON.parse((plain[0] === 1 ? inflateRawSync(body) : body).toString());
  } catch {
    throw coldObjectDamaged(name);
  }
}

function keyOf(key: Uint8Array, salt: Uint8Array, part: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, PURPOSE + part, SEALING.keyBytes));
}
