import type { Database } from 'better-sqlite3';

export type Pack = { readonly revision: number; readonly bytes: Uint8Array<ArrayBuffer> };

/** Finds the pack of an owner's index, if it has the format that this version reads. */
export function readPacks(db: Database): (ownerNo: number, format: () => string) => Pack | undefined {
  const selectFormats = db
    .prepare<[object], string>('SELECT DISTINCT format FROM packs WHERE owner_no = @ownerNo AND is_complete = 1')
    .pluck();
  const findPack = db.prepare<[object], { readonly pack_no: number; readonly revision: number; readonly size: number }>(
    `SELECT pack_no, revision, (SELECT sum(length(bytes)) FROM pack_pieces WHERE pack_no = p.pack_no) AS size
     FROM packs p WHERE owner_no = @ownerNo AND format = @format AND is_complete = 1 ORDER BY pack_no DESC LIMIT 1`,
  );
  const selectPieces = db
    .prepare<[object], Buffer>('SELECT bytes FROM pack_pieces WHERE pack_no = @packNo ORDER BY piece')
    .pluck();

  return (ownerNo, format) => {
    // Computing the format takes long the first time, and most owners have no pack.
    const own = selectFormats.all({ ownerNo }).find((one) => one === format());
    const found = own === undefined ? undefined : findPack.get({ ownerNo, format: own });
    if (found === undefined) return undefined;
    const bytes = new Uint8Array(found.size);
    let at = 0;
    for (const piece of selectPieces.iterate({ packNo: found.pack_no })) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { revision: found.revision, bytes };
  };
}
