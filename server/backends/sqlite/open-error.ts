/** The reason why a store does not open. It is no error of a call: the person who starts the server reads it. */
export type OpenErrorCode =
  | 'DISK_FULL'
  | 'FOLDER_UNUSABLE'
  | 'STORE_MISSING'
  | 'STORE_LOCKED'
  | 'STORE_NEWER'
  | 'STORE_FOREIGN'
  | 'STORE_IS_COPY'
  | 'STORE_OF_EARLIER_EMBEDDER'
  | 'STORE_OF_OTHER_EMBEDDER'
  | 'STORE_SQLITE_TOO_OLD';

/** Returns an Error with a `code`; the message says what to do. */
export function openError(code: OpenErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
