/** Every call of the contract together with the function that answers it. The pipeline knows no others. */
import type { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import type { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import type { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import type { ServiceOf } from './call.ts';
import { ADMIN, CONTEXT, MEMORY, type Call } from './calls.ts';
import type { Method } from './method.ts';

/** Returns the calls by full name, like `recorda.v1.MemoryService/AddMemory`. */
export function methods(
  memory: ServiceOf<typeof MemoryServiceDefinition>,
  admin: ServiceOf<typeof AdminServiceDefinition>,
  context: ServiceOf<typeof ContextServiceDefinition>,
): ReadonlyMap<string, Method> {
  return new Map([...answeredBy(memory, MEMORY), ...answeredBy(context, CONTEXT), ...answeredBy(admin, ADMIN)]);
}

function answeredBy(service: object, calls: readonly Call[]): readonly (readonly [string, Method])[] {
  const uses = service as Readonly<Record<string, unknown>>;
  return calls.map((call) => [call.name, { ...call, run: uses[call.key] } as Method]);
}
