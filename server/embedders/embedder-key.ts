import type { EmbedderIdentity } from '../ports/stores.ts';

/** Asked at each search. */
const known = new WeakMap<EmbedderIdentity, string>();

/** An identity as one text: equal for two vectors that compare, and only for them. */
export function embedderKey(identity: EmbedderIdentity): string {
  let key = known.get(identity);
  if (key === undefined) {
    const { name, version, dimensions } = identity;
    known.set(identity, (key = JSON.stringify([name, version, dimensions])));
  }
  return key;
}

/** For people. */
export function embedderText({ name, version, dimensions }: EmbedderIdentity): string {
  return `${name} ${version}, ${dimensions} dimensions`;
}
