/**
 * Reads the contract as `npm run generate` writes it for reflection: messages and calls by their names, with no code generated for
 * them.
 */
import { readFileSync } from 'node:fs';
import {
  createFileRegistry,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type FileRegistry,
} from '@bufbuild/protobuf';
import { EmptySchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { packageFile } from '../runtime/package-root.ts';

const PACKAGE = 'recorda.v1';

export type Contract = {
  readonly registry: FileRegistry;
  readonly services: readonly DescService[];
  /** Methods by the pipeline's names, like `recorda.v1.MemoryService/AddMemory`. */
  readonly methods: ReadonlyMap<string, DescMethod>;
};

/** Throws if the file is missing, as in a package whose build was incomplete. */
export function readContract(): Contract {
  const bytes = readFileSync(packageFile('proto', 'gen', 'recorda.binpb'));
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
  const files = Array.from(registry.files).filter(({ proto }) => proto.package === PACKAGE);
  const services = files.flatMap((file) => file.services);
  const methods = new Map(
    services.flatMap((service) =>
      service.methods.map((method): [string, DescMethod] => [`${service.typeName}/${method.name}`, method]),
    ),
  );
  return { registry, services, methods };
}

/**
 * A message that knows none of its fields, and so returns the bytes that it was made of: the pipeline reads and writes requests and
 * answers itself.
 */
export const BYTES: DescMessage = EmptySchema;
