import { fold } from '../text/fold.ts';

/** Normalises a name for comparison: without case, accents and superfluous spaces. */
export function normalName(name: string): string {
  return fold(name).trim().replaceAll(/\s+/g, ' ');
}
