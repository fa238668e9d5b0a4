/** The contract's services as grpc-js takes them, with messages left as bytes: the pipeline decodes them for both doors. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';

type GenericService = {
  readonly fullName: string;
  readonly methods: Readonly<Record<string, { readonly name: string; readonly responseStream: boolean }>>;
};

const GENERIC_SERVICES: readonly GenericService[] = [
  MemoryServiceDefinition,
  ContextServiceDefinition,
  AdminServiceDefinition,
];

/** Full names: health reports each. */
export const SERVICE_NAMES: readonly string[] = GENERIC_SERVICES.map(({ fullName }) => fullName);

type BytesMethod = MethodDefinition<Uint8Array, Uint8Array>;

/** Methods by their names in the pipeline, for example `recorda.v1.MemoryService/AddMemory`. */
export const BYTES_METHODS: ReadonlyMap<string, BytesMethod> = new Map(
  GENERIC_SERVICES.flatMap(({ fullName, methods }) =>
    Object.values(methods).map(({ name, responseStream }) => [
      `${fullName}/${name}`,
      bytesMethod(`/${fullName}/${name}`, responseStream),
    ]),
  ),
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

/** The same memory: encoders give a Uint8Array, grpc-js copies from a Buffer. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** For `Server.addService`. */
export function bytesService(): ServiceDefinition {
  return Object.fromEntries(BYTES_METHODS);
}
