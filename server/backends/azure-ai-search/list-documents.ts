/** Lists a user's memories in order: the index narrows them by its own filter, page by page, and the CEL filter decides. */
import { isWithin } from '../../domain/scope.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { CallContext, ListCursor } from '../../ports/stores.ts';
import type { SearchedRecord, SearchIndex } from '../../ports/search.ts';
import { pausingFilter } from '../pausing-filter.ts';
import { readRecord, type FoundDocument } from './document-form.ts';
import { allOf, numberLiteral, timeLiteral } from './odata.ts';
import { alive, odataFilter } from './odata-filter.ts';
import type { DocumentReader } from './read-documents.ts';
import { idNumbers } from './search-keys.ts';

type ListQuery = Parameters<SearchIndex['list']>[0];

const ORDER = ['createTime', 'idHead', 'idMiddle', 'idTail'] as const;

export async function listDocuments(
  reader: DocumentReader,
  query: ListQuery,
  call: CallContext,
): ReturnType<SearchIndex['list']> {
  const { scope, filter, pageSize, descending, nowMs } = query;
  const { matches, pause } = pausingFilter(filter, call.signal);
  const orderBy = ORDER.map((name) => `${name} ${descending ? 'desc' : 'asc'}`);
  const bound = filter === undefined ? undefined : odataFilter(filter);
  const found: SearchedRecord[] = [];
  let bytes = 0;
  let looked = 0;
  let after = query.after;
  // One more than the page holds shows whether there is a next page.
  const top = Math.min(pageSize + 1, AZURE_SEARCH.answerDocuments);
  for (;;) {
    const asked = {
      filter: allOf(alive(scope, nowMs), after && beyond(after, descending), bound),
      orderBy,
      top,
      select: ['memory', 'revision'],
    };
    const answer = await reader.search<FoundDocument>(asked, call);
    for (const one of answer) {
      await pause();
      const document = readRecord(one);
      const { createTimeMs, id, sizeBytes } = document.record;
      const isWanted = isWithin(document.record, scope) && matches(document.record);
      const isFull = found.length === pageSize || (found.length > 0 && bytes + sizeBytes > AZURE_SEARCH.answerBytes);
      if (isWanted && isFull) return { found, next: after };
      looked += 1;
      after = { createTimeMs, id };
      if (!isWanted) continue;
      bytes += sizeBytes;
      found.push(document);
    }
    if (answer.length < top) return { found };
    if (looked >= AZURE_SEARCH.listScan) return { found, next: after };
  }
}

/** Returns the filter for memories after a cursor. The index compares no texts, so ids are compared as numbers. */
function beyond({ createTimeMs, id }: ListCursor, descending: boolean): string {
  const operator = descending ? 'lt' : 'gt';
  const values = [timeLiteral(createTimeMs), ...idNumbers(id).map(numberLiteral)];
  return values.reduceRight((inner, value, index) => {
    const further = `${ORDER[index]} ${operator} ${value}`;
    return inner === '' ? further : `(${further} or (${ORDER[index]} eq ${value} and ${inner}))`;
  }, '');
}
