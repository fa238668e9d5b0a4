/** Reads and writes the lines of an export. */
import { z } from 'zod';
import { fieldErrors, fieldError } from '../domain/errors.ts';
import { EPISODE_OUTCOMES, PINNABLE_TYPES, SOURCES, STEP_STATUSES, typeOfId } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import { PORTABLE_ROWS, ROW_KINDS, type FieldForm, type PortableRow, type RowKind } from '../domain/portable-rows.ts';
import { EXPORTING, LIMITS, MAX_STEPS, MAX_VERSIONS, QUOTAS } from '../policy/limits.ts';
import { boundedText, content, identifier, json, listOf, metadata, nameText, requiredIdentifier } from './fields.ts';
import { importance, name } from './payloads.ts';
import { PORTABLE_FIELDS } from './portable-fields.ts';

/** One line; its field `line` names its kind. */
export type PortableLine =
  | { readonly line: 'memory'; readonly memory: PortableMemory; readonly mac?: string | undefined }
  | { readonly line: 'row'; readonly row: PortableRow; readonly mac?: string | undefined }
  | { readonly line: 'manifest' };

const time = z.number().refine((ms) => Math.abs(ms) <= EXPORTING.mostMs, { error: 'is not a time' });
const count = z.int().nonnegative();
const whole = z.int();
const moment = whole.refine((ms) => Math.abs(ms) <= EXPORTING.mostMs, { error: 'is not a time' });
const value = (maxBytes: number) => json(maxBytes).refine((it) => it !== undefined, { error: 'is required' });
const attributes = json(LIMITS.attributesBytes);
const recorded = { fromMs: time, toMs: time };
const stated = { validFromMs: time.optional(), validToMs: time.optional(), attributes };
const ofGraph = {
  type: z.literal('ENTITY'),
  ...stated,
  evidence: listOf(requiredIdentifier, LIMITS.evidence),
  versions: listOf(z.strictObject({ ...stated, ...recorded }), MAX_VERSIONS),
};
const step = z.strictObject({
  action: boundedText(LIMITS.stepBytes),
  tool: nameText(LIMITS.nameBytes),
  inputDigest: boundedText(LIMITS.stepBytes),
  outputDigest: boundedText(LIMITS.stepBytes),
  status: z.enum(STEP_STATUSES),
  error: boundedText(LIMITS.stepBytes),
  durationMs: z.number().nonnegative().optional(),
  timeMs: time,
});

const payload = z.union([
  z.strictObject({ type: z.literal('WORKING'), key: name, value: value(QUOTAS.WORKING.bytes) }),
  z.strictObject({
    type: z.literal('SHORT_TERM'),
    role: z.enum(['USER', 'ASSISTANT', 'SYSTEM', 'TOOL']),
    content,
    timeMs: time,
  }),
  z.strictObject({
    type: z.literal('LONG_TERM'),
    content,
    speaker: nameText(LIMITS.speakerBytes),
    eventTimeMs: time.optional(),
    turn: whole.optional(),
  }),
  z.strictObject({
    type: z.literal('PERSONA'),
    key: name,
    value: value(LIMITS.traitBytes),
    versions: z.array(z.strictObject({ value: value(LIMITS.traitBytes), ...recorded })),
  }),
  z.strictObject({
    type: z.literal('STRUCTURED'),
    collection: name,
    key: nameText(LIMITS.nameBytes),
    data: value(LIMITS.documentBytes),
  }),
  z.strictObject({
    type: z.literal('EPISODIC'),
    task: boundedText(LIMITS.taskBytes),
    steps: listOf(step, MAX_STEPS),
    outcome: z.enum(EPISODE_OUTCOMES).optional(),
    outcomeNote: boundedText(LIMITS.taskBytes),
    startTimeMs: time,
    endTimeMs: time.optional(),
  }),
  z.strictObject({
    ...ofGraph,
    node: z.literal('ENTITY'),
    name,
    entityType: name,
    aliases: listOf(name, LIMITS.aliases),
  }),
  z.strictObject({
    ...ofGraph,
    node: z.literal('RELATIONSHIP'),
    fromId: requiredIdentifier,
    toId: requiredIdentifier,
    relationshipType: name,
  }),
]);

