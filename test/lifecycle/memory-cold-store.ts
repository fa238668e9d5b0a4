/** Cold storage in memory, whose objects tests can inspect. */
import { coldName } from '../../server/domain/cold-name.ts';
import { bytesOf, streamOf } from '../../server/lifecycle/chunks.ts';
import type { ColdStore } from '../../server/ports/cold-storage.ts';

export function memoryColdStore(): ColdStore & { readonly objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    backend: 'test',
    async put(name, chunks, { ifAbsent }) {
      const bytes = await bytesOf(chunks);
      if (ifAbsent && objects.has(name)) return undefined;
      objects.set(coldName(name), bytes);
      return { name, bytes: bytes.length };
    },
    async get(name) {
      const bytes = objects.get(name);
      return bytes && streamOf(bytes);
    },
    async list({ prefix, after = '', limit }) {
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
      const page = names.slice(0, limit);
      return {
        objects: page.map((name) => ({ name, bytes: objects.get(name)?.length ?? 0 })),
        ...(names.length > limit && { next: page.at(-1) }),
      };
    },
    delete: async (name) => objects.delete(name),
    check: async () => undefined,
  };
}
