/** What an index reads of a row: the words, and when they are about. */
import { typeOfId, type JsonPayload } from '../../../domain/memory.ts';
import { searchText } from '../../../domain/search-text.ts';
import type { FullRow } from '../records/rows.ts';
import { readText } from '../../stored-text.ts';

type IndexedRow = Pick<FullRow, 'id' | 'said_ms' | 'event_ms' | 'content'>;

export function indexedText(row: IndexedRow): { readonly text: string; readonly eventTimeMs: number | undefined } {
  const content = readText(row.content);
  const type = typeOfId(row.id);
  // The ids of turns are of no memory's type.
  if (type === undefined || type === 'SHORT_TERM' || type === 'LONG_TERM') {
    return { text: content, eventTimeMs: row.event_ms ?? row.said_ms ?? undefined };
  }
  const payload = { type, ...JSON.parse(content) } as JsonPayload;
  return {
    text: searchText(payload),
    eventTimeMs: payload.type === 'EPISODIC' ? payload.startTimeMs : undefined,
  };
}
