/** GetServerInfo and WhoAmI. */
import type {
  GetServerInfoRequest,
  GetServerInfoResponse,
  ServerEmbedder,
  WhoAmIRequest,
  WhoAmIResponse,
} from '../../../proto/gen/recorda/v1/server_info.ts';
import type { Access, Role } from '../../domain/caller.ts';
import { MEMORY_TYPES } from '../../domain/memory.ts';
import type { EmbedderIdentity } from '../../ports/stores.ts';
import { LIMITS } from '../../policy/limits.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { fromType } from './translate.ts';

const APIS = ['recorda.v1'];
/** The features as the contract explains them. A name is added together with what it names, and stays. */
const FEATURES = ['mint_token', 'near_only', 'ordered_collections', 'session_lists', 'who_am_i'];
const ROLE_NAMES = { agent: 'AGENT', admin: 'ADMIN', operator: 'OPERATOR' } as const;

const ACCESS_NAMES = { read: 'READ', write: 'WRITE', both: 'BOTH' } as const;

/** Returns the contract's name of a role. */
export const roleName = (role: Role) => `CALLER_ROLE_${ROLE_NAMES[role]}` as const;

/** Returns the contract's name of an access; absent, it is both. */
export const accessName = (access: Access | 'both' = 'both') => `CALLER_ACCESS_${ACCESS_NAMES[access]}` as const;

export function getServerInfo({ server, stores }: Pick<MemoryDependencies, 'server' | 'stores'>) {
  return async (_: GetServerInfoRequest): Promise<GetServerInfoResponse> => {
    const { name, version, startTimeMs, summarizerModel, extractorModel, secondEmbedder } = server;
    const { messageBytes, contentBytes, queryBytes, batchSize, pageSize, topK, documentWrites } = LIMITS;
    const embedder = server.embedder();
    return {
      name,
      version,
      apis: APIS,
      startTime: new Date(startTimeMs),
      embedder: embedderMessage(embedder),
      secondEmbedder: secondEmbedder && embedderMessage(secondEmbedder),
      summarizerModel,
      extractorModel,
      backends: MEMORY_TYPES.map((type) => ({
        type: fromType(type),
        backend: stores[type].backend,
        isAvailable: server.isAvailable(type),
      })),
      limits: { messageBytes, contentBytes, queryBytes, batchSize, pageSize, topK, documentWrites },
      features: FEATURES,
    };
  };
}

function embedderMessage({ name, version, dimensions }: EmbedderIdentity): ServerEmbedder {
  return { name, version, dimensions };
}

/** A caller has a key only on a server that requires keys. */
export async function whoAmI(_: WhoAmIRequest, { caller, elapsedMs }: ServiceCall): Promise<WhoAmIResponse> {
  const { tenant, role, keyId, keyName, userIds, expireMs, access, tokenId = '' } = caller;
  const { agentIds = [], namespaces = [], sessionIds = [] } = caller;
  return {
    authenticationRequired: keyId !== '',
    tenant,
    role: roleName(role),
    keyId,
    keyName,
    userIds: [...userIds],
    access: accessName(access),
    agentIds: [...agentIds],
    namespaces: [...namespaces],
    sessionIds: [...sessionIds],
    tokenId,
    expireTime: expireMs === undefined ? undefined : new Date(expireMs),
    latencyMs: elapsedMs(),
  };
}
