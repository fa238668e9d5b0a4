/** The paths of LangGraph's items as documents, which the importer writes and the store reads. */

export const COLLECTION = 'langgraph';
/** The most bytes of a document's key. */
const KEY_BYTES = 256;

/** Joins an item's namespace and key by slashes. */
export const pathOf = (namespace: readonly string[], key: string): string => [...namespace, key].map(escaped).join('/');

/** Splits a path into the names of the namespace, with the key at the end: the inverse of `pathOf`. */
export const namesOf = (path: string): readonly string[] => path.split('/').map(decodeURIComponent);

/** Escapes the slash, and characters that a document's key may not have. */
export const escaped = (name: string): string => name.replaceAll(/[%/\p{Cc}\u{FFFD}]/gu, encodeURIComponent);

/**
 * Tells whether a path can be a document's key. If it is too long, its SHA-256 in base64url is the key, and the path is kept beside the
 * value.
 */
export const isKey = (path: string): boolean => new TextEncoder().encode(path).length <= KEY_BYTES;
