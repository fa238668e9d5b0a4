/** Turns a validator's findings into messages for callers. */
import type { ErrorObject } from 'ajv';
import { SCHEMA_LIMITS } from '../../policy/limits.ts';
import type { FieldViolation } from '../errors.ts';

/** Names the field by its path from the checked value on: `.address.lines[0]`. */
export function faultOf({ instancePath, keyword, params, message = 'does not fit' }: ErrorObject): FieldViolation {
  const names = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>;
  const foreign = additionalProperty ?? unevaluatedProperty;
  if (missingProperty !== undefined) return { field: pathOf([...names, missingProperty]), description: 'is required' };
  if (foreign !== undefined) return { field: pathOf([...names, foreign]), description: 'is not a field of the schema' };
  const allowed =
    keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}`.slice(0, SCHEMA_LIMITS.shownCharacters) : '';
  return { field: pathOf(names), description: `${message}${allowed}` };
}

function pathOf(names: readonly string[]): string {
  const path = names.map((name) => {
    if (/^\d+$/.test(name)) return `[${name}]`;
    return /^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return path.join('').slice(0, SCHEMA_LIMITS.shownCharacters);
}
