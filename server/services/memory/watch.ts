/** WatchMemories: the change log, from where the caller stopped. */
import { fieldError } from '../../domain/errors.ts';
import { decodeResumeToken, encodeResumeToken } from '../../domain/resume-token.ts';
import { MEMORY_TYPES, type MemoryType, type Scope } from '../../domain/memory.ts';
import { WATCHING } from '../../policy/serving.ts';
import type { MemoryChange } from '../../ports/stores.ts';
import type {
  MemoryChange as ChangeMessage,
  WatchMemoriesRequest,
  WatchMemoriesResponse,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import { eventsOf } from '../events-of.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toScope } from '../scope.ts';
import { fromRecord, fromType, toType } from './translate.ts';

export function watchMemories({ changes, stores }: Pick<MemoryDependencies, 'changes' | 'stores'>) {
  return async function* (request: WatchMemoriesRequest, call: ServiceCall): AsyncGenerator<WatchMemoriesResponse> {
    const scope = toScope(call.tenant, request.scope);
    const types = request.types.map(toType).filter((type) => type !== undefined);
    const unlogged = (types.length === 0 ? MEMORY_TYPES : types).filter((type) => !stores[type].capabilities.isLogged);
    if (types.length > 0 && unlogged.length > 0) {
      const why = `${unlogged.join(', ')} is kept in ${unlogged.map((type) => stores[type].backend).join(', ')}, whose changes are not followed`;
      throw fieldError('types', why);
    }
    // Events are collected from before the first reading, so that none in between is missed.
    const events = eventsOf((listener) => changes.subscribe(scope, listener), call.signal);
    try {
      let after = decodeResumeToken(request.resumeToken, scope);
      if (after === undefined) {
        const { start, end } = await changes.bounds(scope, call);
        after = request.fromOldest ? start : end;
      }
      yield positionAt(after, scope, unlogged);
      for (;;) {
        const query = { scope, types, after, limit: WATCHING.pageSize, nowMs: call.nowMs };
        const page = await changes.read(query, call);
        for (const change of page.changes) yield { event: { $case: 'change', value: fromChange(change, scope) } };
        const said: string = page.changes.at(-1)?.position ?? after;
        if (page.next !== said) yield positionAt(page.next, scope);
        after = page.next;
        if (page.isAtEnd && !(await events.next())) yield positionAt(after, scope);
      }
    } finally {
      events.stop();
    }
  };
}

function positionAt(position: string, scope: Scope, unlogged: readonly MemoryType[] = []): WatchMemoriesResponse {
  const value = { resumeToken: encodeResumeToken(position, scope), notFollowed: unlogged.map(fromType) };
  return { event: { $case: 'position', value } };
}

function fromChange(
  { operation, id, type, scope, atMs, record, position }: MemoryChange,
  watched: Scope,
): ChangeMessage {
  const { tenant: _, ...of } = scope;
  return {
    operation: `CHANGE_OPERATION_${operation}` as const,
    id,
    type: fromType(type),
    scope: of,
    changeTime: new Date(atMs),
    memory: record && fromRecord(record),
    resumeToken: encodeResumeToken(position, watched),
  };
}
