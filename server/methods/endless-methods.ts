import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';

const { fullName: memory, methods: ofMemory } = MemoryServiceDefinition;
const { fullName: context, methods: ofContext } = ContextServiceDefinition;
const { fullName: admin, methods: ofAdmin } = AdminServiceDefinition;

/**
 * Streams that go on until their caller leaves: they have as much time as any call may have, take no place among the calls under
 * way, and end when the server goes down.
 */
export const ENDLESS_METHODS: ReadonlySet<string> = new Set([
  `${memory}/${ofMemory.watchMemories.name}`,
  `${context}/${ofContext.watchSession.name}`,
  `${admin}/${ofAdmin.watchAlerts.name}`,
]);
