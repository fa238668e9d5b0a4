/** Schemas of every payload, and the fields that an update may change. */
import { z } from 'zod';
import { EPISODE_OUTCOMES, MEMORY_TYPES, PINNABLE_TYPES, STEP_STATUSES, type MemoryType } from '../domain/memory.ts';
import { LIMITS, QUOTAS } from '../policy/limits.ts';
import {
  boundedText,
  content,
  enumValue,
  integer,
  json,
  listOf,
  nameText,
  requiredIdentifier,
  requiredNameText,
  saidText,
  timestamp,
} from './fields.ts';

const INT32 = 2 ** 31;

/** The fields that an update may change in any memory, and in those that may be pinned. */
const OF_ALL = ['importance', 'metadata'] as const;
const OF_KEPT = [...OF_ALL, 'pinned'] as const;

/** The fields of each type in requests. */
export const TYPE_FORMS = {
  WORKING: { cases: ['working'], named: 'by key', updatable: ['working.value', ...OF_ALL] },
  SHORT_TERM: {
    cases: ['message'],
    named: 'never',
    updatable: ['message.content', 'message.role', 'message.time', ...OF_ALL],
  },
  PERSONA: { cases: ['trait'], named: 'by key', updatable: ['trait.value', ...OF_KEPT] },
  STRUCTURED: { cases: ['document'], named: 'by kind and key', updatable: ['document.data', ...OF_KEPT] },
  LONG_TERM: {
    cases: ['text'],
    named: 'never',
    updatable: ['text.content', 'text.speaker', 'text.event_time', 'text.turn', ...OF_KEPT],
  },
  EPISODIC: {
    cases: ['episode'],
    named: 'never',
    updatable: ['episode.task', 'episode.outcome', 'episode.outcome_note', 'episode.end_time', ...OF_KEPT],
  },
  ENTITY: {
    cases: ['entity', 'relationship'],
    named: 'by kind and key',
    updatable: [
      'entity.name',
      'entity.attributes',
      'entity.aliases',
      'entity.valid_from',
      'entity.valid_to',
      'entity.evidence',
      'relationship.attributes',
      'relationship.valid_from',
      'relationship.valid_to',
      'relationship.evidence',
      ...OF_KEPT,
    ],
  },
} as const satisfies Readonly<Record<MemoryType, TypeForm>>;

/** A path of an update mask that is a field of a payload. */
export type UpdatePath = Exclude<(typeof TYPE_FORMS)[MemoryType]['updatable'][number], (typeof OF_KEPT)[number]>;

type TypeForm = {
  /** The payload's cases. */
  readonly cases: readonly string[];
  /** The way in which GetMemory finds a memory other than by its id. */
  readonly named: 'never' | 'by key' | 'by kind and key';
  /** The paths of an update mask. */
  readonly updatable: readonly string[];
};

/** Returns the form of a type that is known only at run time. */
export function formOf(type: MemoryType): TypeForm {
  return TYPE_FORMS[type];
}

/** Returns the type whose payload has this case. */
export function typeOfCase(payloadCase: string): MemoryType | undefined {
  return MEMORY_TYPES.find((name) => TYPE_FORMS[name].cases.some((known) => known === payloadCase));
}

type PayloadCase = (typeof TYPE_FORMS)[MemoryType]['cases'][number];

/** A name that must be present, of at most LIMITS.nameBytes. */
export const name = requiredNameText(LIMITS.nameBytes);

const jsonValue = (maxBytes: number) =>
  json(maxBytes).refine((value) => value !== undefined, { error: 'is required; null counts as a value' });

const role = enumValue('ROLE', ['USER', 'ASSISTANT', 'SYSTEM', 'TOOL'], 'unset');
const turn = integer(-INT32, INT32 - 1).optional();
const speaker = nameText(LIMITS.speakerBytes);

const working = z.object({ key: name, value: jsonValue(QUOTAS.WORKING.bytes) });
const message = z.object({ role, content, time: timestamp });
const text = z.object({ content, speaker, eventTime: timestamp, turn });
const trait = z.object({ key: name, value: jsonValue(LIMITS.traitBytes) });

