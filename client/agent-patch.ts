/** Builds the requests of the agent handle's updates. */
import type { PartialPayload } from './agent-payload.ts';
import type { MemoryPatch } from './agent-types.ts';
import { wireOutcome, wireRole } from './wire-names.ts';

type Field = Exclude<keyof MemoryPatch, 'importance' | 'pinned' | 'metadata'>;

/** The fields of a payload, by the field of the patch. */
type FieldNames = Readonly<Partial<Record<Field, string>>>;

const STATED: FieldNames = {
  attributes: 'attributes',
  validFrom: 'validFrom',
  validTo: 'validTo',
  evidence: 'evidence',
};

const FIELDS: Readonly<Record<PartialPayload['$case'], FieldNames>> = {
  working: { value: 'value' },
  message: { text: 'content', role: 'role', time: 'time' },
  text: { text: 'content', speaker: 'speaker', eventTime: 'eventTime', turn: 'turn' },
  trait: { value: 'value' },
  episode: { text: 'task', outcome: 'outcome', outcomeNote: 'outcomeNote', endTime: 'endTime' },
  entity: { ...STATED, name: 'name', aliases: 'aliases' },
  relationship: STATED,
  document: { data: 'data' },
};

/** Payloads without values: what an update sends for the fields that it clears, and for those that it does not name. */
const EMPTY: Readonly<Record<PartialPayload['$case'], object>> = {
  working: {},
  message: { content: '', role: wireRole('user') },
  text: { content: '', speaker: '' },
  trait: {},
  episode: { task: '', outcomeNote: '' },
  entity: { name: '' },
  relationship: {},
  document: {},
};

/** The payload cases, by the prefix of an id. */
const CASES: Readonly<Record<string, PartialPayload['$case']>> = {
  wm_: 'working',
  st_: 'message',
  lt_: 'text',
  pe_: 'trait',
  ep_: 'episode',
  en_: 'entity',
  re_: 'relationship',
  sd_: 'document',
};
const PREFIX_LENGTH = 3;

/** Returns the payload's case that an id implies; the server refuses ids of an unknown form. */
function caseOf(id: string): PartialPayload['$case'] {
  return CASES[id.slice(0, PREFIX_LENGTH)] ?? 'text';
}

/** Returns the payload that holds a patch's values, and the mask that names the fields that it changes. */
export function patchPayload(id: string, patch: MemoryPatch): { payload: PartialPayload; updateMask: string[] } {
  const $case = caseOf(id);
  const value: Record<string, unknown> = { ...EMPTY[$case] };
  const updateMask: string[] = [];
  for (const [name, given] of Object.entries<unknown>(patch)) {
    if (given === undefined) continue;
    if (name === 'importance' || name === 'pinned' || name === 'metadata') {
      updateMask.push(name);
      continue;
    }
    const field = name as Field;
    const known = FIELDS[$case][field];
    // A field that the type lacks is sent under the name of a type that has it: the server refuses it and says so.
    updateMask.push(known === undefined ? foreignPath(field) : path($case, known));
    // Null clears a field, except for a value, which may be null itself.
    if (known !== undefined && (given !== null || field === 'value')) value[known] = wireValue(field, given);
  }
  return { payload: { $case, value }, updateMask };
}

function path(of: string, field: string): string {
  return `${of}.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

function foreignPath(field: Field): string {
  const [of, names] = Object.entries(FIELDS).find(([, known]) => field in known) as [string, FieldNames];
  return path(of, names[field] as string);
}

function wireValue(field: Field, given: unknown): unknown {
  if (field === 'role') return wireRole(given as NonNullable<MemoryPatch['role']>);
  return field === 'outcome' ? wireOutcome(given as NonNullable<MemoryPatch['outcome']>) : given;
}
