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

export function toFact(row: FactRow): Fact {
  return {
    id: row.id,
    domain: row.domain,
    ...(row.also_domain !== null && { alsoDomain: row.also_domain }),
    text: row.fact,
    confidence: row.confidence,
    source: row.source,
    ...(row.slot !== '' && { slot: row.slot }),
    rule: row.rule,
    provenance: { agentId: row.agent_id, sessionId: row.session_id, turn: row.turn },
    namespace: row.namespace,
    createTimeMs: row.create_ms,
    lastConfirmedTimeMs: row.confirm_ms,
    confirmations: row.confirmations,
    ...(row.is_pinned === 1 && { isPinned: true }),
    ...(row.superseded_by !== '' && { supersededBy: row.superseded_by }),
    ...(row.is_forgotten === 1 && { forgottenTimeMs: row.closed_ms ?? 0 }),
  };
}

/** Leaves out rows of other sessions if only those of the scope's session may be changed. */
export function withinSession(
  rows: readonly FactRow[],
  { sessionId }: Scope,
  isWithinSession: boolean | undefined,
): readonly FactRow[] {
  return isWithinSession === true ? rows.filter((row) => row.session_id === sessionId) : rows;
}
