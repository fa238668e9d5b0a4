/** Opens the index of long-term memories in Azure AI Search. */
import { AzureKeyCredential, SearchClient, SearchIndexClient } from '@azure/search-documents';
import { stopSignal } from '../../domain/abort.ts';
import { AZURE_SEARCH } from '../../policy/azure-search.ts';
import type { SearchIndex } from '../../ports-of-search.ts';
import type { Log } from '../../telemetry/ports.ts';
import { azureSearchIndex } from './azure-search-index.ts';
import type { IndexDocument } from './document-form.ts';
import { indexColumns } from './index-columns.ts';
import type { VectorProfile } from './index-schema.ts';
import { attempts } from './search-errors.ts';

/** Which index, and the key that may write it. */
export type AzureSearchPlace = {
  /** `https://NAME.search.windows.net`; http on loopback alone. */
  readonly endpoint: string;
  readonly index: string;
  readonly key: string;
  /** How near vectors are found, from the moment that the index is made on. */
  readonly vectors: VectorProfile;
};

/** Makes the index where there is none. Rejects where the service does not answer, refuses the key, or the index is another's. */
export async function openAzureSearch(place: AzureSearchPlace, log: Log): Promise<SearchIndex> {
  const { endpoint, index, vectors } = place;
  const credential = new AzureKeyCredential(place.key);
  const options = {
    serviceVersion: AZURE_SEARCH.apiVersion,
    allowInsecureConnection: endpoint.startsWith('http:'),
    // Attempts are counted here, within the deadline; a redirect would carry the key to whom nobody chose.
    retryOptions: { maxRetries: 0 },
    redirectOptions: { maxRetries: 0 },
  };
  const client = new SearchClient<IndexDocument>(endpoint, index, credential, options);
  const trying = attempts(log);
  const { attempt } = trying;
  const columns = indexColumns(new SearchIndexClient(endpoint, credential, options), {
    name: index,
    profile: vectors,
    attempt,
  });
  await columns.open({ signal: stopSignal() });
  const closing = new AbortController();
  const timer = setInterval(() => {
    trying.tryOnce((sending) => client.getDocumentsCount(sending), closing.signal).catch(() => undefined);
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
