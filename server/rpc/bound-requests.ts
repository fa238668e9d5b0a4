/**
 * Refuses a large request before it has arrived if the server holds as many bytes as it may, and refuses requests that do not arrive.
 * grpc-js collects and decompresses messages itself, so its internals are observed and replaced here.
 */
import type { ServerHttp2Stream } from 'node:http2';
import type { ServerInterceptingCall, ServerInterceptor } from '@grpc/grpc-js';
import { RecordaError } from '../domain/errors.ts';
import { LIMITS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import type { OnRefused } from './admission.ts';
import { errorStatus } from './error-status.ts';
import { streamOf } from './grpc-js-internals.ts';
import type { HeldBytes, RequestBytes } from './request-bytes.ts';

/** The head that gRPC writes before each message: whether it is compressed, and its length. */
const FRAME = { headBytes: 5, lengthAt: 1 };

type BaseCall = ServerInterceptingCall & {
  decompressMessage?: (message: Buffer, encoding: string) => Buffer | Promise<Buffer>;
};

export interface BoundRequests {
  readonly interceptor: ServerInterceptor;
  /** Stops looking for requests that do not arrive. */
  stop(): void;
}

type Options = {
  readonly bytes: RequestBytes;
  /** The time within which a request must have arrived after its headers, in milliseconds. */
  readonly arrivalMs: number;
  readonly onRefused: OnRefused;
};

export function boundRequests({ bytes, arrivalMs, onRefused }: Options): BoundRequests {
  /** Calls whose request has not arrived yet, the oldest first. */
  const arriving = new Map<BaseCall, { readonly since: number; readonly method: string }>();
  const timer = setInterval(() => {
    const before = performance.now() - arrivalMs;
    for (const [call, { since, method }] of arriving) {
      if (since > before) break;
      arriving.delete(call);
      onRefused(method, 'arrival');
      call.sendStatus(errorStatus(notArrived(arrivalMs)));
    }
  }, SERVING.arrivalCheckMs).unref();

  const interceptor: ServerInterceptor = ({ path }, intercepted) => {
    const method = path.slice(1);
    const refuse = (why: RecordaError): RecordaError => {
      onRefused(method, 'bytes');
      return why;
    };
    const call = intercepted as BaseCall;
    const stream = streamOf(call);
    if (stream === undefined) return call;
    const held = bytes.hold();
    arriving.set(call, { since: performance.now(), method });
    const sendStatus = call.sendStatus.bind(call);
    call.sendStatus = (status) => {
      arriving.delete(call);
      held.release();
      sendStatus(status);
    };
    stream.once('close', () => {
      arriving.delete(call);
      held.release();
    });
    onArrival(
      stream,
      (isCompressed, length) => {
        // grpc-js itself refuses longer messages permanently.
        const refusal = length > LIMITS.messageBytes ? undefined : held.grow(length);
        if (refusal !== undefined) call.sendStatus(errorStatus(refuse(refusal)));
        else if (isCompressed) unpackInTurn(call, held, refuse);
      },
      () => arriving.delete(call),
    );
    return call;
  };
  return { interceptor, stop: () => clearInterval(timer) };
}

/** Reports the head of the message as soon as it has arrived, and the message when it is complete. */
function onArrival(
  stream: ServerHttp2Stream,
  onHead: (isCompressed: boolean, length: number) => void,
  onWhole: () => void,
): void {
  let head: Buffer = Buffer.alloc(0);
  let missing: number | undefined;
  const read = (chunk: Buffer): void => {
    if (missing === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < FRAME.headBytes) return;
      const length = head.readUInt32BE(FRAME.lengthAt);
      missing = FRAME.headBytes + length - head.length;
      const isCompressed = head[0] === 1;
      head = Buffer.alloc(0);
      onHead(isCompressed, length);
    } else missing -= chunk.length;
    if (missing > 0) return;
    stream.off('data', read);
    onWhole();
  };
  // This runs before grpc-js's own listener, which has paused the stream until somebody reads it.
  stream.prependListener('data', read);
}

function unpackInTurn(call: BaseCall, held: HeldBytes, refuse: (why: RecordaError) => RecordaError): void {
  const unpack = call.decompressMessage?.bind(call);
  if (unpack === undefined) return;
  call.decompressMessage = async (message, encoding) => {
    try {
      return await held.unpacked(async () => unpack(message, encoding));
    } catch (thrown) {
      // oxlint-disable-next-line typescript/only-throw-error -- grpc-js takes what is thrown for a status
      throw thrown instanceof RecordaError ? errorStatus(refuse(thrown)) : thrown;
    }
  };
}

function notArrived(arrivalMs: number): RecordaError {
  const seconds = arrivalMs / 1000;
  return new RecordaError(
    'DEADLINE_EXCEEDED',
    `The request did not arrive within ${seconds} seconds. Send it in smaller parts.`,
  );
}
