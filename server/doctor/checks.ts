/** Lists the checks of everything that a server with these settings would need. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { stopSignal } from '../domain/abort.ts';
import { statement, type Statement } from '../domain/check-statements.ts';
import type { SecondEmbedderConfig } from '../embedders/second/open-second-embedder.ts';
import { readKeysFile } from '../keys/keys-file.ts';
import { openCold } from '../opening/open-cold.ts';
import { openRowKeys } from '../opening/open-row-keys.ts';
import { checkUserKeys } from './check-user-keys.ts';
import { readModelPrices } from '../opening/model-prices-file.ts';
import { MODEL_PRICES, type ModelPrice } from '../policy/model-prices.ts';
import { restoreAdvice } from '../opening/restore-advice.ts';
import { DISK } from '../policy/backends.ts';
import { silentLog } from '../ports/telemetry.ts';
import { withoutSecrets } from '../settings/shown-setting.ts';
import { USER_KEYS_FOLDER } from '../settings/storage-settings.ts';
import type { PostgresCheckName } from '../backends/postgres/check-postgres.ts';
import type { Check } from './check.ts';
import { withDriver } from '../opening/drivers.ts';

export function checksOf(config: Config): readonly Check[] {
  return [...embeddedChecks(config), ...databaseChecks(config), ...checksBesideStore(config)];
}

/** Returns the checks that a running server can make of what it stands on, without touching its own store. */
export function checksBesideStore(config: Config): readonly Check[] {
  return [...backendChecks(config), ...coldChecks(config), ...fileChecks(config)];
}

function embeddedChecks(config: Config): readonly Check[] {
  const { dataDir, auditHead, embedder, secondEmbedder } = config;
  return [
    {
      role: 'data folder',
      where: dataDir,
      run: async () => (await import('../backends/sqlite/engine/file/check-sqlite.ts')).checkSqlite(dataDir),
    },
    {
      role: 'store',
      where: join(dataDir, 'recorda.db'),
      limitMs: DISK.doctorMs,
      run: async () =>
        (await import('../backends/sqlite/engine/file/check-sqlite.ts')).checkWhole(dataDir, auditHead, () =>
          restoreAdvice(config),
        ),
    },
    { role: 'embedder', where: embedder.kind, run: () => checkEmbedder(config) },
    ...(secondEmbedder === undefined
      ? []
      : [{ role: 'second embedder', where: secondEmbedder.folder, run: () => checkSecondEmbedder(secondEmbedder) }]),
  ];
}

/** The doctor checks these of the database that holds the data of several servers, each as a row. */
const DATABASE_CHECKS: Readonly<Record<PostgresCheckName, true>> = {
  version: true,
  fsync: true,
  full_page_writes: true,
  synchronous_commit: true,
  standby: true,
  rights: true,
  clock: true,
  transactions: true,
  connections: true,
  servers: true,
  rows: true,
  read: true,
};

function databaseChecks(config: Config): readonly Check[] {
  const { store, dataDir } = config;
  if (store === undefined) return [];
  let asked: ReturnType<typeof import('../backends/postgres/check-postgres.ts').checkPostgres> | undefined;
  const ask = async () => {
    const load = () => import('../backends/postgres/check-postgres.ts');
    const openKeys = () => openRowKeys(config, { dataDir, log: silentLog });
    const options = { openKeys, hasKeyService: config.keyService !== undefined, dataDir };
    return (await withDriver('postgres', load)).checkPostgres(store, options);
  };
  const names = (Object.keys(DATABASE_CHECKS) as PostgresCheckName[]).filter(
    (name) => name !== 'read' || store.read !== undefined,
  );
  return names.map((name) => ({
    role: `PostgreSQL ${name}`,
    where: withoutSecrets((name === 'read' ? store.read : store)!.url),
    async run() {
      const { isGood, said } = (await (asked ??= ask()))[name];
      if (!isGood) throw new Error(said);
      return said;
    },
  }));
}

