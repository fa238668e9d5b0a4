/** What a command that could not go on says: a sentence, whatever it was that failed. */
import { readFileSync } from 'node:fs';

/** The system's own words, which libraries put into theirs. */
const NO_HANDLES = /\bE[MN]FILE\b|too many open files/i;
/** Starting takes some 150 at once; a server needs one more for each connection. */
const LEAST_HANDLES = 256;
const ENOUGH_HANDLES = 1024;

/** How many files this process may open, where the system says so. Asked for before any are opened, lest there be none left to ask with. */
export function limitOfHandles(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** With too few handles anything may fail, and say something else. */
export function startFault(error: unknown, handles: number | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isShort = handles !== undefined && handles < LEAST_HANDLES;
  if (!isShort && !NO_HANDLES.test(`${code} ${message}`)) return message;
  const said = handles === undefined ? '' : ` (${handles})`;
  return `Recorda may open too few files${said}: it takes ${ENOUGH_HANDLES} or more. Raise the limit with \`ulimit -n ${ENOUGH_HANDLES}\`, LimitNOFILE= of systemd or --ulimit nofile= of Docker, then start it again. What failed: ${message}`;
}
