/** Reads a user's entities and relationships as they were at some moment. */
import type { Database } from 'better-sqlite3';
import { deadlineExceeded } from '../../../domain/abort.ts';
import { asOfMoment, holdsAt, type Moment } from '../../../domain/graph/moment.ts';
import type { Edge } from '../../../domain/graph/walk.ts';
import { typeOfId, type MemoryRecord, type Scope } from '../../../domain/memory.ts';
import { normalName } from '../../../domain/merge/normal-name.ts';
import { isWithin } from '../../../domain/scope.ts';
import type { EntityStart, WalkLimits } from '../../../ports/stores.ts';
import type { GraphView } from '../../gathered.ts';
import { FIND_MEMORY, FULL_COLUMNS, toRecord, type FoundRow, type FullRow } from '../records/rows.ts';

type EdgeRow = {
  readonly id: string;
  readonly create_ms: number;
  readonly update_ms: number;
  readonly valid_from_ms: number | null;
  readonly valid_to_ms: number | null;
  readonly other_id: string;
  readonly other_create_ms: number;
};

/** The filter of a walk, and its moment. */
type Look = Pick<WalkLimits, 'direction' | 'relationshipTypes' | 'entityTypes'> & Moment & { readonly scope: Scope };

type StoredGraph = GraphView & {
  /** Returns the entities that a start names, as they are now. */
  find(start: EntityStart): readonly MemoryRecord[];
};

export function graphReader(db: Database) {
  const sql = statements(db);

  return {
    /** Returns a view. It throws DEADLINE_EXCEEDED once performance.now() is past `untilMs`. */
    view(look: Look, untilMs: number): StoredGraph {
      const { scope, asOfMs, knownAtMs, direction } = look;
      const { tenant, userId, namespace } = scope;
      const owner = { tenant, userId, expireMs: null };
      const kinds = look.relationshipTypes.length === 0 ? null : JSON.stringify(look.relationshipTypes);
      const entityTypes = new Set(look.entityTypes);

      const inTime = (): void => {
        if (performance.now() > untilMs) throw deadlineExceeded();
      };
      const read = (id: string): MemoryRecord | undefined => {
        const row = sql.findMemory.get({ id, tenant, userId, nowMs: 0 });
        return row && toRecord(row, owner);
      };
      const asItWas = (record: MemoryRecord): MemoryRecord | undefined => asOfMoment(record, { asOfMs, knownAtMs });
      const readThen = (id: string): MemoryRecord | undefined => {
        inTime();
        const record = read(id);
        return record && asItWas(record);
      };
      /** A relationship that has not changed since is described by its edge row, and need not be read in full. */
      const stood = ({ id, update_ms, valid_from_ms, valid_to_ms }: EdgeRow): boolean => {
        if (knownAtMs !== undefined && update_ms > knownAtMs) return readThen(id) !== undefined;
        const validity = { validFromMs: valid_from_ms ?? undefined, validToMs: valid_to_ms ?? undefined };
        return asOfMs === undefined || holdsAt(validity, asOfMs);
      };
      const edgesAt = (statement: typeof sql.outward, id: string): readonly Edge[] =>
        statement
          .all({ id, kinds, knownAtMs: knownAtMs ?? Number.MAX_SAFE_INTEGER })
          .filter(stood)
          .map((row) => ({
            id: row.id,
            createTimeMs: row.create_ms,
            otherId: row.other_id,
            otherCreateTimeMs: row.other_create_ms,
          }));

      return {
        asItWas,
        relationship: readThen,

        edgesOf(id) {
          inTime();
          const out = direction === 'IN' ? [] : edgesAt(sql.outward, id);
          return direction === 'OUT' ? out : [...out, ...edgesAt(sql.inward, id)];
        },

        entity(id) {
          const record = readThen(id);
          if (record?.payload.type !== 'ENTITY' || record.payload.node !== 'ENTITY') return undefined;
          const isAsked = entityTypes.size === 0 || entityTypes.has(normalName(record.payload.entityType));
          return isAsked ? record : undefined;
        },

        find(start) {
          inTime();
          if ('id' in start) {
            const record = typeOfId(start.id) === 'ENTITY' ? read(start.id) : undefined;
            return record !== undefined && isEntity(record) && isWithin(record, scope) ? [record] : [];
          }
          const asked = { tenant, userId, namespace, kind: normalName(start.entityType), key: normalName(start.name) };
          const named = (asked.kind === '' ? sql.selectNamed : sql.selectOfType).all(asked);
          if (named.length > 0) return named.map((row) => toRecord(row, owner));
          const aliased: MemoryRecord[] = [];
          for (const row of sql.selectAll.iterate(asked)) {
            const record = toRecord(row, owner);
            if (hasAlias(record, asked.key)) aliased.push(record);
          }
          return aliased;
        },
      };
    },
  };
}

function statements(db: Database) {
  const edgesFrom = (near: 'from_id' | 'to_id', far: 'from_id' | 'to_id') =>
    db.prepare<[object], EdgeRow>(
      `SELECT r.id, r.create_ms, r.update_ms, e.valid_from_ms, e.valid_to_ms, n.id AS other_id,
         n.create_ms AS other_create_ms
       FROM edges e JOIN memories r USING (memory_no) JOIN memories n ON n.id = e.${far}
       WHERE e.${near} = @id AND r.create_ms <= @knownAtMs
         AND (@kinds IS NULL OR r.kind IN (SELECT value FROM json_each(@kinds)))`,
    );
  const ofUser = `SELECT ${FULL_COLUMNS} FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
    WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = 'ENTITY' AND o.session_id = ''
      AND (@namespace = '' OR m.namespace = @namespace)`;
  const inOrder = 'ORDER BY m.create_ms, m.id';
  return {
    outward: edgesFrom('from_id', 'to_id'),
    inward: edgesFrom('to_id', 'from_id'),
    findMemory: db.prepare<[object], FoundRow>(FIND_MEMORY),
    selectOfType: db.prepare<[object], FullRow>(`${ofUser} AND m.kind = @kind AND m.key = @key ${inOrder}`),
    selectNamed: db.prepare<[object], FullRow>(`${ofUser} AND m.key = @key ${inOrder}`),
    selectAll: db.prepare<[object], FullRow>(`${ofUser} AND (@kind = '' OR m.kind = @kind) ${inOrder}`),
  };
}

function isEntity({ payload }: MemoryRecord): boolean {
  return payload.type === 'ENTITY' && payload.node === 'ENTITY';
}

function hasAlias({ payload }: MemoryRecord, name: string): boolean {
  if (payload.type !== 'ENTITY' || payload.node !== 'ENTITY') return false;
  return payload.aliases.some((alias) => normalName(alias) === name);
}
