/**
 * What stands in a row of the tables of calls: all that the server knows of an rpc beside what its service does. Permissions, telemetry,
 * audit and the doors read it here, so that a call has no second description.
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
  /** One with nothing set. */
  create(): T;
};

/** What telemetry says of a call, from its request and, once there, its answer or answers. */
export type Account<Req, Res> = {
  /** The memory types it is about. */
  readonly types: (request: Req) => readonly MemoryType[];
  /** Memories found, or tried to create, change or delete; `answer` is undefined when the call failed. */
  readonly count: (request: Req, answer: Res | undefined) => number;
  /** In milliseconds, when so many were counted and the types live where `backendOf` says; undefined: held to none. */
  readonly targetMs: (
    types: readonly MemoryType[],
    count: number,
    backendOf: BackendOf,
    request: Req,
  ) => number | undefined;
  /** What it reads beside its types' stores, as reports name it; absent: nothing. Such calls are reported apart from others. */
  readonly beside?: (request: Req) => readonly string[];
  /** What may be read of its request; LIMITS.messageReads if absent. */
  readonly mostReads?: number;
};

/** What the audit log says of a call before it runs. */
export type CallAudit = {
  readonly action: AuditAction;
  /** What it changes; '' where its use case records that by itself. */
  readonly subject: string;
};

/** A field of a scope, beside user and agent, that a key may be limited by. */
export type LimitedField = 'namespace' | 'sessionId';

/** A row. What it does not account for is of no memory type, counts nothing and is held to no target. */
export type CallRow<Req, Res> = Partial<Account<Req, Res>> & {
  readonly schema: z.ZodType;
  /** The least that a caller's key must be for. */
  readonly role: Role;
  /**
   * Whether it reads what is remembered, writes it, or needs permission for both; `none`: it does neither. Absent: `read` where the contract
   * says that it has no side effects, else `write`.
   */
  readonly access?: Access | 'both' | 'none';
  /**
   * The fields of its scope that bound all that it reads and changes. A key for certain namespaces is refused a call that the namespace does
   * not bound, and the same holds for sessions. Absent: neither bounds it.
   */
  readonly keptBy?: (request: Req) => readonly LimitedField[];
  /**
   * Makes the answer for a caller that may write and not read: it tells nothing of what was remembered before, neither in words nor by what
   * became of the call. `nowMs` is when the call came. Absent: the answer tells nothing of that anyway.
   */
  readonly unread?: (answer: Res, nowMs: number) => Res;
  /** As `gen_ai.operation.name` of the OpenTelemetry GenAI memory conventions where they have a name for it. */
  readonly operation: string;
  /** Its row in the latency report where several calls have its operation: their times do not compare. Its operation if absent. */
  readonly reportRow?: string;
  /** It touches nobody's memory, so that a key for some users may call it without naming one of them. */
  readonly isOfNobody?: true;
  /** It reads what a tenant shares: a key for some users need not name one, and neither a namespace nor a session bounds it. */
  readonly isOfTenant?: true;
  /** Only the holder of an API key may call it: no token, nor anybody where no keys are asked for. */
  readonly takesKey?: true;
  /** Recorded before it runs: where the log cannot be written, it is not run. Absent: its stores record what it changes. */
  readonly audit?: CallAudit;
  /**
   * A stream that goes on until its caller leaves: it has as much time as any call may have, takes no place among the calls under way,
   * and ends when the server goes down.
   */
  readonly isEndless?: true;
};

/** What is used here of generic definitions. */
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

/** A row for each rpc of a service, and no other; `More` is what all of them must say beside. */
export type CallRows<D extends Definition, More = unknown> = {
  readonly [K in keyof D['methods']]: CallRow<RequestOf<D['methods'][K]>, ResponseOf<D['methods'][K]>> & More;
};

/** What answers them, under the same names. */
export type ServiceOf<D extends Definition> = {
  readonly [K in keyof D['methods']]: (
    request: RequestOf<D['methods'][K]>,
    call: ServiceCall,
  ) => D['methods'][K]['responseStream'] extends true
    ? AsyncIterable<ResponseOf<D['methods'][K]>>
    : Promise<ResponseOf<D['methods'][K]>>;
};
