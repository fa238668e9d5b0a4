/** Returns a function that computes a value on the first call only. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Returns an object whose properties are each computed on first access. */
export function lazyProperties<T extends object>(computes: { readonly [Name in keyof T]: () => T[Name] }): T {
  const found = {};
  for (const [name, compute] of Object.entries(computes) as [string, () => unknown][])
    Object.defineProperty(found, name, { get: lazy(compute), enumerable: true });
  return found as T;
}
