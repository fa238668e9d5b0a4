/** A row of the benchmark, and what rows share. */
import type { Recorda } from '../../../client/recorda.ts';
import { KB } from '../../../server/policy/units.ts';
import { LIMITS } from '../../../server/policy/limits.ts';

export type Row = {
  readonly call: string;
  readonly of: string;
  /** How often the call is made, one after another; if absent, 3. */
  readonly times?: number;
  readonly run: (recorda: Recorda, time: number) => Promise<unknown>;
};

/** The size of the largest message, without what surrounds the texts, in bytes. */
export const MOST = LIMITS.requestBytes - 64 * KB;

/** A user that has much of everything. */
export const BIG = 'loop-big';

export const PATIENT = { timeoutMs: 400_000 };

export async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
