import type { EmbedderIdentity } from '../ports/stores.ts';

/** An identity as one text: equal for two vectors that compare, and only for them. */
export function embedderKey({ name, version, dimensions }: EmbedderIdentity): string {
  return JSON.stringify([name, version, dimensions]);
}

/** For people. */
export function embedderText({ name, version, dimensions }: EmbedderIdentity): string {
  return `${name} ${version}, ${dimensions} dimensions`;
}
