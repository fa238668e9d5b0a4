/** Checks whether a search service answers, and describes the index, for `recorda doctor`, which creates none. */
import { RestError } from '@azure/core-rest-pipeline';
import { StatedError, statement, type Statement } from '../../domain/check-statements.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import { HTTP } from './http-status.ts';
import { searchClients, type SearchAccess } from './search-clients.ts';

/** Describes the index, in sequential round trips. Rejects with the reason why it cannot be used. */
export async function checkAzureSearch(access: SearchAccess): Promise<readonly Statement[]> {
  const { documents, indexes } = searchClients(access);
  const answers = statement('ANSWERS', { product: 'Azure AI Search, API', version: AZURE_SEARCH.apiVersion });
  try {
    await indexes.getIndex(access.index);
  } catch (error) {
    const status = error instanceof RestError ? error.statusCode : undefined;
    if (status === HTTP.missing) return [answers, statement('NO_INDEX_YET', {})];
    if (status === HTTP.unauthorized || status === HTTP.forbidden)
      throw new StatedError(statement('KEY_REJECTED', {}), { cause: error });
    const said = status === undefined ? statement('NO_ANSWER', {}) : statement('HTTP_STATUS', { status });
    throw new StatedError(said, { cause: error });
  }
  return [answers, statement('MEMORIES', { count: await documents.getDocumentsCount() })];
}
