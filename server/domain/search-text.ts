/** Returns the text by which a memory is found. */
import type { Payload } from './payloads.ts';
import { specOf } from './types/specs.ts';

/** `nameOf` returns the name of the entity with an id; the text of a relationship contains the names of both ends. */
export function searchText(payload: Payload, nameOf: (id: string) => string | undefined = () => undefined): string {
  return specOf(payload).searchText(payload, nameOf);
}
