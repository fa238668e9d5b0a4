/** Checks whether a search service answers, and describes the index, for `recorda doctor`, which creates none. */
import { RestError } from '@azure/core-rest-pipeline';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import { HTTP } from './http-status.ts';
import { searchClients, type SearchAccess } from './search-clients.ts';

/** Describes the index, in sequential round trips. Rejects with the reason why it cannot be used. */
export async function checkAzureSearch(access: SearchAccess): Promise<string> {
  const { documents, indexes } = searchClients(access);
  const name = `Azure AI Search, API ${AZURE_SEARCH.apiVersion}`;
  try {
    await indexes.getIndex(access.index);
  } catch (error) {
    const status = error instanceof RestError ? error.statusCode : undefined;
    if (status === HTTP.missing) return `${name}; the index does not exist yet; a server creates it`;
    if (status === HTTP.unauthorized || status === HTTP.forbidden)
      throw new Error('it rejects the key', { cause: error });
    throw new Error(status === undefined ? 'nothing answers' : `it answers HTTP ${status}`, { cause: error });
  }
  return `${name}; ${await documents.getDocumentsCount()} memories`;
}
