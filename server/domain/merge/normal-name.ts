import { fold } from '../text/fold.ts';

/** A name as names are compared: without case, accents and superfluous spaces. */
export function normalName(name: string): string {
  return fold(name).trim().replaceAll(/\s+/g, ' ');
}
