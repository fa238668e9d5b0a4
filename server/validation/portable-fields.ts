/**
 * Checks the fields of an export's rows whose declared form alone does not say what they may hold: the damage of a
 * wrong value would be found much later.
 */
import { z } from 'zod';
import { BLOCK_KINDS } from '../domain/context/prompt.ts';
import { SEGMENT_KEYS } from '../domain/context/segment.ts';
import { POINT_KINDS, TURN_ROLES, WINDOW_POLICIES } from '../domain/context/turn.ts';
import { RecordaError } from '../domain/errors.ts';
import { CONFIDENCES, FACT_DOMAINS } from '../domain/facts/fact.ts';
import { QUOTA_NAMES } from '../domain/memory.ts';
import { PORTABLE_ID } from '../domain/portable-ids.ts';
import type { JsonObject } from '../domain/payloads.ts';
import type { RowKind } from '../domain/portable-rows.ts';
import { compileSchema } from '../domain/schema/compile-schema.ts';
import { EXPORTING, LIMITS, SCHEMA_LIMITS, QUOTA_RANGE, TIER_NAMES } from '../policy/limits.ts';
import { boundedText, requiredNameText } from './fields.ts';

const count = z.number().nonnegative();
const texts = z.array(z.string());
const words = z.object({ words: texts, tokens: z.array(count) });
const point = words.extend({ kind: z.enum(POINT_KINDS), worth: count });
const digest = z.union([
  z.object({ topics: words, points: z.array(point) }),
  // Exports of earlier versions have this form.
  z.object({ topics: words, gist: words, decision: words.optional(), question: words.optional() }),
]);
const usage = z.object({
  prompts: count,
  tokens: count,
  largest: count,
  naive: count,
  near: count,
  over: count,
  facts: count,
  factsAgain: count,
  byKind: z.partialRecord(z.enum(BLOCK_KINDS), count),
  isCostTold: z.boolean().optional(),
});
const pricing = z.object({
  read: count,
  write: count,
  leastPrefix: count,
  lifeMs: count,
  systemTokens: count,
  tokenFactor: z.number().positive(),
});
const notes = z.object({ tools: texts, wasRight: z.boolean(), lastOutput: z.enum(['UNKNOWN', 'RIGHT', 'WRONG']) });
const call = z.object({ id: z.string(), name: z.string(), argumentsJson: z.string() });
const time = z.int().refine((ms) => Math.abs(ms) <= EXPORTING.mostMs);
const event = z.tuple([
  z.enum(['CREATED', 'CONFIRMED', 'SUPERSEDED', 'FORGOTTEN', 'RESTORED']),
  time,
  z.string(),
  count,
]);

/** Accepts text that is JSON of this shape. */
function jsonOf(shape: z.ZodType, maxBytes: number = EXPORTING.textBytes): z.ZodType {
  return boundedText(maxBytes).refine((text) => shape.safeParse(parsed(text)).success, {
    error: 'is not JSON of the form expected here',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const schema = z.record(z.string(), z.unknown()).refine((source) => {
  try {
    compileSchema(source as JsonObject);
    return true;
  } catch (error) {
    if (error instanceof RecordaError) return false;
    throw error;
  }
});

/** An import that makes new ids would not rewrite an id of another form. */
const id = z.string().regex(PORTABLE_ID, { error: 'is not the id of a turn or a fact' });
const sequence = z.int().min(1);
const most = (limit: number) => z.int().min(0).max(limit).nullable();

/** Checks by kind and field; they take precedence over the field's form. */
export const PORTABLE_FIELDS: { readonly [K in RowKind]?: Readonly<Record<string, z.ZodType>> } = {
  tier: { tier: z.enum(TIER_NAMES) },
  quota: {
    name: z.enum(QUOTA_NAMES),
    count: most(QUOTA_RANGE.count),
    bytes: most(QUOTA_RANGE.bytes),
    // Earlier exports do not have it.
    alerts: most(1).optional(),
  },
  collection: {
    schema: jsonOf(schema, SCHEMA_LIMITS.bytes).nullable(),
    // Is present only if the collection is ordered.
    is_ordered: most(1).optional(),
  },
  document_sequence: { last_sequence: sequence },
  ordered_document: {
    collection: requiredNameText(LIMITS.nameBytes),
    sequence,
    version: z.int().min(1),
    content: jsonOf(z.record(z.string(), z.unknown()), LIMITS.documentBytes),
  },
  session: {
    notes: jsonOf(notes).nullable(),
    usage: jsonOf(usage).nullable(),
    window_policy: z.enum(WINDOW_POLICIES).nullish(),
    sealed_turn: z.int().min(0).nullish(),
    closed_turn: z.int().min(0).nullish(),
    paid_tokens: count.nullish(),
    pricing: jsonOf(pricing).nullish(),
  },
  turn: {
    id,
    role: z.enum(TURN_ROLES),
    calls: jsonOf(z.array(call)).nullable(),
    digest: jsonOf(z.object({ digest, stems: texts })),
  },
  summary: { keys: jsonOf(z.record(z.enum(SEGMENT_KEYS), z.string())) },
  recalled_turn: { id, role: z.enum(TURN_ROLES).nullable() },
  fact: {
    id,
    // Is present only if the row is pinned.
    is_pinned: most(1).optional(),
    domain: z.enum(FACT_DOMAINS),
    // Is present only if there is one.
    also_domain: z.enum(FACT_DOMAINS).nullish(),
    confidence: z.enum(CONFIDENCES),
    source: z.enum(['EXPLICIT', 'INFERRED']),
    events: jsonOf(z.array(event)),
  },
  answer: { kind: z.enum(['FACT', 'TOOL']), fact_ids: jsonOf(texts).nullable() },
};
