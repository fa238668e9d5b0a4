/** Joins several APIs into one. */

type All<A> = (A extends unknown ? (api: A) => void : never) extends (api: infer Joined) => void ? Joined : never;

/** Joins the methods of these into one API. Throws if two have one of the same name. */
export function joined<A extends readonly object[]>(
  ...apis: A
): { readonly [K in keyof All<A[number]>]: All<A[number]>[K] } {
  const names = apis.flatMap((api) => Object.keys(api));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two subjects have a method ${twice}.`);
  return Object.assign({}, ...apis) as never;
}
