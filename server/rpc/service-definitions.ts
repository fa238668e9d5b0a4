/**
 * The contract's services as grpc-js expects them, with messages left as bytes: the pipeline decodes them for every
 * transport.
 */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { ALL_CALLS } from '../methods/calls.ts';

/** Full names of the services, each of which health reports. */
export const SERVICE_NAMES: readonly string[] = [...new Set(ALL_CALLS.map(({ service }) => service))];

type BytesMethod = MethodDefinition<Uint8Array, Uint8Array>;

/** Methods by their names in the pipeline, for example `recorda.v1.MemoryService/AddMemory`. */
export const BYTES_METHODS: ReadonlyMap<string, BytesMethod> = new Map(
  ALL_CALLS.map(({ name, kind }) => [name, bytesMethod(`/${name}`, kind === 'stream')]),
);

function bytesMethod(path: string, responseStream: boolean): BytesMethod {
  return {
    path,
    requestStream: false,
    responseStream,
    requestSerialize: asBuffer,
    requestDeserialize: (bytes) => bytes,
    responseSerialize: asBuffer,
    responseDeserialize: (bytes) => bytes,
  };
}

/** Returns the same memory: encoders return a Uint8Array, but grpc-js copies from a Buffer. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Makes the definition for `Server.addService`. */
export function bytesService(): ServiceDefinition {
  return Object.fromEntries(BYTES_METHODS);
}
