/** Between the store and what embeds for it; no caller ever sees it. */
const CODE = 'EMBEDDER_CHANGED';

/** The vector that came is of an embedder that the store is no longer of. */
export function embedderChanged(): Error {
  return Object.assign(new Error('The store has changed to another embedder.'), { code: CODE });
}

export function isEmbedderChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CODE;
}
