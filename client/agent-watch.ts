/** Watches changes of memories. */
import { ChangeOperation, type MemoryChange } from '../proto/gen/recorda/v1/memory.ts';
import { agentMemory, agentScope } from './agent-memory.ts';
import type { AgentScope, Change, WatchOptions } from './agent-types.ts';
import { followed } from './followed.ts';
import type { MemoryClient } from './recorda.ts';
import { nameOf, wireType, WIRE_TYPES } from './wire-names.ts';

const OPERATIONS = {
  add: ChangeOperation.ADD,
  update: ChangeOperation.UPDATE,
  remove: ChangeOperation.REMOVE,
} as const;

/** Yields the changes of `scope` until the reader stops, `signal` aborts, or an error occurs that a retry cannot fix. */
export async function* watch(
  memory: MemoryClient,
  scope: AgentScope,
  options: WatchOptions,
): AsyncGenerator<Change, void> {
  for await (const event of watchedChanges(memory, scope, options)) yield change(event);
}

/** Yields the same changes as messages of the contract. */
export async function* watchedChanges(
  memory: MemoryClient,
  scope: AgentScope,
  { types = [], fromOldest = false, ...options }: WatchOptions,
): AsyncGenerator<MemoryChange, void> {
  const events = followed(
    async function* (resumeToken, call) {
      const request = { scope, types: types.map(wireType), resumeToken, fromOldest };
      for await (const { event } of memory.watchMemories(request, call)) if (event !== undefined) yield event;
    },
    ({ value }) => value.resumeToken,
    { ...options, fromOldest },
  );
  for await (const event of events) if (event.$case === 'change') yield event.value;
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
