import { SQLITE } from '../../../policy/backends.ts';

/** Returns the rows of a page that fit into one answer, and the first one always: a page ends early if its texts would be too large. */
export function withinAnswer<R extends { readonly sizeBytes: number }>(rows: readonly R[]): readonly R[] {
  let bytes = 0;
  const end = rows.findIndex(({ sizeBytes }, index) => {
    bytes += sizeBytes;
    return index > 0 && bytes > SQLITE.answerBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
