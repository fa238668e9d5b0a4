/** The paths of LangGraph's items, by which they are documents. The importer writes what the store reads. */

export const COLLECTION = 'langgraph';
/** Bytes that the key of a document may have. */
const KEY_BYTES = 256;

/** An item's namespace and key, joined by slashes. */
export const pathOf = (namespace: readonly string[], key: string): string => [...namespace, key].map(escaped).join('/');

/** The inverse of `pathOf`: the names of the namespace, and the key at the end. */
export const namesOf = (path: string): readonly string[] => path.split('/').map(decodeURIComponent);

/** Escapes the slash, and characters that no document's key may have. */
export const escaped = (name: string): string => name.replaceAll(/[%/\p{Cc}\u{FFFD}]/gu, encodeURIComponent);

/** Whether a path can be a document's key. For one that is too long its SHA-256 in base64url is, and the path is kept beside the value. */
export const isKey = (path: string): boolean => new TextEncoder().encode(path).length <= KEY_BYTES;
