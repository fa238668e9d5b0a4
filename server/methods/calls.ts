/** Every call of the contract by its full name, from the tables of its three services. */
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import { ADMIN_CALLS } from './admin.ts';
import type { Access } from '../domain/caller.ts';
import type { CallReport, CallRow, CallRows, Codec, Definition, LimitedField, MethodDefinition } from './call.ts';
import { CONTEXT_CALLS } from './context.ts';
import { MEMORY_CALLS } from './memory.ts';

// Requests of all types meet here: each row was checked against its own rpc where it stands.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyRow = CallRow<any, any>;

/** A row whose defaults are filled in, with what the contract says of the call. */
export type Call = AnyRow &
  CallReport<unknown, unknown> & {
    /** The name, like `recorda.v1.MemoryService/AddMemory`. */
    readonly name: string;
    /** The full name, like `recorda.v1.MemoryService`. */
    readonly service: string;
    /** The name under which its service answers it. */
    readonly key: string;
    readonly kind: 'unary' | 'stream';
    readonly request: Codec<unknown>;
    readonly response: Codec<unknown>;
    readonly reportRow: string;
    readonly access: Access | 'both' | 'none';
    readonly keptBy: (request: unknown) => readonly LimitedField[];
    /**
     * It changes nothing, so that it may be repeated if no answer arrives: the contract's `idempotency_level`.
     */
    readonly isSafeToRepeat: boolean;
  };

export const MEMORY = callsOf(MemoryServiceDefinition, MEMORY_CALLS);
export const CONTEXT = callsOf(ContextServiceDefinition, CONTEXT_CALLS);
export const ADMIN = callsOf(AdminServiceDefinition, ADMIN_CALLS);

export const ALL_CALLS: readonly Call[] = [...MEMORY, ...CONTEXT, ...ADMIN];
const CALLS: ReadonlyMap<string, Call> = new Map(ALL_CALLS.map((call) => [call.name, call]));

/** Returns undefined if the contract has no such call. `name` is like `recorda.v1.MemoryService/AddMemory`. */
export function callNamed(name: string): Call | undefined {
  return CALLS.get(name);
}

/** Tells whether the call is a stream that continues until its caller leaves. */
export function isEndless(name: string): boolean {
  return CALLS.get(name)?.isEndless === true;
}

/**
 * Tells whether the call may be answered as of the revision that its caller has seen. Whoever decides about a write by what is read must read
 * the newest; and what administrators ask for, such as alerts and the audit log, has no revision.
 */
export function heedsRevision(name: string): boolean {
  const call = CALLS.get(name);
  return call?.isSafeToRepeat === true && call.isEndless !== true && call.service !== AdminServiceDefinition.fullName;
}

function callsOf<D extends Definition>({ fullName, methods }: D, rows: CallRows<D>): readonly Call[] {
  return Object.entries(methods).map(([key, definition]) => callOf(fullName, key, definition, rows[key]!));
}

function callOf(service: string, key: string, definition: MethodDefinition, row: AnyRow): Call {
  const { name, requestType, responseType, responseStream, options } = definition;
  const isSafeToRepeat = options.idempotencyLevel === 'NO_SIDE_EFFECTS';
  return {
    ...row,
    name: `${service}/${name}`,
    service,
    key,
    kind: responseStream ? 'stream' : 'unary',
    request: requestType as Codec<unknown>,
    response: responseType as Codec<unknown>,
    reportRow: row.reportRow ?? row.operation,
    types: row.types ?? (() => []),
    count: row.count ?? (() => 0),
    targetMs: row.targetMs ?? (() => undefined),
    access: row.access ?? (isSafeToRepeat ? 'read' : 'write'),
    keptBy: row.keptBy ?? (() => []),
    isSafeToRepeat,
  };
}
