/** The service's clients, as Recorda uses them. */
import { AzureKeyCredential, SearchClient, SearchIndexClient } from '@azure/search-documents';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { IndexDocument } from './document-form.ts';

export type SearchAccess = {
  /** `https://NAME.search.windows.net`; http on loopback alone. */
  readonly endpoint: string;
  readonly index: string;
  /** A key with write access. */
  readonly key: string;
};

export function searchClients({ endpoint, index, key }: SearchAccess) {
  const credential = new AzureKeyCredential(key);
  const options = {
    serviceVersion: AZURE_SEARCH.apiVersion,
    allowInsecureConnection: endpoint.startsWith('http:'),
    // Recorda retries by itself, within the deadline; a redirect would send the key to another host.
    retryOptions: { maxRetries: 0 },
    redirectOptions: { maxRetries: 0 },
  };
  return {
    documents: new SearchClient<IndexDocument>(endpoint, index, credential, options),
    indexes: new SearchIndexClient(endpoint, credential, options),
  };
}
