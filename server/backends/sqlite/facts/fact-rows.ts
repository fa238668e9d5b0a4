/** The rows of facts, for the writer and for readers. */
import type { Fact } from '../../../domain/facts/fact.ts';
import type { Scope } from '../../../domain/memory.ts';

export type FactRow = {
  readonly fact_no: number;
  readonly id: string;
  readonly domain: Fact['domain'];
  readonly also_domain: Fact['domain'] | null;
  readonly fact: string;
  readonly confidence: Fact['confidence'];
  readonly source: Fact['source'];
  readonly slot: string;
  readonly rule: string;
  readonly namespace: string;
  readonly agent_id: string;
  readonly session_id: string;
  readonly turn: number;
  readonly create_ms: number;
  readonly confirm_ms: number;
  readonly confirmations: number;
  readonly size_bytes: number;
  readonly superseded_by: string;
  readonly closed_ms: number | null;
  readonly is_forgotten: number;
  readonly is_pinned: number;
};

export const FACT_COLUMNS =
  'f.fact_no, f.id, f.domain, f.also_domain, f.fact, f.confidence, f.source, f.slot, f.rule, f.namespace, f.agent_id, f.session_id, f.turn, ' +
  'f.create_ms, f.confirm_ms, f.confirmations, f.size_bytes, f.superseded_by, f.closed_ms, f.is_forgotten, f.is_pinned';

/** Optional fields are assigned one by one: V8 copies a spread object property by property, which takes ten times as long. */
export function toFact(row: FactRow): Fact {
  const fact: { -readonly [Name in keyof Fact]: Fact[Name] } = {
    id: row.id,
    domain: row.domain,
    text: row.fact,
    confidence: row.confidence,
    source: row.source,
    rule: row.rule,
    provenance: { agentId: row.agent_id, sessionId: row.session_id, turn: row.turn },
    namespace: row.namespace,
    createTimeMs: row.create_ms,
    lastConfirmedTimeMs: row.confirm_ms,
    confirmations: row.confirmations,
  };
  if (row.also_domain !== null) fact.alsoDomain = row.also_domain;
  if (row.slot !== '') fact.slot = row.slot;
  if (row.is_pinned === 1) fact.isPinned = true;
  if (row.superseded_by !== '') fact.supersededBy = row.superseded_by;
  if (row.is_forgotten === 1) fact.forgottenTimeMs = row.closed_ms ?? 0;
  return fact;
}

/** Leaves out rows of other sessions if only those of the scope's session may be changed. */
export function withinSession(
  rows: readonly FactRow[],
  { sessionId }: Scope,
  isWithinSession: boolean | undefined,
): readonly FactRow[] {
  return isWithinSession === true ? rows.filter((row) => row.session_id === sessionId) : rows;
}
