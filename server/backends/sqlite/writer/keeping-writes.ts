/** What the writer is asked for retention, the sleep cycle and the archive. */
import type { ArchiveShelf } from './archive-shelf.ts';
import type { KeepingWrites } from '../threads/keeping-api.ts';
import { textsOf } from '../threads/slices.ts';
import type { Lives } from './lives.ts';

export function keepingWrites(archive: ArchiveShelf, lives: Lives): Omit<KeepingWrites, 'replaceRows'> {
  return {
    beginArchive: ({ object, whose }) => archive.begin(object, whose),
    evict: archive.evict,
    completeArchive: ({ object }) => archive.complete(object),
    forgetObject: ({ object }) => archive.forget(object),
    putArchiveBack: ({ whose, lines }) => archive.putArchiveBack(whose, textsOf(lines)),
    setRetention: ({ tenant, type, days }) => archive.setRetention(tenant, type, days),
    noteRun: ({ job, atMs }) => archive.noteRun(job, atMs),
    weigh: lives.weigh,
    noteCompared: lives.noteCompared,
  };
}
