/** Lines of exports that are imported again. */
import type { Recorda } from '../../../client/recorda.ts';
import { EXPORTING } from '../../../server/policy/limits.ts';
import { PATIENT } from './row.ts';

const exported = new Map<string, Buffer>();

/** Returns the lines of a user's export, as many as one import may contain. */
export async function linesOf(recorda: Recorda, userId: string): Promise<Buffer> {
  const known = exported.get(userId);
  if (known !== undefined) return known;
  const parts: Uint8Array[] = [];
  for await (const { lines } of recorda.admin.exportUserData({ userId }, PATIENT)) parts.push(lines);
  const whole = Buffer.concat(parts);
  const cut = whole.subarray(0, EXPORTING.linesBytes);
  const lines = cut.subarray(0, cut.lastIndexOf('\n') + 1);
  exported.set(userId, lines);
  return lines;
}

/** Returns the lines as if another store had made them: every id is replaced. */
export function withOtherIds(lines: Buffer, time: number): Buffer {
  const other = (digit: string): string => ((parseInt(digit, 16) + 1 + time) % 16).toString(16);
  return Buffer.from(
    lines.toString().replaceAll(/(_[0-9a-f]{31})([0-9a-f])/g, (_, start: string, last: string) => start + other(last)),
  );
}
