/** The writer's calls about all data of one user: to erase it, and to put back what was exported. */
import type { UserKey } from '../../../domain/accounts.ts';
import { userScope } from '../../../domain/scope.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { TargetCount } from '../../../ports/users.ts';
import type { AuditBuffer } from '../audit/audit-buffer.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import type { EraseCommand, eraseUsers } from './erase-users.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { MemoryWrites } from '../memories/writes.ts';
import type { ImportApplied, ImportPart, RowsCommand, StagedImports } from './staged-imports.ts';

export type UserParts = {
  readonly quotaAccounts: QuotaAccounts;
  readonly accounts: ContextAccounts;
  readonly audit: AuditBuffer;
  readonly erasing: ReturnType<typeof eraseUsers>;
  readonly eraseStep: (nowMs: number) => number;
  readonly imports: StagedImports;
  readonly putBack: MemoryWrites['putBack'];
  readonly putRowBack: (whose: UserKey, row: PortableRow, nowMs: number) => boolean;
  /** Must be called when text was deleted that the log may still hold. */
  readonly noteTextRemoved: () => void;
};

export type UserWrites = ReturnType<typeof userWrites>;

export function userWrites(parts: UserParts) {
  const { quotaAccounts, accounts, audit, erasing, imports, putBack, putRowBack, noteTextRemoved } = parts;
  const putRowsBack = ({ whose, rows, nowMs, withinQuotas }: RowsCommand): readonly boolean[] => {
    const refuseOver = withinQuotas ? accounts.refuseOver(quotaAccounts.user(userScope(whose)), whose) : undefined;
    const taken = rows.map((row) => putRowBack(whose, row, nowMs));
    refuseOver?.();
    return taken;
  };

  return {
    /** Detaches a user, who is erased when this is committed; the steps delete the rows. */
    detachUser(command: EraseCommand): readonly TargetCount[] {
      const counts = erasing.detach(command);
      noteErasure(audit, command, counts);
      return counts;
    },

    /** Deletes a few rows of erased users; returns their number. */
    eraseStep: ({ nowMs }: { readonly nowMs: number }): number => parts.eraseStep(nowMs),

    /** Notes an erasure before anything is deleted. */
    beginErasure: erasing.begin,

    /** Ends an erasure that is completed. */
    endErasure({ id }: { readonly id: string }): void {
      erasing.end(id);
      // The deleted row named the user.
      noteTextRemoved();
    },

    /** Notes erasures of users who have nothing here. An entry that the store has stays. */
    noteErased: erasing.noteErased,

    replaceErasureEntries: erasing.replaceEntries,

    /** Returns whether each row was accepted. */
    putRowsBack,

    /** Keeps a part of an import in memory until it is applied. */
    stageImport: ({ importId, part }: { readonly importId: string; readonly part: ImportPart }): void =>
      imports.stage(importId, part),

    /** Puts back all that was staged, or nothing. */
    applyImport({
      importId,
    }: {
      readonly importId: string;
      readonly whose: UserKey;
      readonly nowMs: number;
    }): ImportApplied {
      const counts = { offered: 0, taken: 0, rowsTaken: 0 };
      for (const part of imports.of(importId)) {
        const isTaken = 'commands' in part ? putBack(part.commands) : putRowsBack(part);
        const taken = isTaken.filter(Boolean).length;
        counts.offered += isTaken.length;
        counts.taken += taken;
        if ('rows' in part) counts.rowsTaken += taken;
      }
      return counts;
    },

    /** Drops what was staged. */
    dropImport: ({ importId }: { readonly importId: string }): void => imports.drop(importId),
  };
}

export const USER_TRAITS: CallTraits<UserWrites> = {
  detachUser: { deletes: true, isAlone: true, why: 'ERASURE' },
  eraseStep: { deletes: true, why: 'ERASURE' },
  beginErasure: { deletes: true },
  endErasure: { deletes: true },
  noteErased: { deletes: true },
  replaceErasureEntries: {},
  putRowsBack: { why: 'IMPORT', audit: ({ whose }, taken) => rowsImported(whose, taken.filter(Boolean).length) },
  stageImport: { isAside: true },
  applyImport: { isAlone: true, audit: ({ whose }, { rowsTaken }) => rowsImported(whose, rowsTaken) },
  dropImport: { isAside: true },
};

function rowsImported({ tenant, userId }: UserKey, count: number) {
  return count === 0 ? undefined : ({ tenant, userId, action: 'IMPORT', subject: 'ROW', count } as const);
}

/** Writes the last record that can be recognised as the user's: the key is deleted with the user. */
function noteErasure(audit: AuditBuffer, { whose, types }: EraseCommand, counts: readonly TargetCount[]): void {
  const count = counts.reduce((sum, { count: ofTarget }) => sum + ofTarget, 0);
  audit.note(whose, { action: 'ERASE', subject: types?.join('+') ?? 'ALL', count }, false);
  if (types === undefined) audit.forget(whose);
}
