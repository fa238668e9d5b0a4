/** Lists the objects of a folder in cold storage, page by page. */
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';

/** Yields the names in a folder, without it. */
export async function* namesIn(storage: ColdStore, folder: string, call: CallContext): AsyncGenerator<string, void> {
  let after: string | undefined;
  do {
    const page = await storage.list({ prefix: folder, after, limit: COLD.pageSize }, call);
    for (const { name } of page.objects) yield name.slice(folder.length);
    after = page.next;
  } while (after !== undefined);
}
