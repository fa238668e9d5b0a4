/** The constants that clients in other languages take from the one in TypeScript: `npm run generate:clients` writes them. */
import { join } from 'node:path';
import { CONNECTING, RETRYING, SEEN_USERS } from '../../client/policy.ts';
import { ERRORS } from '../../contract/errors.ts';
import { DEFAULT_DEADLINE_MS, REQUEST_BYTES, WIRE } from '../../contract/wire.ts';
import { ROOT } from '../root.ts';

export const CONSTANTS_FILE = join(ROOT, 'client/constants.json');

/** Sizes are in bytes, times in milliseconds. */
export function constantsText(): string {
  const constants = {
    errors: ERRORS,
    wire: { ...WIRE, defaultDeadlineMs: DEFAULT_DEADLINE_MS, requestBytesOf: REQUEST_BYTES },
    connecting: CONNECTING,
    retrying: RETRYING,
    seenUsers: SEEN_USERS,
  };
  return `${JSON.stringify(constants, undefined, 2)}\n`;
}
