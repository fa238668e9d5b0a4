import type { Remote } from '../engine/batch-channel.ts';
import type { PooledReader } from '../engine/reader-pool.ts';
import type { IndexUpkeep, PackWrites } from './write-packs.ts';

/** Lets readers pack their indexes one by one, and the writer keep them piece by piece, between other calls. */
export async function keepPacks(
  readers: readonly PooledReader<Pick<IndexUpkeep, 'pack' | 'packPiece'>>[],
  writer: Remote<PackWrites>,
  evenIfChanging: boolean,
  goesOn: () => boolean,
): Promise<void> {
  for (const { calls: reader } of readers) {
    while (goesOn()) {
      const pack = await reader.pack({ evenIfChanging });
      if (pack === 'NOTHING') break;
      if (pack === 'GOES_ON') continue;
      const { pieces, ...facts } = pack;
      const packNo = await writer.beginPack(facts);
      for (let piece = 0; piece < pieces; piece += 1) {
        await writer.addPiece({ packNo, piece, bytes: await reader.packPiece({ piece }) });
      }
      await writer.endPack({ packNo });
    }
  }
}
