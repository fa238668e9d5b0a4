/** GetServerInfo. */
import type { GetServerInfoRequest, GetServerInfoResponse } from '../../../proto/gen/recorda/v1/server_info.ts';
import { MEMORY_TYPES } from '../../domain/memory.ts';
import { LIMITS } from '../../policy/limits.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { fromType } from './translate.ts';

const APIS = ['recorda.v1'];

export function getServerInfo({ server, stores }: Pick<MemoryDependencies, 'server' | 'stores'>) {
  return async (_: GetServerInfoRequest): Promise<GetServerInfoResponse> => {
    const { name, version, startTimeMs, summarizerModel } = server;
    const { messageBytes, contentBytes, queryBytes, batchSize, pageSize, topK } = LIMITS;
    const embedder = server.embedder();
    return {
      name,
      version,
      apis: APIS,
      startTime: new Date(startTimeMs),
      embedder: { name: embedder.name, version: embedder.version, dimensions: embedder.dimensions },
      summarizerModel,
      backends: MEMORY_TYPES.map((type) => ({
        type: fromType(type),
        backend: stores[type].backend,
        isAvailable: server.isAvailable(type),
      })),
      limits: { messageBytes, contentBytes, queryBytes, batchSize, pageSize, topK },
    };
  };
}
