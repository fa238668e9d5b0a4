/** Opens the index of long-term memories in Azure AI Search. */
import { stopSignal } from '../../domain/abort.ts';
import { AZURE_SEARCH } from '../../policy/azure-search.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type { Log } from '../../telemetry/ports.ts';
import { azureSearchIndex } from './azure-search-index.ts';
import { indexColumns } from './index-columns.ts';
import type { VectorProfile } from './index-schema.ts';
import { searchClients, type SearchAccess } from './search-clients.ts';
import { attempts } from './search-errors.ts';

/** Which index, and the key that may write it. */
export type AzureSearchPlace = SearchAccess & {
  /** How near vectors are found, from the moment that the index is made on. */
  readonly vectors: VectorProfile;
};

/** Makes the index where there is none. Rejects where the service does not answer, refuses the key, or the index is another's. */
export async function openAzureSearch(place: AzureSearchPlace, log: Log): Promise<SearchIndex> {
  const { endpoint, index, vectors } = place;
  const { documents: client, indexes } = searchClients(place);
  const trying = attempts(log);
  const { attempt } = trying;
  const columns = indexColumns(indexes, {
    name: index,
    profile: vectors,
    attempt,
  });
  await columns.open({ signal: stopSignal() });
  const closing = new AbortController();
  const timer = setInterval(() => {
    void trying.probe((sending) => client.getDocumentsCount(sending), closing.signal);
  }, AZURE_SEARCH.probeMs).unref();
  return azureSearchIndex({
    client,
    columns,
    attempts: trying,
    target: `${new URL(endpoint).host}/${index}`,
    async close() {
      clearInterval(timer);
      closing.abort();
    },
  });
}
