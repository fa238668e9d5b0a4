/** A gRPC client that sends and receives bytes, and returns all details of a failed call. */
import type { CallOptions, ClientReadableStream, Metadata, ServiceError } from '@grpc/grpc-js';
import { Client, connectivityState, credentials, Metadata as Headers } from '@grpc/grpc-js';
import {
  type Any,
  BadRequest,
  ErrorInfo,
  PreconditionFailure,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from 'nice-grpc-error-details';
import { Status } from 'nice-grpc-error-details/lib/proto/google/rpc/status.js';

const DETAILS = { BadRequest, ErrorInfo, PreconditionFailure, QuotaFailure, ResourceInfo, RetryInfo };

export type Failure = {
  readonly code: number;
  readonly message: string;
  /** The reason in the ErrorInfo. */
  readonly reason: string | undefined;
  readonly domain: string | undefined;
  /** All details, by the names of their types. */
  readonly details: Readonly<Record<string, Record<string, unknown>>>;
  readonly headerBytes: number;
};

export type RawClient = {
  unary(method: string, request?: Uint8Array, options?: CallOptions, headers?: Record<string, string>): Promise<Buffer>;
  stream(
    method: string,
    request?: Uint8Array,
    options?: CallOptions,
    headers?: Record<string, string>,
  ): ClientReadableStream<Buffer>;
  /** False as well once the server has closed the connection, until the next call. */
  isConnected(): boolean;
  close(): void;
};

export function rawClient(port: number): RawClient {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  const asIs = (bytes: Buffer): Buffer => bytes;
  return {
    unary: (method, request = new Uint8Array(), options = {}, headers = {}) =>
      new Promise((resolve, reject) => {
        const metadata = headersOf(headers);
        client.makeUnaryRequest(
          `/${method}`,
          asIs,
          asIs,
          Buffer.from(request),
          metadata,
          options,
          (error: ServiceError | null, answer?: Buffer) => (error === null ? resolve(answer!) : reject(error)),
        );
      }),
    stream: (method, request = new Uint8Array(), options = {}, headers = {}) =>
      client.makeServerStreamRequest(`/${method}`, asIs, asIs, Buffer.from(request), headersOf(headers), options),
    isConnected: () => client.getChannel().getConnectivityState(false) === connectivityState.READY,
    close: () => client.close(),
  };
}

function headersOf(headers: Record<string, string>): Headers {
  const metadata = new Headers();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

/** Resolves to the failure of a call; throws if it succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => {
      throw new Error('The call did not fail.');
    },
    (thrown: ServiceError) => thrown,
  );
  return failure(error);
}

export function failure({ code, details: message, metadata }: ServiceError): Failure {
  const details: Record<string, Record<string, unknown>> = {};
  for (const { typeUrl, value } of statusDetails(metadata)) {
    const name = typeUrl.replace('type.googleapis.com/google.rpc.', '') as keyof typeof DETAILS;
    details[name] = { ...DETAILS[name].decode(value) };
  }
  const { reason, domain } = (details['ErrorInfo'] ?? {}) as { reason?: string; domain?: string };
  const sent = statusHeader(metadata)?.toString('base64') ?? '';
  const headerBytes = encodeURI(message).length + sent.length;
  return { code, message, reason, domain, details, headerBytes };
}

function statusHeader(metadata: Metadata): Buffer | undefined {
  return metadata.get('grpc-status-details-bin')[0] as Buffer | undefined;
}

function statusDetails(metadata: Metadata): Any[] {
  const header = statusHeader(metadata);
  return header === undefined ? [] : Status.decode(header).details;
}

/** Resolves to the messages of a stream, and to its failure if it failed. */
export async function collect(
  stream: ClientReadableStream<Buffer>,
): Promise<{ readonly messages: Buffer[]; readonly failure: Failure | undefined }> {
  const messages: Buffer[] = [];
  try {
    for await (const message of stream as AsyncIterable<Buffer>) messages.push(message);
    return { messages, failure: undefined };
  } catch (error) {
    return { messages, failure: failure(error as ServiceError) };
  }
}
