/**
 * Lists blobs after any name. The service continues only from its own markers, so those of listings under way are remembered; from
 * another place the listing is read from the beginning.
 */
import type { ContainerClient, ContainerListBlobFlatSegmentResponse } from '@azure/storage-blob';
import { LRUCache } from 'lru-cache';
import { BLOB } from '../../policy/backends.ts';

type Blob = { readonly name: string; readonly bytes: number };
type Page = { readonly blobs: readonly Blob[]; readonly isLast: boolean };

export function blobListings(container: ContainerClient) {
  /** By prefix and last name, the marker to continue from. */
  const markers = new LRUCache<string, string>({ max: BLOB.listings });
  const keyOf = (prefix: string, after: string): string => JSON.stringify([prefix, after]);

  return async (prefix: string, after: string, limit: number, abortSignal: AbortSignal): Promise<Page> => {
    let marker = markers.get(keyOf(prefix, after));
    const found: Blob[] = [];
    for (;;) {
      const pages = container
        .listBlobsFlat({ prefix, abortSignal })
        .byPage({ maxPageSize: limit, ...(marker !== undefined && { continuationToken: marker }) });
      const page = await pages.next();
      if (page.done === true) return { blobs: found, isLast: true };
      const { segment, continuationToken }: ContainerListBlobFlatSegmentResponse = page.value;
      const blobs = segment.blobItems
        .map(({ name, properties }) => ({ name, bytes: properties.contentLength ?? 0 }))
        .filter(({ name }) => name > after);
      found.push(...blobs.slice(0, limit - found.length));
      // An empty marker means the end.
      marker = continuationToken === '' ? undefined : continuationToken;
      const isCut = found.length === limit && found.at(-1)?.name !== blobs.at(-1)?.name;
      const last = found.at(-1)?.name;
      if (marker !== undefined && !isCut && last !== undefined) markers.set(keyOf(prefix, last), marker);
      if (isCut || found.length === limit) return { blobs: found, isLast: !isCut && marker === undefined };
      if (marker === undefined) return { blobs: found, isLast: true };
    }
  };
}
