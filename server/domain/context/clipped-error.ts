/** Prepares the error that a retry is given about the last answer. */
import { NOTES } from '../../policy/context.ts';
import { clipText } from './clip.ts';
import type { Degradation, Omission } from './prompt.ts';
import type { Count } from './turn-digest.ts';

export type ClippedError = {
  readonly text: string;
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
};

export const NO_ERROR: ClippedError = { text: '', omitted: [], degradations: [] };

/** Clips an error that is too long, and tells that it was clipped. */
export function clippedError(error: string, count: Count): ClippedError {
  const text = clipText(error, NOTES.errorTokens, count);
  if (text === error) return { ...NO_ERROR, text };
  const tokens = count(error) - count(text);
  const omission = { kind: 'LAST_ERROR', source: 'last_error', reason: 'CLIPPED', tokens } as const;
  return { text, omitted: [omission], degradations: ['LAST_ERROR_CLIPPED'] };
}
