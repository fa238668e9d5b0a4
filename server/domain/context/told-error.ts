/** What a retry is told of why the last answer failed. */
import { NOTES } from '../../policy/context.ts';
import { clipText } from './clip.ts';
import type { Degradation, Omission } from './prompt.ts';
import type { Count } from './turn-digest.ts';

export type ToldError = {
  readonly text: string;
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
};

export const NO_ERROR: ToldError = { text: '', omitted: [], degradations: [] };

/** A longer fault is clipped, and that is told. */
export function toldError(error: string, count: Count): ToldError {
  const text = clipText(error, NOTES.errorTokens, count);
  if (text === error) return { ...NO_ERROR, text };
  const tokens = count(error) - count(text);
  const omission = { kind: 'LAST_ERROR', source: 'last_error', reason: 'CLIPPED', tokens } as const;
  return { text, omitted: [omission], degradations: ['LAST_ERROR_CLIPPED'] };
}
