/**
 * A row of the tables of calls holds all that the server knows of an rpc apart from what its service does. Permissions, telemetry, audit
 * and transports read it here, so that no call is described twice.
 */
import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { z } from 'zod';
import type { AuditAction } from '../domain/audit.ts';
import type { Access, Role } from '../domain/caller.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { BackendOf } from '../policy/serving.ts';
import type { ServiceCall } from '../services/call.ts';

export type Codec<T> = {
  encode(message: T, writer?: BinaryWriter): { finish(): Uint8Array };
  decode(bytes: BinaryReader | Uint8Array): T;
  /** Makes a request with no field set. */
  create(): T;
};

/** The report of a call to telemetry, from its request and, once there are any, its answers. */
export type CallReport<Req, Res> = {
  /** Returns the memory types that the call concerns. */
  readonly types: (request: Req) => readonly MemoryType[];
  /**
   * Returns the number of memories that were found, or that it tried to create, change or delete; `answer` is undefined if the call failed.
   */
  readonly count: (request: Req, answer: Res | undefined) => number;
  /** Returns the target in milliseconds for this count and types that live where `backendOf` says; undefined if there is none. */
  readonly targetMs: (
    types: readonly MemoryType[],
    count: number,
    backendOf: BackendOf,
    request: Req,
  ) => number | undefined;
  /**
   * Returns what the call reads apart from its types' stores, as reports name it; if absent, nothing. Such calls are reported apart from
   * others.
   */
  readonly beside?: (request: Req) => readonly string[];
  /** The most values that may be read from its request; if absent, LIMITS.messageReads. */
  readonly mostReads?: number;
};

/** The record of a call in the audit log, made before the call runs. */
export type CallAudit = {
  readonly action: AuditAction;
  /** The subject that the call changes; '' if its use case records that itself. */
  readonly subject: string;
};

/** A field of a scope, apart from user and agent, that may be limited for a key. */
export type LimitedField = 'namespace' | 'sessionId';

/** A row. By default it has no memory type, counts nothing and has no target. */
export type CallRow<Req, Res> = Partial<CallReport<Req, Res>> & {
  readonly schema: z.ZodType;
  /** The lowest role that a caller's key must have. */
  readonly role: Role;
  /**
   * A user may call it about themselves: a key of any role that is for exactly one user, and limited no further, may call it about that
   * user.
   */
  readonly isForOwner?: true;
  /**
   * Whether it reads memories, writes them, or needs permission for both; `none`: it does neither. Absent: `read` if the contract says that
   * it has no side effects, else `write`.
   */
  readonly access?: Access | 'both' | 'none';
  /**
   * Returns the fields of its scope that limit all that it reads and changes. A key for certain namespaces is refused if the namespace does
   * not limit the call, and the same holds for sessions. Absent: neither limits it.
   */
  readonly keptBy?: (request: Req) => readonly LimitedField[];
  /**
   * Makes the answer for a caller that may write but not read: it reveals nothing that was remembered before, neither in its content nor by
   * the outcome of the call. `nowMs` is the time at which the call arrived. Absent: the answer never reveals any of that.
   */
  readonly unread?: (answer: Res, nowMs: number) => Res;
  /** The `gen_ai.operation.name` of the OpenTelemetry GenAI memory conventions, if they have a name for it. */
  readonly operation: string;
  /** Its row in the latency report, if several calls have the same operation but are not comparable; if absent, its operation. */
  readonly reportRow?: string;
  /** It concerns no user's memory, so that a key for some users may call it without naming one of them. */
  readonly isOfNobody?: true;
  /** It reads what a tenant shares: a key for some users need not name one, and neither a namespace nor a session limits it. */
  readonly isOfTenant?: true;
  /** Only the holder of an API key may call it: no token, and nobody on a server without keys. */
  readonly takesKey?: true;
  /** Is recorded before the call runs: if the log cannot be written, it is not run. Absent: the stores record what it changes. */
  readonly audit?: CallAudit;
  /**
   * A stream that continues until its caller leaves: it has the longest deadline that any call may have, does not count among the calls
   * that run, and ends when the server shuts down.
   */
  readonly isEndless?: true;
};

/** The part of generic definitions that is used here. */
export type MethodDefinition = {
  readonly name: string;
  readonly requestType: { decode(bytes: Uint8Array): unknown };
  readonly responseType: { decode(bytes: Uint8Array): unknown };
  readonly responseStream: boolean;
  readonly options: { readonly idempotencyLevel?: string };
};
export type Definition = {
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
};

type RequestOf<M extends MethodDefinition> = ReturnType<M['requestType']['decode']>;
type ResponseOf<M extends MethodDefinition> = ReturnType<M['responseType']['decode']>;

/** A row for each rpc of a service, and no others; `More` is what each row must have in addition. */
export type CallRows<D extends Definition, More = unknown> = {
  readonly [K in keyof D['methods']]: CallRow<RequestOf<D['methods'][K]>, ResponseOf<D['methods'][K]>> & More;
};

/** The functions that answer them, under the same names. */
export type ServiceOf<D extends Definition> = {
  readonly [K in keyof D['methods']]: (
    request: RequestOf<D['methods'][K]>,
    call: ServiceCall,
  ) => D['methods'][K]['responseStream'] extends true
    ? AsyncIterable<ResponseOf<D['methods'][K]>>
    : Promise<ResponseOf<D['methods'][K]>>;
};
