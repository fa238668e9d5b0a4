/** The filter of one search or page in a reader's thread: it throws when the budget is spent, or when the caller has given up. */
import { filterWithin, type Filter } from '../../../domain/filter.ts';
import { FILTER_BUDGETS } from '../../../policy/limits.ts';
import type { FilterSource } from '../../../ports/stores.ts';
import { isGivenUp } from '../engine/running-call.ts';

export function searchFilter(source: FilterSource): Filter {
  return filterWithin(source, FILTER_BUDGETS.reader, () => performance.now(), isGivenUp);
}
