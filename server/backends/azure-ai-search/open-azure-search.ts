/** Opens the index of long-term memories in Azure AI Search. */
import { deadlineExceeded, stopSignal } from '../../domain/abort.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type { Log } from '../../ports/telemetry.ts';
import { oncePerText, logUnavailable } from '../log-unavailable.ts';
import { azureSearchIndex } from './azure-search-index.ts';
import { indexColumns } from './index-columns.ts';
import type { VectorProfile } from './index-schema.ts';
import { searchClients, type SearchAccess } from './search-clients.ts';
import { attempts, isOutage, notThere, type Attempts, type Sending } from './search-errors.ts';

/** The index, and a key with write access. */
export type AzureSearchAddress = SearchAccess & {
  /** How nearest vectors are found, as set when the index is created. */
  readonly vectors: VectorProfile;
};

/**
 * Creates the index if there is none. If the service is away, the index is created, and answers, as soon as the service does. Rejects if
 * the service refuses the key, or the index is not Recorda's.
 */
export async function openAzureSearch(address: AzureSearchAddress, log: Log): Promise<SearchIndex> {
  const { endpoint, index, vectors } = address;
  const { documents: client, indexes } = searchClients(address);
  const trying = attempts(log);
  let isMade = false;
  const afterMade: Attempts['attempt'] = (work, signal) =>
    isMade ? trying.attempt(work, signal) : Promise.reject(notThere());
  const columns = indexColumns(indexes, { name: index, profile: vectors, attempt: afterMade });
  const complain = oncePerText((error) => log.error({ error }, 'Azure AI Search cannot be used'));
  const make = async (sending: Sending): Promise<void> => {
    try {
      await columns.open(sending);
      isMade = true;
    } catch (error) {
      if (!isOutage(error)) complain((error as Error).message);
      throw error;
    }
  };
  const ready = stopSignal();
  const late = setTimeout(() => ready.abort(deadlineExceeded()), AZURE_SEARCH.readyMs);
  const error = await trying.first(make, ready).finally(() => clearTimeout(late));
  if (error !== undefined) logUnavailable(log, { backend: 'Azure AI Search', types: ['LONG_TERM'], error });
  const closing = new AbortController();
  const timer = setInterval(() => {
    const ask = (sending: Sending): Promise<unknown> => (isMade ? client.getDocumentsCount(sending) : make(sending));
    void trying.probe(ask, closing.signal);
  }, AZURE_SEARCH.probeMs).unref();
  return azureSearchIndex({
    client,
    columns,
    attempts: { ...trying, attempt: afterMade, isThere: () => isMade && trying.isThere() },
    target: `${new URL(endpoint).host}/${index}`,
    async close() {
      clearInterval(timer);
      closing.abort();
    },
  });
}
