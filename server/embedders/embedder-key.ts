import type { EmbedderIdentity } from '../ports/stores.ts';

/** Keys are cached, since each search needs one. */
const known = new WeakMap<EmbedderIdentity, string>();

/** Returns an identity as one text: equal for two embedders exactly if their vectors are comparable. */
export function embedderKey(identity: EmbedderIdentity): string {
  let key = known.get(identity);
  if (key === undefined) {
    const { name, version, dimensions } = identity;
    known.set(identity, (key = JSON.stringify([name, version, dimensions])));
  }
  return key;
}

/** Returns an identity for people. */
export function embedderText({ name, version, dimensions }: EmbedderIdentity): string {
  return `${name} ${version}, ${dimensions} dimensions`;
}
