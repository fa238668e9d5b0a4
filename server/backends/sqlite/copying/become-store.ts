/** Makes a copy that is not open a store of its own. */
import { join } from 'node:path';
import type { AuditHead } from '../../../domain/audit.ts';
import { AUDIT_HEAD_FILE, headWriter } from '../engine/file/audit-head.ts';
import { lockFolder } from '../engine/file/lock-folder.ts';
import { openForWriting } from '../engine/file/open-file.ts';
import { STORE_FILE } from '../migrations/migrations.ts';

/** Until this is done, the folder cannot be opened as a store. `head` is that of the audit log, which a store is checked against. */
export function becomeStore(dataDir: string, head: AuditHead): void {
  const unlock = lockFolder(dataDir);
  try {
    const heads = headWriter(join(dataDir, AUDIT_HEAD_FILE));
    heads.write(head);
    heads.close();
    const db = openForWriting(join(dataDir, STORE_FILE));
    try {
      db.exec('DROP TABLE copy_place');
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } finally {
    unlock();
  }
}
