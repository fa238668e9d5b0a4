/** Numbers of API keys. */

/** Bytes of randomness in a key's secret: as many as its hash has, so that guessing is out of the question. */
export const SECRET_BYTES = 32;
/** Bytes in a key's id, which is no secret. */
export const KEY_ID_BYTES = 8;
/** The file of keys is read anew at most this long after it changed, in milliseconds. */
export const KEYS_REREAD_MS = 1000;
/** Largest file of keys: some 20,000 of them. */
export const KEYS_FILE_BYTES = 8 * 1024 * 1024;
