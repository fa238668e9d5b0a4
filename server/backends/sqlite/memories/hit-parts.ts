/** Splits hits with their surroundings into parts: one hit's surroundings may be as large as an answer, and a slice holds whole parts. */
import type { MemoryRecord } from '../../../domain/memory.ts';
import type { Hit } from '../../../ports/stores.ts';

/** A hit without its records, which follow: its own, those of its neighbors, those of the relationships between them. */
type HitFrame = Omit<Hit, 'record' | 'neighbors'> & {
  readonly around?: {
    readonly distances: readonly number[];
    readonly relationships: number;
    readonly isTruncated: boolean;
  };
};

export type HitPart = { readonly frame: HitFrame } | { readonly record: MemoryRecord };

export function partsOf({ record, neighbors, ...rest }: Hit): readonly HitPart[] {
  if (neighbors === undefined) return [{ frame: rest }, { record }];
  const { entities, relationships, isTruncated } = neighbors;
  const distances = entities.map(({ distance }) => distance);
  const records = [record, ...entities.map((entity) => entity.record), ...relationships];
  return [
    { frame: { ...rest, around: { distances, relationships: relationships.length, isTruncated } } },
    ...records.map((one) => ({ record: one })),
  ];
}

export function bytesOfPart(part: HitPart): number {
  return 'record' in part ? part.record.sizeBytes : 0;
}

/** Joins the parts into hits, one after another. */
export function* hitsOf(parts: readonly HitPart[]): Generator<Hit, void> {
  let at = 0;
  const next = (): HitPart => parts[at++] as HitPart;
  const record = (): MemoryRecord => (next() as Extract<HitPart, { record: MemoryRecord }>).record;
  while (at < parts.length) {
    const { around, ...rest } = (next() as Extract<HitPart, { frame: HitFrame }>).frame;
    const hit = { ...rest, record: record() };
    if (around === undefined) {
      yield hit;
      continue;
    }
    const entities = around.distances.map((distance) => ({ record: record(), distance }));
    const relationships = Array.from({ length: around.relationships }, record);
    yield { ...hit, neighbors: { entities, relationships, isTruncated: around.isTruncated } };
  }
}
