/** What was recorded before stays as a version. */
import { MAX_VERSIONS, VERSIONS_VALUES } from '../../policy/limits.ts';
import { countValues } from '../count-values.ts';
import type { JsonValue, Statement, StatementVersion } from '../payloads.ts';
import { sameJson } from './same-json.ts';

type Stated = Statement & { readonly versions: readonly StatementVersion[] };

/**
 * `before` with what is said now in place of what it said, which becomes a version if it is another; the newest MAX_VERSIONS
 * with VERSIONS_VALUES together stay. `fromMs` is when `before` was recorded, where it has no version yet.
 */
export function restated<T extends Stated>(before: T, now: Statement, fromMs: number, nowMs: number): T {
  if (sameJson(asJson(before), asJson(now))) return before;
  const { validFromMs: _from, validToMs: _to, ...rest } = before;
  const recorded = { fromMs: before.versions[0]?.toMs ?? fromMs, toMs: nowMs };
  const version: StatementVersion = { ...statement(before), ...recorded };
  const versions = newest([version, ...before.versions].slice(0, MAX_VERSIONS), (one) => one.attributes);
  return { ...(rest as T), ...statement(now), versions };
}

/** Takes the newest versions, as many as hold VERSIONS_VALUES together; they come newest first. */
export function newest<V>(versions: readonly V[], jsonOf: (version: V) => JsonValue): readonly V[] {
  let values = 0;
  const end = versions.findIndex((version) => (values += countValues(jsonOf(version))) > VERSIONS_VALUES);
  return end < 0 ? versions : versions.slice(0, end);
}

/** Without what is absent. */
function statement({ attributes, validFromMs, validToMs }: Statement): Statement {
  return {
    attributes,
    ...(validFromMs !== undefined && { validFromMs }),
    ...(validToMs !== undefined && { validToMs }),
  };
}

function asJson({ attributes, validFromMs, validToMs }: Statement): JsonValue {
  return { attributes, validFromMs: validFromMs ?? null, validToMs: validToMs ?? null };
}
