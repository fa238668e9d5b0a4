/** The code passes between the store and the code that embeds for it; no caller ever sees it. */
const CODE = 'EMBEDDER_CHANGED';

/** Returns the error for a vector of an embedder that the store has since replaced. */
export function embedderChanged(): Error {
  return Object.assign(new Error('The store has changed to another embedder.'), { code: CODE });
}

export function isEmbedderChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CODE;
}