const stepText = boundedText(LIMITS.stepBytes);
const duration = z
  .custom<{ readonly seconds: number; readonly nanos: number }>(
    (value) => {
      const { seconds, nanos } = value as { readonly seconds: number; readonly nanos: number };
      return seconds >= 0 && seconds <= LIMITS.durationSeconds && nanos >= 0 && nanos < 1e9;
    },
    { error: 'must be between 0 and 10,000 years' },
  )
  .optional();

export const episodeStep = z.object(
  {
    action: saidText(LIMITS.stepBytes, 'is empty; say what was done'),
    tool: nameText(LIMITS.nameBytes),
    inputDigest: stepText,
    outputDigest: stepText,
    status: enumValue('STEP_STATUS', STEP_STATUSES, 'unset'),
    error: stepText,
    duration,
    time: timestamp,
  },
  { error: 'is required' },
);

const task = saidText(LIMITS.taskBytes, 'is empty; say what was to be done');
const outcome = enumValue('EPISODE_OUTCOME', EPISODE_OUTCOMES, 'unset');
const outcomeNote = boundedText(LIMITS.taskBytes);
const episode = z.object({
  task,
  // The quota of steps refuses too many, as in AppendEpisodeStep.
  steps: listOf(episodeStep, LIMITS.messageReads),
  outcome,
  outcomeNote,
  startTime: timestamp,
  endTime: timestamp,
});

const attributes = json(LIMITS.attributesBytes).optional();
const aliases = listOf(name, LIMITS.aliases);
const evidence = listOf(requiredIdentifier, LIMITS.evidence);
const stated = { attributes, validFrom: timestamp, validTo: timestamp, evidence };

type Valid = { readonly validFrom?: Date | undefined; readonly validTo?: Date | undefined };
const inOrder = ({ validFrom, validTo }: Valid): boolean =>
  validFrom === undefined || validTo === undefined || validFrom.getTime() < validTo.getTime();
const order = { path: ['validTo'], error: 'must be after valid_from' };

const entity = z.object({ name, type: name, aliases, ...stated }).refine(inOrder, order);
const relationship = z
  .object({ fromId: requiredIdentifier, toId: requiredIdentifier, type: name, ...stated })
  .refine(inOrder, order);

export const documentData = jsonValue(LIMITS.documentBytes);
const document = z.object({ collection: name, key: nameText(LIMITS.nameBytes), data: documentData });

const one = <C extends PayloadCase, T extends z.ZodType>(named: C, value: T) =>
  z.object({ $case: z.literal(named), value });

export const payload = z.discriminatedUnion('$case', [
  one('working', working),
  one('message', message),
  one('text', text),
  one('trait', trait),
  one('episode', episode),
  one('entity', entity),
  one('relationship', relationship),
  one('document', document),
]);

/** 0 to 1. */
export const importance = z
  .number()
  .refine((value) => value >= 0 && value <= 1, { error: 'must be from 0 to 1' })
  .optional();

/** Memories that end with their task or session cannot be pinned. */
export function checkPin(of: MemoryType | undefined, context: z.RefinementCtx): void {
  if (of === undefined || PINNABLE_TYPES.includes(of)) return;
  const end = of === 'WORKING' ? 'task' : 'session';
  const message = `cannot be set on ${of}, which ends with its ${end}: add what is to stay as ${PINNABLE_TYPES.join(', ')}`;
  context.addIssue({ code: 'custom', path: ['pinned'], message });
}

/** The fields of a payload that an update may change, checked one by one. */
export const UPDATE_FIELDS: Readonly<Record<UpdatePath, z.ZodType>> = {
  'working.value': working.shape.value,
  'message.content': content,
  'message.role': role,
  'message.time': timestamp,
  'text.content': content,
  'text.speaker': speaker,
  'text.event_time': timestamp,
  'text.turn': turn,
  'trait.value': trait.shape.value,
  'episode.task': task,
  'episode.outcome': outcome,
  'episode.outcome_note': outcomeNote,
  'episode.end_time': timestamp,
  'entity.name': name,
  'entity.attributes': attributes,
  'entity.aliases': aliases,
  'entity.valid_from': timestamp,
  'entity.valid_to': timestamp,
  'entity.evidence': evidence,
  'relationship.attributes': attributes,
  'relationship.valid_from': timestamp,
  'relationship.valid_to': timestamp,
  'relationship.evidence': evidence,
  'document.data': documentData,
};
