/** Chooses the ids under which an import puts back what its lines hold. */
import type { UserKey } from '../../domain/accounts.ts';
import { MEMORY_TYPES, typeOfId, type MemoryType } from '../../domain/memory.ts';
import { idsIn, newIds, renamedMemory, renamedRow, type Rename } from '../../domain/portable-ids.ts';
import { EXPORTING } from '../../policy/limits.ts';
import { inTurns } from '../../ports/in-turns.ts';
import type { MemoryStore } from '../../ports/stores.ts';
import type { IdMacs, UserRows } from '../../ports/users.ts';
import type { PortableLine } from '../../validation/portable-lines.ts';
import type { ServiceCall } from '../call.ts';

export type IdParts = {
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
  readonly idMacs: IdMacs;
};

export type CopyAsked = { readonly asNewIds: boolean; readonly copyKey: string };

/**
 * Returns the lines with their new ids. With `asNewIds` all ids are replaced, wherever the lines name them. Otherwise those that
 * another user has are replaced, and, unless an operator imports, also those that are not known to be this user's: an id that stays
 * because nobody has it would reveal that nobody has it.
 */
export async function withFreeIds(
  parts: IdParts,
  whose: UserKey,
  lines: readonly PortableLine[],
  { asNewIds, copyKey }: CopyAsked,
  call: ServiceCall,
): Promise<readonly PortableLine[]> {
  const fresh = newIds({ tenant: whose.tenant, userId: whose.userId, copyKey });
  if (asNewIds) return inTurns(lines, call.signal, (line) => renamedLine(line, fresh));
  const found = await inTurns(lines, call.signal, (line) => idsOf(line));
  const taken = await takenIds(parts, whose, [...new Set(found.flat())], call);
  const mayAnyStay = call.caller.role === 'operator';
  const proven = mayAnyStay ? new Set<string>() : await provenIds(parts.idMacs, whose, lines, found, call);
  const stays = (id: string): boolean =>
    !taken.others.has(id) && (mayAnyStay || taken.own.has(id) || proven.has(id) || isApart(parts, id));
  if (found.every((ids) => ids.every(stays))) return lines;
  return inTurns(lines, call.signal, (line) => renamedLine(line, (id) => (stays(id) ? id : fresh(id))));
}

/** Tells whether its store keeps each user's ids apart, so that they never conflict with another user's. */
function isApart({ stores }: IdParts, id: string): boolean {
  const type = typeOfId(id);
  if (type === undefined) return false;
  const { importedBy, takenIds } = stores[type].ofUser;
  return takenIds === undefined && importedBy !== 'TRANSACTION';
}

async function takenIds(
  { stores, rows }: IdParts,
  whose: UserKey,
  ids: readonly string[],
  call: ServiceCall,
): Promise<{ readonly own: ReadonlySet<string>; readonly others: ReadonlySet<string> }> {
  const [own, others] = [new Set<string>(), new Set<string>()];
  for (let at = 0; at < ids.length; at += EXPORTING.idsAtOnce) {
    const some = ids.slice(at, at + EXPORTING.idsAtOnce);
    const answers = [await rows.takenIds(whose, some, call)];
    for (const type of MEMORY_TYPES) {
      const { takenIds: ofStore } = stores[type].ofUser;
      const ofType = ofStore === undefined ? [] : some.filter((id) => typeOfId(id) === type);
      if (ofStore !== undefined && ofType.length > 0) answers.push(await ofStore(whose, ofType, call));
    }
    for (const taken of answers) {
      for (const id of taken.own) own.add(id);
      for (const id of taken.others) others.add(id);
    }
  }
  return { own, others };
}

/** Returns the ids in lines that this server exported for this very user. */
async function provenIds(
  macs: IdMacs,
  whose: UserKey,
  lines: readonly PortableLine[],
  found: readonly (readonly string[])[],
  { signal }: ServiceCall,
): Promise<ReadonlySet<string>> {
  const proven = new Set<string>();
  if (!lines.some((line) => macOf(line) !== undefined)) return proven;
  const verify = await macs.verifier(whose);
  await inTurns(lines, signal, (line, at) => {
    const mac = macOf(line);
    const ids = found[at] ?? [];
    if (mac !== undefined && verify(ids, mac)) for (const id of ids) proven.add(id);
  });
  return proven;
}

function macOf(line: PortableLine): string | undefined {
  return line.line === 'manifest' ? undefined : line.mac;
}

function idsOf(line: PortableLine): readonly string[] {
  if (line.line === 'manifest') return [];
  return idsIn(line.line === 'memory' ? line.memory : line.row);
}

function renamedLine(line: PortableLine, rename: Rename): PortableLine {
  if (line.line === 'memory') return { ...line, memory: renamedMemory(line.memory, rename) };
  return line.line === 'row' ? { ...line, row: renamedRow(line.row, rename) } : line;
}
