import { randomUUID } from 'node:crypto';
import { AzureKeyCredential, SearchIndexClient } from '@azure/search-documents';
import { expect } from 'chai';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { describeSearchIndex } from '../conformance/search-index.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';

/** Searches show documents as soon as they are accepted, or only after a while, in small answers. */
for (const [name, lagMs, pageLimit] of [
  ['that shows at once what it takes', 0, 1000],
  ['that lags, and answers in parts', 150, 7],
] as const) {
  let standIn: SearchStandIn;
  describeSearchIndex(`a stand-in for Azure AI Search ${name}`, {
    async open() {
      standIn = await startSearchStandIn();
      standIn.setLag(lagMs);
      standIn.setPageLimit(pageLimit === 7 ? 700 : pageLimit);
      const { endpoint, key } = standIn;
      return openAzureSearch(
        { endpoint, key, index: 'memories', vectors: lagMs === 0 ? 'hnsw' : 'exhaustive' },
        silentLog,
      );
    },
    async close(index) {
      await index.close();
      await standIn.close();
      expect(standIn.breaches, 'what the specification does not allow').to.deep.equal([]);
    },
  });
}

const { RECORDA_TEST_AZURE_SEARCH_URL: endpoint, RECORDA_TEST_AZURE_SEARCH_KEY: key } = process.env;
if (endpoint !== undefined && key !== undefined) {
  const index = `recorda-test-${randomUUID()}`;
  describeSearchIndex('Azure AI Search itself', {
    open: () => openAzureSearch({ endpoint, key, index, vectors: 'hnsw' }, silentLog),
    async close(opened) {
      await opened.close();
      await new SearchIndexClient(endpoint, new AzureKeyCredential(key)).deleteIndex(index);
    },
  });
}
