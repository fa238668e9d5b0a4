/** Translates CEL filters for the index: every memory that matches the CEL filter passes, and few others do. */
import type { Comparison, Condition, FieldName, MetadataCondition } from '../../domain/filter-condition.ts';
import { filterBound } from '../../domain/filter-bounds.ts';
import type { Scope } from '../../domain/memory.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import { elementFact, keyFact, valueFact } from './metadata-facts.ts';
import { allOf, numberLiteral, textLiteral, timeLiteral } from './odata.ts';
import { ownerDigest } from './search-keys.ts';

const OPERATORS: Readonly<Record<Comparison, string>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** The index's field for a variable, and its type. */
const FIELD: Readonly<Record<FieldName, readonly [name: string, kind: 'text' | 'number' | 'time']>> = {
  id: ['id', 'text'],
  source: ['source', 'text'],
  agent_id: ['agentId', 'text'],
  session_id: ['sessionId', 'text'],
  task_id: ['taskId', 'text'],
  speaker: ['speaker', 'text'],
  turn: ['turn', 'number'],
  event_time: ['eventTime', 'time'],
  importance: ['importance', 'number'],
  create_time: ['createTime', 'time'],
  update_time: ['updateTime', 'time'],
  size_bytes: ['sizeBytes', 'number'],
};

/** Returns the filter; undefined if the index cannot decide any part of it. Throws FILTER_INVALID. */
export function odataFilter(source: string): string | undefined {
  const condition = filterBound(source);
  return weight(condition) > AZURE_SEARCH.conditions ? undefined : odata(condition);
}

/** Returns the number of conditions in a condition. */
function weight(condition: Condition): number {
  return 'parts' in condition ? condition.parts.reduce((sum, part) => sum + weight(part), 0) : 1;
}

/** Returns undefined for a condition that is always true. */
function odata(condition: Condition): string | undefined {
  switch (condition.of) {
    case 'ANY':
      return undefined;
    case 'NONE':
      return 'false';
    case 'AND': {
      const parts = condition.parts.map(odata).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : `(${parts.join(' and ')})`;
    }
    case 'OR': {
      const parts = condition.parts.map(odata);
      return parts.includes(undefined) ? undefined : `(${parts.join(' or ')})`;
    }
    case 'NOT':
      return `not ${metadata(condition.part)}`;
    case 'FIELD':
      return field(condition);
    case 'HAS':
    case 'IS':
    case 'HOLDS':
    case 'NUMBER':
      // The memory may have metadata that the index did not keep.
      return `(${metadata(condition)} or isPartial eq true)`;
  }
}

function metadata(condition: MetadataCondition): string {
  switch (condition.of) {
    case 'HAS':
      return hasFact(keyFact(condition.path));
    case 'IS':
      return hasFact(valueFact(condition.path, condition.value));
    case 'HOLDS':
      return hasFact(elementFact(condition.path, condition.value));
    case 'NUMBER': {
      const compared = `n/value ${OPERATORS[condition.is]} ${numberLiteral(condition.value)}`;
      return `numbers/any(n: n/path eq ${textLiteral(keyFact(condition.path))} and ${compared})`;
    }
  }
}

function hasFact(fact: string): string {
  return `facts/any(f: f eq ${textLiteral(fact)})`;
}

function field({ field: name, is, value }: Extract<Condition, { of: 'FIELD' }>): string | undefined {
  const [column, kind] = FIELD[name];
  const literal = literalOf(value, kind);
  return literal === undefined ? undefined : `${column} ${OPERATORS[is]} ${literal}`;
}

/** Returns undefined if the value is of another type than the field: then the CEL filter itself decides. */
function literalOf(value: Extract<Condition, { of: 'FIELD' }>['value'], kind: 'text' | 'number' | 'time') {
  if (value === null) return 'null';
  if (value instanceof Date) return kind === 'time' ? timeLiteral(value.getTime()) : undefined;
  if (typeof value === 'string') return kind === 'text' ? textLiteral(value) : undefined;
  return typeof value === 'number' && kind === 'number' ? numberLiteral(value) : undefined;
}

/** Selects a user's memories in a namespace, or in all, that have not expired. */
export function alive(scope: Scope, nowMs: number): string {
  return allOf(
    `owner eq ${textLiteral(ownerDigest(scope))}`,
    scope.namespace === '' ? undefined : `namespace eq ${textLiteral(scope.namespace)}`,
    `(expireTime eq null or expireTime gt ${timeLiteral(nowMs)})`,
  );
}
