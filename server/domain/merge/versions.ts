/** Keeps earlier statements as versions. */
import { MAX_VERSIONS, VERSIONS_VALUES } from '../../policy/limits.ts';
import { countValues } from '../count-values.ts';
import type { JsonValue, Statement, StatementVersion } from '../payloads.ts';
import { sameJson } from './same-json.ts';

type Stated = Statement & { readonly versions: readonly StatementVersion[] };

/**
 * Returns `before` with its statement replaced by `now`; if they differ, the old one becomes a version. The newest MAX_VERSIONS with
 * VERSIONS_VALUES in total are kept. `fromMs` is the time at which `before` was recorded, for use if it has no version yet.
 */
export function restated<T extends Stated>(before: T, now: Statement, fromMs: number, nowMs: number): T {
  if (sameJson(asJson(before), asJson(now))) return before;
  const { validFromMs: _from, validToMs: _to, ...rest } = before;
  const recorded = { fromMs: before.versions[0]?.toMs ?? fromMs, toMs: nowMs };
  const version: StatementVersion = { ...statement(before), ...recorded };
  const versions = newest([version, ...before.versions].slice(0, MAX_VERSIONS), (one) => one.attributes);
  return { ...(rest as T), ...statement(now), versions };
}

/** Takes as many of the newest versions as have VERSIONS_VALUES in total; versions are sorted newest first. */
export function newest<V>(versions: readonly V[], jsonOf: (version: V) => JsonValue): readonly V[] {
  let values = 0;
  const end = versions.findIndex((version) => (values += countValues(jsonOf(version))) > VERSIONS_VALUES);
  return end < 0 ? versions : versions.slice(0, end);
}

/** Returns the statement without absent fields. */
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
