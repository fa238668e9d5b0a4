/**
 * The transport over gRPC: grpc-js with messages as bytes. The channel connects when first used and reconnects when it
 * was lost.
 */
import {
  Client,
  Metadata,
  type ClientReadableStream,
  type ClientUnaryCall,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js';
import { abortError, refuseTooLarge } from '../contract/errors.ts';
import { USER_REVISION_HEADER, WIRE } from '../contract/wire.ts';
import { callLeaver } from './grpc-leave.ts';
import { channelCredentials } from './grpc-credentials.ts';
import { streamMessages } from './grpc-messages.ts';
import { errorFromStatus } from './grpc-status.ts';
import { CONNECTING } from './policy.ts';
import type { TlsOptions } from './tls-options.ts';
import type { Transport, TransportCall } from './transport.ts';
import { userHashHeader } from './user-hash.ts';

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const asBytes = (bytes: Buffer): Uint8Array => bytes;

const CHANNEL_OPTIONS = {
  'grpc.primary_user_agent': 'recorda-client',
  'grpc.max_receive_message_length': WIRE.messageBytes,
  // The size is checked before sending, so that the error is the one that the server would throw.
  'grpc.max_send_message_length': -1,
  // Otherwise a service configuration in DNS could switch on retries of writes.
  'grpc.service_config_disable_resolution': 1,
  'grpc.initial_reconnect_backoff_ms': CONNECTING.firstReconnectMs,
  'grpc.max_reconnect_backoff_ms': CONNECTING.lastReconnectMs,
  'grpc.keepalive_time_ms': CONNECTING.keepaliveMs,
  'grpc.keepalive_timeout_ms': CONNECTING.keepaliveTimeoutMs,
  // Two clients in one process must not share a connection, so that closing one leaves the other open.
  'grpc.use_local_subchannel_pool': 1,
};

export type GrpcOptions = { readonly apiKey?: string | undefined; readonly tls?: TlsOptions | undefined };

/** Creates a transport; `address` is like `localhost:50051`. */
export function grpcTransport(address: string, { apiKey, tls }: GrpcOptions = {}): Transport {
  const client = new Client(address, channelCredentials(tls), CHANNEL_OPTIONS);
  const own: Readonly<Record<string, string>> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const leaver = callLeaver();
  const metadataOf = ({ headers, route }: TransportCall): Metadata =>
    metadata({ ...headers, ...userHashHeader(route?.user), ...own });

  return {
    async unary(method, request, call) {
      refuseTooLarge(method, request);
      return new Promise((resolve, reject) => {
        const done = (error: ServiceError | null, response?: Uint8Array): void => {
          call.signal.removeEventListener('abort', abort);
          if (error === null && response !== undefined) resolve(response);
          else reject(errorFromStatus(error, address));
        };
        const abort = (): void => {
          leaver.leave(running);
          reject(abortError(call.signal));
        };
        const running = client.makeUnaryRequest(
          `/${method}`,
          asBuffer,
          asBytes,
          request,
          metadataOf(call),
          { deadline: call.deadlineMs },
          done,
        );
        onStatus(running, call);
        call.signal.addEventListener('abort', abort, { once: true });
      });
    },

    async *stream(method, request, call) {
      refuseTooLarge(method, request);
      const running = client.makeServerStreamRequest(`/${method}`, asBuffer, asBytes, request, metadataOf(call), {
        deadline: call.deadlineMs,
      });
      const ended = new AbortController();
      running.once('status', () => ended.abort());
      onStatus(running, call);
      try {
        yield* streamMessages(running, call.signal);
      } catch (error) {
        throw errorFromStatus(error, address);
      } finally {
        if (!ended.signal.aborted) leaver.leave(running);
      }
    },

    close() {
      leaver.close();
      client.close();
      return Promise.resolve();
    },
  };
}

/** Tells the revision that stands in the trailer of a call. */
function onStatus(running: ClientUnaryCall | ClientReadableStream<Uint8Array>, { onRevision }: TransportCall): void {
  if (onRevision === undefined) return;
  running.once('status', ({ metadata: trailer }: StatusObject) => {
    const [revision] = trailer.get(USER_REVISION_HEADER);
    if (typeof revision === 'string') onRevision(revision);
  });
}

function metadata(values: Readonly<Record<string, string>>): Metadata {
  const headers = new Metadata();
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
  return headers;
}
