/** Maps the agent handle's lower-case names to the contract's. */
import { AutoPrune } from '../proto/gen/recorda/v1/memory.ts';
import {
  EpisodeOutcome as WireOutcome,
  MemoryType as WireType,
  Role as WireRole,
  Source as WireSource,
  StepStatus as WireStatus,
} from '../proto/gen/recorda/v1/resources.ts';
import { ArchiveReason as WireArchiveReason } from '../proto/gen/recorda/v1/retention.ts';
import type {
  AddLongTermOptions,
  ArchiveReason,
  EpisodeOutcome,
  EpisodeStep,
  MemoryType,
  Role,
  Source,
} from './agent-types.ts';

/** The contract's memory types, by their names in the agent handle. */
export const WIRE_TYPES = Object.fromEntries(
  Object.entries(WireType)
    .filter(([name]) => name !== 'UNSPECIFIED' && name !== 'UNRECOGNIZED')
    .map(([name, type]) => [name.toLowerCase(), type]),
) as Readonly<Record<MemoryType, WireType>>;
export const WIRE_ROLES: Readonly<Record<Role, WireRole>> = {
  user: WireRole.USER,
  assistant: WireRole.ASSISTANT,
  system: WireRole.SYSTEM,
  tool: WireRole.TOOL,
};
export const WIRE_SOURCES: Readonly<Record<Source, WireSource>> = {
  user: WireSource.USER,
  assistant: WireSource.ASSISTANT,
  tool: WireSource.TOOL,
  web: WireSource.WEB,
  import: WireSource.IMPORT,
};
export const WIRE_OUTCOMES: Readonly<Record<EpisodeOutcome, WireOutcome>> = {
  success: WireOutcome.SUCCESS,
  partial: WireOutcome.PARTIAL,
  failure: WireOutcome.FAILURE,
  cancelled: WireOutcome.CANCELLED,
};
export const WIRE_STEP_STATUSES: Readonly<Record<EpisodeStep['status'], WireStatus>> = {
  ok: WireStatus.OK,
  error: WireStatus.ERROR,
  skipped: WireStatus.SKIPPED,
};
export const WIRE_ARCHIVE_REASONS: Readonly<Record<ArchiveReason, WireArchiveReason>> = {
  retention: WireArchiveReason.RETENTION,
  threshold: WireArchiveReason.THRESHOLD,
  capacity: WireArchiveReason.CAPACITY,
  duplicate: WireArchiveReason.DUPLICATE,
};
const WIRE_PRUNES: Readonly<Record<NonNullable<AddLongTermOptions['autoPrune']>, AutoPrune>> = {
  off: AutoPrune.OFF,
  to_fit: AutoPrune.TO_FIT,
  fraction: AutoPrune.FRACTION,
};

/** Converts a name. An unknown one is sent as UNRECOGNIZED: the server refuses it and names the field. */
function wireName<Name extends string, Wire>(names: Readonly<Record<Name, Wire>>, name: Name): Wire | 'UNRECOGNIZED' {
  return Object.hasOwn(names, name) ? names[name] : 'UNRECOGNIZED';
}

export const wireType = (type: MemoryType): WireType => wireName(WIRE_TYPES, type);
export const wireRole = (role: Role): WireRole => wireName(WIRE_ROLES, role);
export const wireSource = (source: Source): WireSource => wireName(WIRE_SOURCES, source);
export const wireOutcome = (outcome: EpisodeOutcome): WireOutcome => wireName(WIRE_OUTCOMES, outcome);
export const wireStepStatus = (status: EpisodeStep['status']): WireStatus => wireName(WIRE_STEP_STATUSES, status);
export const wirePrune = (prune: keyof typeof WIRE_PRUNES): AutoPrune => wireName(WIRE_PRUNES, prune);

export function nameOf<Name extends string, Otherwise>(
  names: Readonly<Record<Name, string>>,
  wire: string,
  otherwise: Otherwise,
): Name | Otherwise {
  for (const name in names) if (names[name] === wire) return name;
  return otherwise;
}
