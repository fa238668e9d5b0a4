/**
 * Server reflection, v1 and v1alpha, from the descriptors that `npm run generate` writes. They are used as
 * bytes, since those of proto-loader lose imported files and misname maps, and grpcurl and ghz cannot call
 * with them.
 */
import { readFileSync } from 'node:fs';
import type { Server, ServerDuplexStream, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { BinaryReader } from '@bufbuild/protobuf/wire';

const DESCRIPTOR_SETS = ['recorda', 'health', 'error_details'].map(
  (name) => new URL(`../../../proto/gen/${name}.binpb`, import.meta.url),
);

type Stream = ServerDuplexStream<unknown, unknown>;

export function addReflection(server: Server): void {
  const descriptors = DESCRIPTOR_SETS.flatMap((path) => filesOf(readFileSync(path)));
  const reflection = new ReflectionService(asPackage(descriptors));
  reflection.addToServer({
    addService: (service: ServiceDefinition, implementation: UntypedServiceImplementation) =>
      server.addService(service, Object.fromEntries(Object.entries(implementation).map(paced))),
  });
}

/** Returns the files of a FileDescriptorSet, each as bytes: field 1. */
function filesOf(descriptorSet: Uint8Array): Uint8Array[] {
  const reader = new BinaryReader(descriptorSet);
  const files: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) files.push(reader.bytes());
    else reader.skip(wireType);
  }
  return files;
}

/** Returns all that ReflectionService reads of a package. */
function asPackage(fileDescriptorProtos: readonly Uint8Array[]): ConstructorParameters<typeof ReflectionService>[0] {
  const files = { format: '', type: {}, fileDescriptorProtos: fileDescriptorProtos.map((file) => Buffer.from(file)) };
  return { files } as unknown as ConstructorParameters<typeof ReflectionService>[0];
}

/** Answers each question as it arrives; a caller that asks and never reads must wait. */
function paced([name, answer]: [string, unknown]): [string, (call: Stream) => void] {
  return [
    name,
    (call) => {
      const write = call.write.bind(call);
      Object.assign(call, {
        write(chunk: unknown): boolean {
          const hasRoom = write(chunk);
          if (!hasRoom) {
            call.pause();
            call.once('drain', () => call.resume());
          }
          return hasRoom;
        },
      });
      (answer as (call: Stream) => void)(call);
    },
  ];
}
