/** How a call of the contract is read and written, checked, run, and held to a target. */
import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { z } from 'zod';
import type { MemoryType } from '../domain/memory.ts';
import type { BackendOf } from '../policy/latency-targets.ts';
import type { ServiceCall } from '../services/call.ts';

type Codec<T> = {
  encode(message: T, writer?: BinaryWriter): { finish(): Uint8Array };
  decode(bytes: BinaryReader | Uint8Array): T;
  /** One with nothing set. */
  create(): T;
};

/** What telemetry says of a call, from its request and, once there, its answer or answers. */
type Account<Req, Res> = {
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

export type UnaryMethod<Req, Res> = Account<Req, Res> & {
  readonly kind: 'unary';
  readonly request: Codec<Req>;
  readonly response: Codec<Res>;
  readonly schema: z.ZodType;
  readonly run: (request: Req, call: ServiceCall) => Promise<Res>;
};

export type StreamMethod<Req, Res> = Account<Req, Res> & {
  readonly kind: 'stream';
  readonly request: Codec<Req>;
  readonly response: Codec<Res>;
  readonly schema: z.ZodType;
  readonly run: (request: Req, call: ServiceCall) => AsyncIterable<Res>;
};

// The one place where requests of all types meet: each entry is checked against its own types below.
// oxlint-disable-next-line typescript/no-explicit-any
export type Method = UnaryMethod<any, any> | StreamMethod<any, any>;

/** Of generic definitions, what is used here. */
type Definition<Req, Res> = { readonly requestType: Codec<Req>; readonly responseType: Codec<Res> };

/** A call with one answer. */
export function unary<Req, Res>(
  { requestType, responseType }: Definition<Req, Res>,
  rest: Omit<UnaryMethod<Req, Res>, 'kind' | 'request' | 'response'>,
): Method {
  return { kind: 'unary', request: requestType, response: responseType, ...rest };
}

/** A call with many. */
export function stream<Req, Res>(
  { requestType, responseType }: Definition<Req, Res>,
  rest: Omit<StreamMethod<Req, Res>, 'kind' | 'request' | 'response'>,
): Method {
  return { kind: 'stream', request: requestType, response: responseType, ...rest };
}
