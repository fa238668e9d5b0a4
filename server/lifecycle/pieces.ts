/**
 * Splits a part of a backup into pieces: what did not change since the backup before is in the same pieces, and is not written again.
 */
import { createHash } from 'node:crypto';
import { BACKING_UP } from '../policy/lifecycle.ts';

export type Piece = { readonly lines: readonly string[]; readonly digest: string; readonly bytes: number };

/**
 * Cuts by the content of lines, not by their number: a line that is added or removed changes only its own piece, and the pieces after
 * it stay the same.
 */
export async function* inPieces(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Piece, void> {
  let lines: string[] = [];
  let bytes = 0;
  const take = (): Piece => {
    const piece = { lines, digest: digestOf(lines), bytes };
    lines = [];
    bytes = 0;
    return piece;
  };
  for await (const page of pages) {
    for (const line of page) {
      lines.push(line);
      bytes += Buffer.byteLength(line) + 1;
      if (bytes >= BACKING_UP.longestPieceBytes || (bytes >= BACKING_UP.pieceBytes && isCut(line))) yield take();
    }
  }
  if (lines.length > 0) yield take();
}

export function digestOf(lines: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('base64url');
}

function isCut(line: string): boolean {
  return createHash('sha256').update(line).digest().readUInt32LE(0) % BACKING_UP.piecePer === 0;
}
