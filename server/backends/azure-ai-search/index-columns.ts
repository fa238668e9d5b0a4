/** Creates the index, and the fields that it lacks, while another server may be doing the same. */
import type { SearchIndex, SearchIndexClient } from '@azure/search-documents';
import { RestError } from '@azure/core-rest-pipeline';
import type { CallContext } from '../../ports/stores.ts';
import { HTTP } from './http-status.ts';
import { lackingFields, newIndex, vectorColumn, type VectorProfile } from './index-schema.ts';
import type { Attempts, Sending } from './search-errors.ts';
import { vectorField } from './search-keys.ts';

const isStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof RestError && statuses.some((status) => status === error.statusCode);

export type IndexColumns = {
  /** Tries once to verify that the index exists and is Recorda's. Throws an error that says so otherwise. */
  open(sending: Sending): Promise<void>;
  /** Ensures that the index has a field for vectors of an embedder. */
  ensureVectors(embedder: string, dimensions: number, call: CallContext): Promise<void>;
};

export function indexColumns(
  client: SearchIndexClient,
  {
    name,
    profile,
    attempt,
  }: { readonly name: string; readonly profile: VectorProfile; readonly attempt: Attempts['attempt'] },
): IndexColumns {
  const embedders = new Map<string, Promise<void>>();

  async function read(sending: Sending): Promise<SearchIndex> {
    try {
      return await client.getIndex(name, sending);
    } catch (error) {
      if (!isStatus(error, HTTP.missing)) throw error;
    }
    try {
      return await client.createIndex(newIndex(name), sending);
    } catch (error) {
      if (!isStatus(error, HTTP.exists)) throw error;
      return await client.getIndex(name, sending);
    }
  }

  /** Repeats until nobody changed the index between reading and writing. */
  async function add(wanted: Parameters<typeof lackingFields>[1], sending: Sending): Promise<void> {
    for (;;) {
      const index = await read(sending);
      const lacking = lackingFields(index, wanted);
      if (lacking.length === 0) return;
      try {
        await client.createOrUpdateIndex(
          { ...index, fields: [...index.fields, ...lacking] },
          { ...sending, onlyIfUnchanged: true },
        );
        return;
      } catch (error) {
        if (!isStatus(error, HTTP.changed)) throw error;
      }
    }
  }

  return {
    open: (sending) => add(undefined, sending),
    async ensureVectors(embedder, dimensions, { signal }) {
      const known = embedders.get(embedder);
      if (known !== undefined) return known;
      const column = vectorColumn(vectorField(embedder), dimensions, profile);
      const adding = attempt((sending) => add([column], sending), signal);
      embedders.set(embedder, adding);
      // After a failure the next caller tries again.
      adding.catch(() => embedders.delete(embedder));
      return adding;
    },
  };
}
