import { RecordaError } from '../domain/errors.ts';
import type { EntityStart } from '../ports/stores.ts';

/** Makes the error of a walk whose start does not exist. */
export function startNotFound(start: EntityStart, index: number): RecordaError {
  const which = 'id' in start ? start.id : `starts[${index}]`;
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `No entity for start ${index} of the walk${'id' in start ? `, ${start.id},` : ''} in this scope. Check name and type, or the id, and the scope; RetrieveMemories finds entities by their description.`,
    { resource: { type: 'recorda.v1.Memory', name: which } },
  );
}
