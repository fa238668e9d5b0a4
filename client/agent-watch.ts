/** Following changes: a stream that goes on where it was, whatever happens to the connection. */
import { ChangeOperation, type MemoryChange } from '../proto/gen/recorda/v1/memory.ts';
import { WIRE } from '../contract/wire.ts';
import { agentMemory, agentScope } from './agent-memory.ts';
import type { AgentScope, Change, WatchOptions } from './agent-types.ts';
import { RecordaError } from './errors.ts';
import { CONNECTING } from './policy.ts';
import type { MemoryClient } from './recorda.ts';
import { sleep } from './retry.ts';
import { nameOf, wireType, WIRE_TYPES } from './wire-names.ts';

const OPERATIONS = {
  add: ChangeOperation.ADD,
  update: ChangeOperation.UPDATE,
  remove: ChangeOperation.REMOVE,
} as const;

/** The changes of `scope`, for ever: until the reader leaves, `signal` aborts, or an error comes that no repeat can mend. */
export async function* watch(
  memory: MemoryClient,
  scope: AgentScope,
  options: WatchOptions,
): AsyncGenerator<Change, void> {
  const { types = [], resumeToken: from = '', fromOldest = false, timeoutMs = WIRE.deadlineMs, signal } = options;
  let resumeToken = from;
  let delayMs: number = CONNECTING.firstReconnectMs;
  for (;;) {
    try {
      const request = { scope, types: types.map(wireType), resumeToken, fromOldest };
      for await (const { event } of memory.watchMemories(request, { timeoutMs, signal })) {
        if (event === undefined) continue;
        ({ resumeToken } = event.value);
        delayMs = CONNECTING.firstReconnectMs;
        if (event.$case === 'change') yield change(event.value);
      }
    } catch (error) {
      const isOver = timeoutMs !== WIRE.deadlineMs || signal?.aborted === true;
      if (!(error instanceof RecordaError) || !error.retryable || isOver) throw error;
      // Where nothing was heard yet, beginning anew would miss what came meanwhile.
      if (resumeToken === '' && !fromOldest) throw error;
    }
    await sleep(delayMs, signal);
    delayMs = Math.min(2 * delayMs, CONNECTING.lastReconnectMs);
  }
}

function change({ operation, id, type, scope, changeTime, memory, resumeToken }: MemoryChange): Change {
  return {
    operation: nameOf(OPERATIONS, operation, 'update'),
    id,
    type: nameOf(WIRE_TYPES, type, 'long_term'),
    scope: agentScope(scope),
    time: changeTime ?? new Date(0),
    memory: memory && agentMemory(memory),
    resumeToken,
  };
}
