/** What imports have brought so far, in memory alone: none of it is in the store before all of it is. */
import type { ImportPart } from '../threads/thread-api-of-users.ts';

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
