/** A page of an answer; an empty token means that it is the last. */
export type Page<T> = { readonly elements: readonly T[]; readonly nextPageToken: string };

/** Yields every element of every page, in order. A page is fetched once the one before has been read. */
export async function* pages<T>(fetchPage: (pageToken: string) => Promise<Page<T>>): AsyncGenerator<T, void> {
  let pageToken = '';
  do {
    const page = await fetchPage(pageToken);
    yield* page.elements;
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
}
