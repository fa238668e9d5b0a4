/** Holds the parts of imports in memory alone: none of an import is in the store before all of it is. */
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { StoredPutBack } from '../records/memory-commands.ts';
import type { UserKey } from '../../../domain/accounts.ts';

/** Rows that are put back as they were. */
export type RowsCommand = {
  readonly whose: UserKey;
  readonly rows: readonly PortableRow[];
  readonly nowMs: number;
  /** Refuses all of them if the user would exceed a quota. */
  readonly withinQuotas: boolean;
};

/** A part of an import, as it arrives. */
export type ImportPart = { readonly commands: readonly StoredPutBack[] } | RowsCommand;

/** The numbers of records and rows in an import, offered and accepted. */
export type ImportApplied = { readonly offered: number; readonly taken: number; readonly rowsTaken: number };

export type StagedImports = ReturnType<typeof stagedImports>;

export function stagedImports() {
  const imports = new Map<string, ImportPart[]>();

  return {
    stage(importId: string, part: ImportPart): void {
      const parts = imports.get(importId) ?? [];
      imports.set(importId, parts);
      parts.push(part);
    },
    /** Returns the parts in order of arrival. They stay until they are dropped, since the transaction may be tried again. */
    of: (importId: string): readonly ImportPart[] => imports.get(importId) ?? [],
    drop: (importId: string): void => void imports.delete(importId),
  };
}
