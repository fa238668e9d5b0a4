/** The tools that write. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AgentMemory } from '../../client/agent-types.ts';
import { fieldError, RecordaError } from '../domain/errors.ts';
import { factOut, factShape, lastingType, memoryOut, memoryShape } from './shapes.ts';
import { ADDS, CHANGES, tool } from './tool.ts';

const MOST_FORGOTTEN = 100;
const SHOWN = 10;
const SHOWN_CHARACTERS = 200;
const CONFIRM_LENGTH = 12;

const importance = z.number().min(0).max(1).describe('How much it matters, 0 to 1');
const metadata = z.record(z.string(), z.json()).describe('Your own fields, which filters can ask for');
const moment = z.iso.datetime({ offset: true }).describe('ISO 8601, like 2026-11-26T09:00:00Z');

export const remember = tool({
  name: 'remember',
  title: 'Remember',
  description:
    'Keep something for later conversations, as a text that can be understood by itself: names instead of pronouns, dates instead of "yesterday". What the user states of themselves belongs to remember_fact; never keep secrets or passwords.',
  input: z.object({
    content: z.string().min(1),
    importance: importance.optional(),
    pinned: z.boolean().optional().describe('Never archive it'),
    event_time: moment.optional().describe('When it happened, ISO 8601; absent where that does not matter'),
    metadata: metadata.optional(),
  }),
  output: z.object({ memory: memoryShape }),
  annotations: ADDS,
  async run({ agent }, { content, event_time: eventTime, metadata: fields, ...rest }, options) {
    const { memory } = await agent.add(content, {
      ...rest,
      source: 'assistant',
      eventTime: eventTime === undefined ? undefined : new Date(eventTime),
      metadata: fields as AgentMemory['metadata'],
      ...options,
    });
    return { memory: memoryOut(memory) };
  },
});

export const updateMemory = tool({
  name: 'update_memory',
  title: 'Update a memory',
  description: 'Change a memory that is no longer right: what is absent stays as it is.',
  input: z.object({
    id: z.string().min(1).describe('As recall or list_memories gave it'),
    text: z.string().min(1).optional(),
    importance: importance.optional(),
    pinned: z.boolean().optional(),
    metadata: metadata.optional().describe('Replaces all fields it has'),
  }),
  output: z.object({ memory: memoryShape }),
  annotations: CHANGES,
  async run({ agent }, { id, metadata: fields, ...patch }, options) {
    const changes = { ...patch, ...(fields !== undefined && { metadata: fields as AgentMemory['metadata'] }) };
    if (Object.keys(changes).length === 0)
      throw fieldError('text', 'is absent, and so are all other fields: name what to change.');
    return { memory: memoryOut(await agent.update(id, changes, options)) };
  },
});

export const forget = tool({
  name: 'forget',
  title: 'Forget memories',
  description:
    'Delete memories for good, by ids or by a filter. The first call deletes nothing: it shows what would go and gives a `confirm`. Repeat the call with it, once that is what the user wants.',
  input: z.object({
    ids: z.array(z.string().min(1)).min(1).max(MOST_FORGOTTEN).optional(),
    filter: z
      .string()
      .min(1)
      .optional()
      .describe('Instead of ids: a CEL expression, like source == "web"; true means all'),
    type: lastingType.default('long_term').describe('Which type the filter is about'),
    confirm: z.string().optional().describe('As the call before gave it'),
  }),
  output: z.object({
    deleted: z.number(),
    would_delete: z.number().optional(),
    examples: z.array(z.object({ id: z.string(), text: z.string() })).optional(),
    confirm: z.string().optional().describe('Send it to delete exactly these'),
  }),
  annotations: CHANGES,
  async run({ agent }, { ids, filter, type, confirm }, options) {
    if ((ids === undefined) === (filter === undefined))
      throw fieldError('ids', 'or filter is required, but not both: name the memories.');
    const matched =
      ids === undefined
        ? await agent.deleteMatching(filter!, { type, ...options })
        : { matchedCount: new Set(ids).size, sampleIds: [...new Set(ids)].toSorted() };
    const found = await Promise.all(matched.sampleIds.map((id) => agent.get(id, options)));
    const proof = confirmationOf([ids === undefined ? `${type}\n${filter}` : '', matched.matchedCount, found]);
    if (confirm === undefined) {
      const examples = found.slice(0, SHOWN).map(({ id, text }) => ({ id, text: text.slice(0, SHOWN_CHARACTERS) }));
      return { deleted: 0, would_delete: matched.matchedCount, examples, confirm: proof };
    }
    if (confirm !== proof) {
      throw new RecordaError(
        'ETAG_MISMATCH',
        'The confirm does not belong to these memories: they have changed since, or it was for others. Call forget again without confirm and check what would be deleted.',
      );
    }
    if (ids === undefined)
      return { deleted: (await agent.deleteMatching(filter!, { type, force: true, ...options })).deletedCount };
    await Promise.all(found.map(({ id, etag }) => agent.delete({ id, etag }, options)));
    return { deleted: found.length };
  },
});

/** Differs if what would be deleted does: its number, its ids or the contents of the first of them. */
function confirmationOf([asked, count, found]: readonly [string, number, readonly AgentMemory[]]): string {
  const hash = createHash('sha256').update(`${asked}\n${count}`);
  for (const { id, etag } of found) hash.update(`\n${id} ${etag}`);
  return hash.digest('hex').slice(0, CONFIRM_LENGTH);
}

