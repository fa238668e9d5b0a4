/** Keeps what indexes have read, in pieces, and forgets it once it is no longer that of the owner's memories. */
import type { Database } from 'better-sqlite3';

/** Says what an index has read: of which memories, up to which of the user's revisions, in which form. */
export type PackFacts = {
  readonly ownerNo: number;
  readonly userNo: number;
  readonly revision: number;
  readonly format: string;
};

export type PackStep = 'NOTHING' | 'GOES_ON' | (PackFacts & { readonly pieces: number });

/** No pack has this number: pieces of it are not kept. */
const NO_PACK = 0;

export type PackWrites = ReturnType<typeof writePacks>['writes'];

export function writePacks(db: Database) {
  // A memory may have gone since the index read it: then this one is stale from the start.
  const insertPack = db.prepare<[PackFacts]>(
    `INSERT INTO packs (owner_no, revision, format, is_complete, is_stale)
     VALUES (@ownerNo, @revision, @format, 0,
       EXISTS (SELECT 1 FROM changes WHERE user_no = @userNo AND revision > @revision AND operation <> 'ADD'))`,
  );
  // Its user may be gone by now.
  const hasOwner = db.prepare<[PackFacts], number>(
    'SELECT 1 FROM owners JOIN users USING (user_no) WHERE owner_no = @ownerNo AND user_no = @userNo',
  );
  const insertPiece = db.prepare(
    `INSERT INTO pack_pieces (pack_no, piece, bytes)
     SELECT @packNo, @piece, @bytes WHERE EXISTS (SELECT 1 FROM packs WHERE pack_no = @packNo)`,
  );
  const complete = db.prepare('UPDATE packs SET is_complete = 1 WHERE pack_no = @packNo');
  const supersede = db.prepare(
    `UPDATE packs SET is_stale = 1 WHERE is_stale = 0 AND pack_no < @packNo
       AND owner_no = (SELECT owner_no FROM packs WHERE pack_no = @packNo)`,
  );
  const firstStale = db.prepare<[], number>('SELECT pack_no FROM packs WHERE is_stale = 1 LIMIT 1').pluck();
  const deletePieces = db.prepare(
    'DELETE FROM pack_pieces WHERE rowid IN (SELECT rowid FROM pack_pieces WHERE pack_no = @packNo LIMIT @limit + 0)',
  );
  const deletePack = db.prepare('DELETE FROM packs WHERE pack_no = @packNo');
  const abandon = db.prepare('UPDATE packs SET is_stale = 1 WHERE is_complete = 0');

  return {
    writes: {
      /** Begins to keep what an index has read; the pieces follow. Answers the pack's number. */
      beginPack: (pack: PackFacts): number =>
        hasOwner.get(pack) === undefined ? NO_PACK : Number(insertPack.run(pack).lastInsertRowid),

      addPiece(piece: { readonly packNo: number; readonly piece: number; readonly bytes: Uint8Array }): void {
        insertPiece.run(piece);
      },

      /** From now on a cold index opens from this one; the owner's older ones go with the next sweep. */
      endPack({ packNo }: { readonly packNo: number }): void {
        complete.run({ packNo });
        supersede.run({ packNo });
      },
    },

    /** Those that the last process did not end. */
    abandon: (): void => void abandon.run(),

    /** Deletes at most so many pieces of stale packs; answers how many rows it deleted. */
    sweep(limit: number): number {
      let count = 0;
      for (let packNo = firstStale.get(); packNo !== undefined && count < limit; packNo = firstStale.get()) {
        const pieces = deletePieces.run({ packNo, limit: limit - count }).changes;
        count += pieces;
        if (count < limit) count += deletePack.run({ packNo }).changes;
      }
      return count;
    },
  };
}
