/** The packages that only some settings need. npm installs them on request, and the container has them all. */
import { readPackage } from '../runtime/package-root.ts';

const DRIVERS = {
  redis: { of: 'Redis', packages: ['ioredis'] },
  neo4j: { of: 'Neo4j', packages: ['neo4j-driver'] },
  postgres: { of: 'PostgreSQL', packages: ['pg'] },
  azureSearch: { of: 'Azure AI Search', packages: ['@azure/search-documents', '@azure/core-rest-pipeline'] },
  azureBlob: { of: 'Azure Blob Storage', packages: ['@azure/storage-blob'] },
  telemetry: {
    of: 'OpenTelemetry and Prometheus',
    packages: ['@opentelemetry/sdk-node', '@opentelemetry/exporter-prometheus'],
  },
} as const;

/** Resolves as `load` does, or rejects with what to install if the driver that it imports is missing. */
export async function withDriver<T>(name: keyof typeof DRIVERS, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { of, packages } = DRIVERS[name];
    if (!isMissing(error, packages)) throw error;
    const ranges = readPackage().peerDependencies;
    const wanted = packages.map((driver) => `'${driver}@${ranges[driver] ?? 'latest'}'`).join(' ');
    throw new Error(`${of} is set, but its driver is not installed. Run: npm install ${wanted}`, { cause: error });
  }
}

function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return false;
  return packages.some((name) => error.message.includes(`'${name}'`));
}
