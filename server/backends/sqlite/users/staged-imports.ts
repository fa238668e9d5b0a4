/** What imports have brought so far, in memory alone: none of it is in the store before all of it is. */
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { StoredPutBack } from '../memories/memory-commands.ts';
import type { UserKey } from '../../../domain/accounts.ts';

/** Rows that are put back as they were. */
export type RowsCommand = {
  readonly whose: UserKey;
  readonly rows: readonly PortableRow[];
  readonly nowMs: number;
  /** Refuses all of them where the user would have more than may be. */
  readonly withinQuotas: boolean;
};

/** A part of an import, as it comes. */
export type ImportPart = { readonly commands: readonly StoredPutBack[] } | RowsCommand;

/** How many there were of an import, and how many of them were taken. */
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
    /** In the order in which they came. They stay until they are dropped: the transaction may be tried again. */
    of: (importId: string): readonly ImportPart[] => imports.get(importId) ?? [],
    drop: (importId: string): void => void imports.delete(importId),
  };
}
