/** Working memory: what an agent keeps under keys while it works on a task. */
import type { WorkingPayload } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec } from './memory-type-spec.ts';
import { keyAndValueText, refuseForeign } from './parts.ts';

export const working: MemoryTypeSpec<WorkingPayload> = {
  ...SHARED,
  idPrefix: 'wm_',
  keptBy: ['agentId', 'taskId'],
  owner: 'agent',
  isPinnable: false,
  contentBytes: ({ key, value }) => Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value)),
  searchText: keyAndValueText,
  patched(payload, { value, ...foreign }) {
    refuseForeign(foreign, payload.type);
    return value === undefined ? payload : { ...payload, value: value.json };
  },
  whenFull: (measure) =>
    measure === 'COUNT'
      ? 'New keys are refused once it is full. End finished tasks (EndTask) or reuse keys'
      : 'The least recently used keys are deleted once it is full. End finished tasks (EndTask) or store less under a key',
};
