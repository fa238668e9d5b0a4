/** Memories and facts as the tools give them: flat, short, with names that a model reads without a manual. */
import { z } from 'zod';
import type { AgentMemory, Fact, MemoryType } from '../../client/agent-types.ts';

/** The types that belong to a user rather than to a session or a task. */
export const lastingType = z.enum(['long_term', 'persona', 'episodic', 'entity', 'structured']);

export const memoryShape = z.object({
  id: z.string(),
  type: z.string(),
  text: z.string(),
  key: z.string().optional().describe('Of a trait or a document'),
  created: z.string().describe('ISO 8601'),
  event_time: z.string().optional().describe('When it happened, where that was said'),
  importance: z.number().describe('0 to 1'),
  pinned: z.boolean().optional().describe('Never archived while it is'),
  source: z.string().optional().describe('Who or what it came from'),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const factShape = z.object({
  id: z.string(),
  text: z.string().describe("In the user's own words"),
  domain: z.string(),
  state: z.string().describe('active; aged and stale ones should be confirmed before they are relied on'),
  confirmed: z.string().describe('When it was last said or confirmed, ISO 8601'),
});

export function memoryOut(memory: AgentMemory): z.input<typeof memoryShape> {
  const { id, type, text, createTime, importance, pinned, source, metadata } = memory;
  const key = 'key' in memory && memory.key !== '' ? memory.key : undefined;
  const eventTime = 'eventTime' in memory ? memory.eventTime?.toISOString() : undefined;
  return {
    id,
    type,
    text,
    created: createTime.toISOString(),
    importance,
    ...(key !== undefined && { key }),
    ...(eventTime !== undefined && { event_time: eventTime }),
    ...(pinned && { pinned }),
    ...(source !== undefined && { source }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
  };
}

export function factOut({ id, text, domain, state, lastConfirmedTime }: Fact): z.input<typeof factShape> {
  return { id, text, domain, state, confirmed: lastConfirmedTime.toISOString() };
}

/** The types that are searched if none are named. */
export const SEARCHED_TYPES: readonly MemoryType[] = lastingType.options;
