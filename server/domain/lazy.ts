/** Computes a value when it is first asked for, and once. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** The same of each property. */
export function lazyProperties<T extends object>(computes: { readonly [Name in keyof T]: () => T[Name] }): T {
  const found = {};
  for (const [name, compute] of Object.entries(computes) as [string, () => unknown][])
    Object.defineProperty(found, name, { get: lazy(compute), enumerable: true });
  return found as T;
}