const base64 = z.base64().max(EXPORTING.vectorLength);
const memory = z
  .strictObject({
    line: z.literal('memory'),
    id: z.string(),
    agentId: identifier,
    sessionId: identifier,
    namespace: identifier,
    taskId: identifier,
    createTimeMs: moment,
    updateTimeMs: moment,
    expireTimeMs: moment.optional(),
    version: z.int().positive(),
    source: z.enum(SOURCES).optional(),
    importance,
    isPinned: z.literal(true).optional(),
    accessCount: count.optional(),
    lastAccessTimeMs: moment.optional(),
    payload,
    metadata,
    isApart: z.literal(true).optional(),
    vector: z.strictObject({ embedder: boundedText(LIMITS.queryBytes), floats: base64 }).optional(),
  })
  .refine(({ id, payload: { type } }) => typeOfId(id) === type, {
    path: ['id'],
    error: 'is not an id of this type of memory',
  })
  .refine(({ isPinned, payload: { type } }) => isPinned === undefined || PINNABLE_TYPES.includes(type), {
    path: ['isPinned'],
    error: 'is not for working and short-term memory',
  })
  .refine(({ vector, payload: { type } }) => vector === undefined || type === 'LONG_TERM', {
    path: ['vector'],
    error: 'is allowed on long-term memories only',
  })
  .refine(({ isApart, payload: { type } }) => isApart === undefined || type === 'LONG_TERM', {
    path: ['isApart'],
    error: 'is allowed on long-term memories only',
  });

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isFloats = (bytes: string): boolean => Buffer.byteLength(bytes, 'base64') % Float32Array.BYTES_PER_ELEMENT === 0;
const text = boundedText(EXPORTING.textBytes);
const jsonText = text.refine(isJson, { error: 'is not valid JSON' });
/** Fields that may be null may be missing, too, since an older export lacks fields that were added later. */
const FORMS: Readonly<Record<FieldForm, z.ZodType>> = {
  text,
  'text?': text.nullish(),
  int: whole,
  'int?': whole.nullish(),
  real: z.number(),
  'real?': z.number().nullish(),
  json: jsonText,
  'json?': jsonText.nullish(),
  'bytes?': base64.refine(isFloats, { error: 'is not a vector' }).nullable(),
};
/** The checks of fields that hold a time. */
const TIMES: Readonly<Partial<Record<FieldForm, z.ZodType>>> = {
  int: moment,
  'int?': moment.nullish(),
  real: time,
  'real?': time.nullish(),
};
const ROWS = new Map(
  ROW_KINDS.map((kind) => {
    const fields = Object.entries(PORTABLE_ROWS[kind]).map(([field, form]) => {
      const own = PORTABLE_FIELDS[kind]?.[field];
      return [field, own ?? (field.endsWith('_ms') ? TIMES[form] : undefined) ?? FORMS[form]] as const;
    });
    return [kind, z.strictObject(Object.fromEntries(fields))];
  }),
);

/** The form does not depend on who imports it. Throws FIELD_INVALID with the index of the line, from 0. */
export function readLine(line: string, index: number): PortableLine {
  const where = `lines[${index}]`;
  const read = parsed(line, where);
  const { line: kind, mac: given, ...fields } = read;
  const mac = typeof given === 'string' ? given : undefined;
  if (kind === 'manifest') return { line: 'manifest' };
  if (kind === 'memory') {
    check(memory, { line: kind, ...fields }, where);
    return { line: 'memory', memory: fields as unknown as PortableMemory, mac };
  }
  const schema = ROWS.get(kind as RowKind);
  if (schema === undefined) throw fieldError(where, 'is of an unknown kind');
  check(schema, fields, where);
  return { line: 'row', row: { row: kind as RowKind, fields: fields as PortableRow['fields'] }, mac };
}

function parsed(line: string, where: string): Record<string, unknown> {
  try {
    const read = JSON.parse(line) as unknown;
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // The error below reports it.
  }
  throw fieldError(where, 'is not a JSON object');
}

function check(schema: z.ZodType, read: unknown, where: string): void {
  const result = schema.safeParse(read);
  if (result.success) return;
  const faults = result.error.issues.slice(0, EXPORTING.faults);
  throw fieldErrors(faults.map((issue) => ({ field: [where, ...issue.path].join('.'), description: issue.message })));
}

/** Writes a memory or a row as a line, without its end; `mac` shows that the ids belong to the user. */
export function writeLine(line: PortableMemory | PortableRow, mac?: string): string {
  const of = mac === undefined ? {} : { mac };
  return JSON.stringify('row' in line ? { line: line.row, ...line.fields, ...of } : { line: 'memory', ...line, ...of });
}
