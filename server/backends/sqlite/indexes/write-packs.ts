/** Stores packs of indexes, in pieces, and deletes them once they no longer match the owner's memories. */
import type { Database } from 'better-sqlite3';
import type { Scope } from '../../../domain/memory.ts';
import type { IndexedType } from '../records/stored-types.ts';

/** Describes a pack: its owner, the user's revision as of which it is, and its format. */
export type PackFacts = {
  readonly ownerNo: number;
  readonly userNo: number;
  readonly revision: number;
  readonly format: string;
};

/** The calls by which a reader keeps its indexes up to date and packed. */
export interface IndexUpkeep {
  /** Applies a few changes to an index before it is searched; returns whether more are left. */
  follow(argument: { readonly type: IndexedType; readonly scope: Scope; readonly clockMs: number }): boolean;
  /** Continues packing an index that is worth it; the pieces of a pack are available until the next call. */
  pack(argument: { readonly evenIfChanging: boolean }): PackStep;
  packPiece(argument: { readonly piece: number }): Uint8Array;
}

export type PackStep = 'NOTHING' | 'GOES_ON' | (PackFacts & { readonly pieces: number });

/** The number of no pack, whose pieces are not stored. */
const NO_PACK = 0;

export type PackWrites = ReturnType<typeof writePacks>['writes'];

export function writePacks(db: Database) {
  // A memory may have been deleted since the index read it: then the pack is stale from the start.
  const insertPack = db.prepare<[PackFacts]>(
    `INSERT INTO packs (owner_no, revision, format, is_complete, is_stale)
     VALUES (@ownerNo, @revision, @format, 0,
       EXISTS (SELECT 1 FROM changes WHERE user_no = @userNo AND revision > @revision AND operation <> 'ADD'))`,
  );
  // The user may have been erased by now.
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
      /** Begins to store a pack, whose pieces follow. Returns its number. */
      beginPack: (pack: PackFacts): number =>
        hasOwner.get(pack) === undefined ? NO_PACK : Number(insertPack.run(pack).lastInsertRowid),

      addPiece(piece: { readonly packNo: number; readonly piece: number; readonly bytes: Uint8Array }): void {
        insertPiece.run(piece);
      },

      /** Completes a pack, from which a cold index is opened from now on; the owner's older ones are deleted by the next sweep. */
      endPack({ packNo }: { readonly packNo: number }): void {
        complete.run({ packNo });
        supersede.run({ packNo });
      },
    },

    /** Abandons packs that the last process did not complete. */
    abandon: (): void => void abandon.run(),

    /** Deletes at most `limit` pieces of stale packs; returns the number of deleted rows. */
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