/** Returns the checks of backends that are servers of their own. */
function backendChecks({ shortTerm, working, cache, graph, longTerm }: Config): readonly Check[] {
  const checks: Check[] = [];
  for (const [role, address] of Object.entries({ short_term: shortTerm, working, caches: cache })) {
    if (address === undefined) continue;
    checks.push({
      role,
      where: withoutSecrets(address.url),
      run: async () =>
        (await withDriver('redis', () => import('../backends/redis/check-redis.ts'))).checkRedis(address),
    });
  }
  if (graph !== undefined) {
    checks.push({
      role: 'episodic, entity',
      where: withoutSecrets(graph.url),
      run: async () => {
        const { checkNeo4j } = await withDriver('neo4j', () => import('../backends/neo4j/check-neo4j.ts'));
        return checkNeo4j(graph);
      },
    });
  }
  if (longTerm !== undefined) {
    checks.push({
      role: 'long_term',
      where: `${longTerm.endpoint}/${longTerm.index}`,
      run: async () => {
        const load = () => import('../backends/azure-ai-search/check-azure-search.ts');
        return (await withDriver('azureSearch', load)).checkAzureSearch(longTerm);
      },
    });
  }
  return checks;
}

function coldChecks(config: Config): readonly Check[] {
  const { cold, dataDir } = config;
  const ofKeys: Check = { role: 'user keys', where: whereKeys(config), run: () => checkUserKeys(config) };
  if (cold === undefined) return [ofKeys];
  return [
    {
      role: 'cold storage',
      where: cold.kind === 'files' ? cold.folder : cold.url,
      run: async () => {
        await (await openCold(cold, dataDir)).check({ signal: stopSignal() });
        return [statement('WRITTEN_AND_DELETED', { storage: cold.kind })];
      },
    },
    ofKeys,
  ];
}

function fileChecks({ apiKeysFile, tokens, modelPricesFile }: Config): readonly Check[] {
  const checks: Check[] = [];
  if (apiKeysFile !== undefined) {
    checks.push({
      role: 'API keys',
      where: apiKeysFile,
      run: async () => Promise.resolve([statement('KEYS', { count: readKeysFile(apiKeysFile).length })]),
    });
  }
  if (tokens !== undefined) {
    checks.push({
      role: 'identity provider',
      where: tokens.issuer,
      run: async () => {
        const { countIssuerKeys } = await import('../keys/issuer-keys.ts');
        return [statement('KEYS', { count: await countIssuerKeys(tokens.issuer, tokens.keysUrl) })];
      },
    });
  }
  if (modelPricesFile !== undefined) {
    checks.push({
      role: 'model prices',
      where: modelPricesFile,
      run: async () => Promise.resolve([pricesSaid(readModelPrices(modelPricesFile))]),
    });
  }
  return checks;
}

function pricesSaid(rows: readonly ModelPrice[]): Statement {
  const oldest = rows.map(({ asOf }) => asOf).toSorted()[0] ?? '—';
  return statement('PRICES', { count: rows.length, oldest, table: MODEL_PRICES.length });
}

function whereKeys({ userKeys, dataDir }: Config): string {
  if (userKeys === undefined) return join(dataDir, USER_KEYS_FOLDER);
  return userKeys.kind === 'files' ? userKeys.folder : userKeys.url;
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

async function checkSecondEmbedder(config: SecondEmbedderConfig): Promise<string> {
  const [{ openOnnxEmbedder }, { embedderText }] = await Promise.all([
    import('../embedders/onnx/onnx-embedder.ts'),
    import('../embedders/embedder-key.ts'),
  ]);
  const embedder = await openOnnxEmbedder(config);
  try {
    await embedder.embed(['a first round trip'], { signal: stopSignal() });
    return `${embedderText(embedder.identity)}, for ${config.languages.join(' and ')}`;
  } finally {
    await embedder.close();
  }
}
