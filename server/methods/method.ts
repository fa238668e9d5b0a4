/** A call together with the function that answers it, as the pipeline runs it. */
import type { z } from 'zod';
import type { ServiceCall } from '../services/call.ts';
import type { CallReport, Codec } from './call.ts';

type Common<Req, Res> = CallReport<Req, Res> & {
  readonly request: Codec<Req>;
  readonly response: Codec<Res>;
  readonly schema: z.ZodType;
};

/** A call with one answer. */
export type UnaryMethod<Req, Res> = Common<Req, Res> & {
  readonly kind: 'unary';
  readonly run: (request: Req, call: ServiceCall) => Promise<Res>;
  /** Means the same as in its row. */
  readonly unread?: (answer: Res, nowMs: number) => Res;
};

/** A call with many answers. */
export type StreamMethod<Req, Res> = Common<Req, Res> & {
  readonly kind: 'stream';
  readonly run: (request: Req, call: ServiceCall) => AsyncIterable<Res>;
};

// This is the only place where requests of all types meet: each is checked against its own types by call.ts.
// oxlint-disable-next-line typescript/no-explicit-any
export type Method = UnaryMethod<any, any> | StreamMethod<any, any>;
