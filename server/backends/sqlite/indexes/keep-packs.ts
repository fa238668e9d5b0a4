import type { BatchChannel } from '../threads/batch-channel.ts';
import type { ReaderApi, WriterApi } from '../threads/thread-api.ts';

/** Lets readers pack their indexes one by one, and the writer keep them piece by piece, between other calls. */
export async function keepPacks(
  readers: readonly BatchChannel<ReaderApi>[],
  toWriter: BatchChannel<WriterApi>['call'],
  evenIfChanging: boolean,
  goesOn: () => boolean,
): Promise<void> {
  for (const reader of readers) {
    while (goesOn()) {
      const pack = await reader.call('pack', { evenIfChanging });
      if (pack === 'NOTHING') break;
      if (pack === 'GOES_ON') continue;
      const { pieces, ...facts } = pack;
      const packNo = await toWriter('beginPack', facts);
      for (let piece = 0; piece < pieces; piece += 1) {
        await toWriter('addPiece', { packNo, piece, bytes: await reader.call('packPiece', { piece }) });
      }
      await toWriter('endPack', { packNo });
    }
  }
}
