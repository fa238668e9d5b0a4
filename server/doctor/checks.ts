/** Everything that a server of these settings would stand on. */
import type { Config } from '../config.ts';
import { stopSignal } from '../domain/abort.ts';
import { readKeysFile } from '../keys/keys-file.ts';
import { openCold } from '../opening/open-cold.ts';
import { silentLog } from '../telemetry/ports.ts';
import { withoutSecrets, type Check } from './check.ts';

export function checksOf(config: Config): readonly Check[] {
  const { dataDir, shortTerm, working, longTerm, cache, graph, cold, apiKeysFile, embedder } = config;
  const checks: Check[] = [
    {
      role: 'data folder',
      where: dataDir,
      run: async () => (await import('../backends/sqlite/file/check-sqlite.ts')).checkSqlite(dataDir),
    },
    { role: 'embedder', where: embedder.kind, run: () => checkEmbedder(config) },
  ];
  for (const [role, place] of Object.entries({ short_term: shortTerm, working, caches: cache })) {
    if (place === undefined) continue;
    checks.push({
      role,
      where: withoutSecrets(place.url),
      run: async () => (await import('../backends/redis/check-redis.ts')).checkRedis(place),
    });
  }
  if (graph !== undefined) {
    checks.push({
      role: 'episodic, entity',
      where: withoutSecrets(graph.url),
      run: async () => {
        const said = await (await import('../backends/neo4j/check-neo4j.ts')).checkNeo4j(graph);
        return `${said}. Retention, archive and backups do not reach it: see to those there`;
      },
    });
  }
  if (cold !== undefined) {
    checks.push({
      role: 'cold storage',
      where: cold.kind === 'files' ? cold.folder : cold.url,
      run: async () => {
        await (await openCold(cold, dataDir)).check({ signal: stopSignal() });
        return `${cold.kind}: written and deleted`;
      },
    });
  }
  if (longTerm !== undefined) {
    checks.push({
      role: 'long_term',
      where: `${longTerm.endpoint}/${longTerm.index}`,
      run: async () => (await import('../backends/azure-ai-search/check-azure-search.ts')).checkAzureSearch(longTerm),
    });
  }
  if (apiKeysFile !== undefined) {
    checks.push({
      role: 'API keys',
      where: apiKeysFile,
      run: async () => Promise.resolve(`${readKeysFile(apiKeysFile).length} keys`),
    });
  }
  return checks;
}

async function checkEmbedder({ embedder: config }: Config): Promise<string> {
  const [{ openEmbedder }, { staticEmbedder }, { staticEncoder }, { loadStaticTable }, { embedderText }] =
    await Promise.all([
      import('../embedders/open-embedder.ts'),
      import('../embedders/static/static-embedder.ts'),
      import('../embedders/static/static-encoder.ts'),
      import('../embedders/static/static-table.ts'),
      import('../embedders/embedder-key.ts'),
    ]);
  const builtIn = staticEmbedder(staticEncoder(loadStaticTable()));
  const { embedder, close } = await openEmbedder(config, builtIn, silentLog);
  try {
    await embedder.embed(['a first round trip'], { signal: stopSignal() });
    return embedderText(embedder.identity);
  } finally {
    await close();
  }
}
