/** ListSessions and ListTurns. */
import type { ListedSession, ListedTurn } from '../../domain/context/intents.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { inTurns } from '../../ports/in-turns.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  ListTurnsRequest,
  ListTurnsResponse,
  Session,
  SessionTurn,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromListedSegment, fromTurn } from './translate.ts';

export function listConversations({ store }: Pick<ContextDependencies, 'store'>) {
  async function listSessions(request: ListSessionsRequest, call: ServiceCall): Promise<ListSessionsResponse> {
    const scope = { ...toScope(call.tenant, undefined), userId: request.scope?.userId ?? '' };
    const listed = ['sessions', scope.tenant, scope.userId];
    const after = decodePageToken(request.pageToken, listed);
    const { sessions, next } = await store.list({ scope, pageSize: sizeOf(request), after }, call);
    return {
      sessions: sessions.map(fromSession),
      nextPageToken: next === undefined ? '' : encodePageToken(next, listed),
      latencyMs: call.elapsedMs(),
    };
  }

  async function listTurns(request: ListTurnsRequest, call: ServiceCall): Promise<ListTurnsResponse> {
    const scope = toScope(call.tenant, request.scope);
    const descending = request.orderBy === 'turn desc';
    const listed = ['turns', scope.tenant, scope.userId, scope.sessionId, scope.namespace, `${descending}`];
    const after = decodePageToken(request.pageToken, listed);
    const { turns, segments, next } = await store.turns({ scope, pageSize: sizeOf(request), descending, after }, call);
    return {
      turns: await inTurns(turns, call.signal, fromListedTurn),
      nextPageToken: next === undefined ? '' : encodePageToken(next, listed),
      latencyMs: call.elapsedMs(),
      segments: segments.map(fromListedSegment),
    };
  }

  return { listSessions, listTurns };
}

function sizeOf({ pageSize }: { readonly pageSize: number }): number {
  return pageSize === 0 ? DEFAULTS.pageSize : pageSize;
}

function fromSession({ totalTokens: tokenCount, updateMs, endMs, ...rest }: ListedSession): Session {
  return {
    ...rest,
    tokenCount,
    updateTime: new Date(updateMs),
    endTime: endMs === undefined ? undefined : new Date(endMs),
  };
}

function fromListedTurn({ turn, inWindow, agentId, namespace, createMs, ...said }: ListedTurn): SessionTurn {
  return { turn, said: fromTurn(said), inWindow, agentId, namespace, createTime: new Date(createMs) };
}
