/** The gRPC door: grpc-js with messages as bytes. The channel connects when first used and again whenever it was lost. */
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { LIMITS } from '../server/policy/limits.ts';
import { RecordaError } from './errors.ts';
import { errorFromStatus } from './grpc-status.ts';
import type { Transport, TransportCall } from './transport.ts';

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const CHANNEL_OPTIONS = {
  'grpc.primary_user_agent': 'recorda-client',
  'grpc.max_receive_message_length': LIMITS.messageBytes,
  // Checked before sending, so that the error is the one that the server would give.
  'grpc.max_send_message_length': -1,
  // A service configuration in DNS could switch on retries of writes.
  'grpc.service_config_disable_resolution': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // A peer that vanished without a word is noticed while calls wait for it.
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // Two clients in one process do not share a connection: closing one leaves the other alone.
  'grpc.use_local_subchannel_pool': 1,
};

/** `address` is like `localhost:50051`. */
export function grpcTransport(address: string): Transport {
  const client = new Client(address, credentials.createInsecure(), CHANNEL_OPTIONS);

  const metadata = (call: TransportCall): Metadata => {
    const headers = new Metadata();
    for (const [name, value] of Object.entries(call.headers)) headers.set(name, value);
    return headers;
  };

  return {
    unary(method, request, call) {
      return new Promise((resolve, reject) => {
        refuseTooLarge(request);
        const done = (error: ServiceError | null, response?: Buffer): void => {
          call.signal.removeEventListener('abort', cancel);
          if (error === null && response !== undefined) resolve(response);
          else reject(errorFromStatus(error, address));
        };
        const cancel = (): void => running.cancel();
        const running = client.makeUnaryRequest<Uint8Array, Buffer>(
          `/${method}`,
          asBuffer,
          (bytes) => bytes,
          request,
          metadata(call),
          { deadline: call.deadlineMs },
          done,
        );
        call.signal.addEventListener('abort', cancel, { once: true });
      });
    },

    async *stream(method, request, call) {
      refuseTooLarge(request);
      const running = client.makeServerStreamRequest<Uint8Array, Buffer>(
        `/${method}`,
        asBuffer,
        (bytes) => bytes,
        request,
        metadata(call),
        { deadline: call.deadlineMs },
      );
      const cancel = (): void => running.cancel();
      call.signal.addEventListener('abort', cancel, { once: true });
      try {
        // Read by hand: `for await` over the stream would destroy it on leaving, and later events would have no listener.
        yield* messages(running);
      } catch (error) {
        throw errorFromStatus(error, address);
      } finally {
        call.signal.removeEventListener('abort', cancel);
        running.on('error', () => undefined);
        running.cancel();
      }
    },

    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

async function* messages(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const message of stream) if (message instanceof Uint8Array) yield message;
}

function refuseTooLarge(request: Uint8Array): void {
  if (request.byteLength <= LIMITS.messageBytes) return;
  throw new RecordaError(
    'REQUEST_TOO_LARGE',
    `The request has ${request.byteLength.toLocaleString('en-US')} bytes; the limit is ${LIMITS.messageBytes.toLocaleString('en-US')}. Send it in parts.`,
  );
}
