/** What clients in other languages take from the one in TypeScript rather than say again: `npm run generate:clients` writes it. */
import { join } from 'node:path';
import { CONNECTING, RETRYING } from '../../client/policy.ts';
import { ERRORS } from '../../contract/errors.ts';
import { DEFAULT_DEADLINE_MS, REQUEST_BYTES, WIRE } from '../../contract/wire.ts';
import { ROOT } from '../root.ts';

export const CONSTANTS_FILE = join(ROOT, 'client/constants.json');

/** Sizes in bytes, times in milliseconds. */
export function constantsText(): string {
  const constants = {
    errors: ERRORS,
    wire: { ...WIRE, defaultDeadlineMs: DEFAULT_DEADLINE_MS, requestBytesOf: REQUEST_BYTES },
    connecting: CONNECTING,
    retrying: RETRYING,
  };
  return `${JSON.stringify(constants, undefined, 2)}\n`;
}
