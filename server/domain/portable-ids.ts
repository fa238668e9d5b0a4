/** The ids in an export: those of its memories and rows, and those by which they refer to each other. */
import { createHash } from 'node:crypto';
import type { UserKey } from './accounts.ts';
import type { PortableMemory } from './portable.ts';
import type { PortableRow, RowKind } from './portable-rows.ts';

/**
 * Matches an id of the server's: of a memory, a turn or a fact. In a renamed id the last ten digits come from a hash; the digits
 * before them are kept.
 */
export const PORTABLE_ID = /^([a-z]{2}_[0-9a-f]{22})[0-9a-f]{10}$/;

export type Rename = (id: string) => string;
/** The values that an import derives new ids from: their future owner, and the caller's own name for this copy. */
export type CopyOf = UserKey & { readonly copyKey: string };

/** The form in which fields of each kind of row hold ids: a single one, a JSON list, or a fact's events. */
type IdForm = 'id' | 'ids' | 'events';
const IDS_OF_ROWS: { readonly [K in RowKind]?: Readonly<Record<string, IdForm>> } = {
  turn: { id: 'id' },
  recalled_turn: { id: 'id' },
  fact: { id: 'id', superseded_by: 'id', events: 'events' },
  answer: { fact_ids: 'ids' },
};

/**
 * Returns the same new id for the same old id, user and key in any call, so that references stay intact. The time and the sequence
 * with which an id begins are kept, and with them the order of ids that were created in one millisecond.
 */
export function newIds(of: CopyOf): Rename {
  return (id) => {
    const start = PORTABLE_ID.exec(id)?.[1];
    if (start === undefined) return id;
    const { tenant, userId, copyKey } = of;
    const hash = createHash('sha256')
      .update(JSON.stringify([tenant, userId, copyKey, id]))
      .digest('hex');
    return start + hash.slice(0, id.length - start.length);
  };
}

export function renamedMemory(memory: PortableMemory, rename: Rename): PortableMemory {
  const { payload } = memory;
  const id = rename(memory.id);
  if (payload.type !== 'ENTITY') return { ...memory, id };
  const evidence = payload.evidence.map(rename);
  return payload.node === 'ENTITY'
    ? { ...memory, id, payload: { ...payload, evidence } }
    : {
        ...memory,
        id,
        payload: { ...payload, evidence, fromId: rename(payload.fromId), toId: rename(payload.toId) },
      };
}

export function renamedRow(row: PortableRow, rename: Rename): PortableRow {
  const forms = Object.entries(IDS_OF_ROWS[row.row] ?? {});
  if (forms.length === 0) return row;
  const changed = forms.flatMap(([field, form]) => {
    const value = row.fields[field];
    return typeof value === 'string' ? [[field, renamedText(value, form, rename)] as const] : [];
  });
  return { ...row, fields: { ...row.fields, ...Object.fromEntries(changed) } };
}

/** Returns every id in a memory or row, in a fixed order. */
export function idsIn(one: PortableMemory | PortableRow): readonly string[] {
  const ids: string[] = [];
  const note: Rename = (id) => {
    ids.push(id);
    return id;
  };
  if ('row' in one) renamedRow(one, note);
  else renamedMemory(one, note);
  return ids;
}

function renamedText(text: string, form: IdForm, rename: Rename): string {
  if (form === 'id') return rename(text);
  if (form === 'ids') return JSON.stringify((JSON.parse(text) as readonly string[]).map(rename));
  const events = JSON.parse(text) as readonly (readonly [string, number, string, number])[];
  return JSON.stringify(events.map(([kind, atMs, otherId, count]) => [kind, atMs, rename(otherId), count]));
}
