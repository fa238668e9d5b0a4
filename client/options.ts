/**
 * Refuses options that a call does not have, and names those that it has: a misspelt option would silently have no
 * effect.
 */
import { fieldError, type RecordaError } from '../contract/errors.ts';

type KeysOf<T> = T extends unknown ? keyof T : never;
/** The names of all options of `O`, for a union those of all its members; the compiler reports missing ones. */
export type Names<O> = Readonly<Record<KeysOf<O> & string, true>>;

/** The positions of a method's arguments that are options. */
type Check = {
  readonly [at: number]: Readonly<Record<string, true>> | ((given: object) => Readonly<Record<string, true>>);
  /** Whether a refusal is thrown, since the method returns no promise that could reject. */
  readonly throws?: true;
};
export type Checks<H> = { readonly [K in keyof H]?: Check };

/**
 * Throws FIELD_INVALID for the first name of `given` that is not among `names`; values that are not objects are left to
 * others.
 */
export function refuseUnknown(given: unknown, names: Readonly<Record<string, true>>, what: string): void {
  const error = unknownName(given, names, what);
  if (error !== undefined) throw error;
}

function unknownName(given: unknown, names: Readonly<Record<string, true>>, what: string): RecordaError | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return undefined;
  return fieldError(unknown, `is not known; ${what} accepts ${Object.keys(names).join(', ')}.`);
}

/**
 * Returns `handle` with methods that refuse what `checks` does not name. `of` is the handle's name, like `agent.facts`.
 */
export function refusingUnknown<H extends object>(of: string, handle: H, checks: Checks<H>): H {
  const checked = Object.entries<Check | undefined>(checks).map(([method, check]) => {
    const call = handle[method as keyof H] as (...given: readonly unknown[]) => unknown;
    const checkedArguments = Object.entries(check ?? {}).filter(([at]) => at !== 'throws') as [string, Check[number]][];
    const refusing = (...given: readonly unknown[]): unknown => {
      for (const [at, names] of checkedArguments) {
        const options = given[Number(at)];
        const known = typeof names === 'function' ? names(options ?? {}) : names;
        const error = unknownName(options, known, `${of}.${method}`);
        if (error === undefined) continue;
        if (check?.throws === true) throw error;
        return Promise.reject(error);
      }
      return call(...given);
    };
    return [method, refusing];
  });
  return { ...handle, ...Object.fromEntries(checked) } as H;
}
