/** Checks the input of tools. Its faults are reported like every other: with a reason and what to do. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fieldErrors } from '../domain/errors.ts';

/**
 * Returns the schema that hosts are shown. It accepts everything itself, since the protocol's own refusal has neither reason nor
 * advice.
 */
export function shownSchema(input: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { '~standard': standard } = input.strict() as unknown as StandardSchemaWithJSON<unknown, unknown>;
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
}

/**
 * Returns the checked input of a tool. Throws FIELD_INVALID, which names each argument at fault and says how to continue. Arguments that
 * the tool does not have are refused as well: a misspelt filter that is ignored would find, or delete, what nobody asked for.
 */
export function checkedInput<Input extends z.ZodObject>(tool: string, input: Input, given: unknown): z.output<Input> {
  const { data, error } = input.strict().safeParse(given ?? {});
  if (error === undefined) return data as z.output<Input>;
  const known = Object.keys(input.shape).join(', ');
  const faults = error.issues.flatMap((issue) => {
    const path = issue.path.length === 0 ? 'arguments' : z.core.toDotPath(issue.path);
    if (issue.code !== 'unrecognized_keys') return [{ field: path, description: issue.message }];
    const of = issue.path.length === 0 ? `${tool}, which takes ${known}` : path;
    return issue.keys.map((field) => ({ field, description: `is not known to ${of}` }));
  });
  const last = faults.at(-1)!;
  const advice = `${last.description}. Nothing was done: correct this and call ${tool} again; tools/list has its schema`;
  throw fieldErrors([...faults.slice(0, -1), { ...last, description: advice }]);
}