export const rememberFact = tool({
  name: 'remember_fact',
  title: 'Remember a fact',
  description:
    'Keep one thing that is so of the user, in their own words: work, preferences, decisions, personal, projects. Said again it is confirmed; what it contradicts is replaced.',
  input: z.object({
    text: z.string().min(1).describe('One statement, like "I am allergic to peanuts"'),
    domain: z
      .enum(['work', 'preferences', 'decisions', 'personal', 'projects'])
      .optional()
      .describe('Absent: by its words'),
    inferred: z.boolean().default(false).describe('Whether it follows from what the user said, rather than being said'),
    pinned: z.boolean().default(false).describe('Keep it from ageing'),
  }),
  output: z.object({
    operation: z.string().describe('added, confirmed or superseded'),
    fact: factShape,
    replaced_ids: z.array(z.string()).describe('Facts whose place it took'),
  }),
  annotations: { ...ADDS, idempotentHint: true },
  async run({ agent }, { text, domain, inferred, pinned }, options) {
    const source = inferred ? 'inferred' : 'explicit';
    const { fact, operation, supersededIds } = await agent.facts.add(text, { domain, source, pinned, ...options });
    return { operation, fact: factOut(fact), replaced_ids: [...supersededIds] };
  },
});

export const forgetFact = tool({
  name: 'forget_fact',
  title: 'Forget a fact',
  description:
    'Erase one fact, by id, because the user asks for it. What has merely changed is said with remember_fact instead.',
  input: z.object({ id: z.string().min(1).describe('As recall or recorda://me/facts gave it') }),
  output: z.object({ forgotten: z.string().describe('The id') }),
  annotations: CHANGES,
  async run({ agent }, { id }, options) {
    await agent.facts.forget(id, options);
    return { forgotten: id };
  },
});

const entity = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1).describe('Like person, company, city'),
});

export const relate = tool({
  name: 'relate',
  title: 'Relate two entities',
  description:
    'Keep how one person, place or thing stands to another, like Ana works_at Acme. Either is added where it is not known yet; said again, it merges.',
  input: z.object({
    from: entity,
    relation: z.string().min(1).describe('Like works_at, married_to, lives_in'),
    to: entity,
    valid_from: moment.optional().describe('Since when this is so, ISO 8601'),
    valid_to: moment.optional().describe('Until when, ISO 8601; absent: it still is'),
  }),
  output: z.object({
    operation: z.string().describe('added or merged'),
    id: z.string(),
    from_id: z.string(),
    to_id: z.string(),
  }),
  annotations: { ...ADDS, idempotentHint: true },
  async run({ agent }, { from, relation, to, valid_from: validFrom, valid_to: validTo }, options) {
    const { memory, operation } = await agent.entities.relate(from, relation, to, {
      source: 'assistant',
      validFrom: validFrom === undefined ? undefined : new Date(validFrom),
      validTo: validTo === undefined ? undefined : new Date(validTo),
      ...options,
    });
    const { id, fromId, toId } = memory;
    return { operation: operation === 'MERGED' ? 'merged' : 'added', id, from_id: fromId, to_id: toId };
  },
});
