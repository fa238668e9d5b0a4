/**
 * A table of linear models: "RDL1", u32 length of the header, the header as JSON padded to 4 bytes, then the weights as int8. A group
 * of models shares its buckets: the row of bucket b holds the weights of the group's models side by side.
 */

export type ModelHeader = {
  readonly name: string;
  /** A weight is its byte times this. */
  readonly scale: number;
  readonly bias: number;
  /** The weights of the signs and the vector. */
  readonly dense: readonly number[];
  /** Platt's calibration: the probability is the logistic function of a * logit + b. */
  readonly calibration: { readonly a: number; readonly b: number };
};

export type GroupHeader = { readonly name: string; readonly bits: number; readonly models: readonly ModelHeader[] };

export type TableHeader = {
  /** The identity of the trainer and of everything that it read: equal identities mean equal tables. */
  readonly identity: string;
  readonly groups: readonly GroupHeader[];
};

export type Group = GroupHeader & { readonly weights: Int8Array };

export type Table = { readonly identity: string; readonly groups: ReadonlyMap<string, Group> };

const MAGIC = 'RDL1';
const WORD_BYTES = 4;
const HEADER_AT = 2 * WORD_BYTES;

export function encodeTable(header: TableHeader, weights: readonly Int8Array[]): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bodyAt = HEADER_AT + json.length + (-json.length & (WORD_BYTES - 1));
  const bytes = new Uint8Array(weights.reduce((sum, { length }) => sum + length, bodyAt)).fill(0x20, 0, bodyAt);
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(WORD_BYTES, bodyAt - HEADER_AT, true);
  bytes.set(json, HEADER_AT);
  let at = bodyAt;
  for (const part of weights) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.length), at);
    at += part.length;
  }
  return bytes;
}

/** Throws if the bytes are no such table, or are truncated. */
export function decodeTable(bytes: Uint8Array): Table {
  if (new TextDecoder().decode(bytes.subarray(0, WORD_BYTES)) !== MAGIC) throw new Error('not an RDL1 table');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(WORD_BYTES, true);
  const { identity, groups } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(HEADER_AT, HEADER_AT + length)),
  ) as TableHeader;
  let at = HEADER_AT + length;
  const read = groups.map((group): [string, Group] => {
    const size = group.models.length << group.bits;
    if (at + size > bytes.length) throw new Error('an RDL1 table that is cut short');
    const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, size);
    at += size;
    return [group.name, { ...group, weights }];
  });
  return { identity, groups: new Map(read) };
}
