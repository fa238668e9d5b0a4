import { SQLITE } from '../../../policy/backends.ts';

/** The rows of a page that fit into one answer, the first one always: a page ends early where its texts would outgrow it. */
export function withinAnswer<R extends { readonly sizeBytes: number }>(rows: readonly R[]): readonly R[] {
  let bytes = 0;
  const end = rows.findIndex(({ sizeBytes }, index) => {
    bytes += sizeBytes;
    return index > 0 && bytes > SQLITE.answerBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
