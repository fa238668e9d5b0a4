/** Writes memories in an object of the archive: one a line, in JSON. */
import { RecordaError } from '../domain/errors.ts';
import type { PortableMemory } from '../domain/portable.ts';
import { linesOf } from './chunks.ts';

/** The version of a line's form. */
const FORM = 1;
type Line = { readonly form: number; readonly memory: PortableMemory };

export function archiveLine(memory: PortableMemory): string {
  return JSON.stringify({ form: FORM, memory } satisfies Line);
}

/** Returns the memories on these lines, counted from 0. */
export async function pickMemories(
  chunks: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<number>,
): Promise<readonly PortableMemory[]> {
  const memories: PortableMemory[] = [];
  let number = 0;
  for await (const line of linesOf(chunks)) {
    if (wanted.has(number)) memories.push(memoryIn(line));
    number += 1;
  }
  return memories;
}

function memoryIn(line: string): PortableMemory {
  const { form, memory } = JSON.parse(line) as Line;
  if (form === FORM) return memory;
  throw new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The archive was written by a newer version of Recorda. Start that version or a newer one.',
  );
}
