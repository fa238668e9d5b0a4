/** Opens a store and checks that it has all that was committed to it. */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { AuditHead } from '../../../../domain/audit.ts';
import type { EmbedderIdentity } from '../../../../ports/stores.ts';
import { damaged, faultOfHead, orDamaged } from './damage.ts';
import { openForReading, openForWriting } from './open-file.ts';

/** Opens the file for writing, unless it holds less than its audit head says or cannot be read. Throws STORE_DAMAGED. */
export function openWhole(
  file: string,
  headFile: string,
  head: AuditHead | undefined,
  embedder?: EmbedderIdentity,
): Database {
  if (head !== undefined && head.pageNo > 0) {
    const fault = existsSync(file)
      ? orDamaged(file, headFile, () => faultUnwritten(file, head))
      : 'its file is no longer there, though much was committed to it';
    if (fault !== undefined) throw damaged(file, headFile, fault);
  }
  return orDamaged(file, headFile, () => openForWriting(file, embedder));
}

/** Checks by a read-only connection: one that can write would, on closing, copy the rest of the log into the file, and remove it. */
function faultUnwritten(file: string, head: AuditHead): string | undefined {
  const db = openForReading(file);
  try {
    return faultOfHead(db, head);
  } finally {
    db.close();
  }
}
