/** Describes in a sentence why a command could not continue, whatever failed. */
import { readFileSync } from 'node:fs';

/** The system's own words, which libraries repeat in theirs. */
const NO_HANDLES = /\bE[MN]FILE\b|too many open files/i;
/** Starting needs about 150 at once, and a server one more for each connection. */
const LEAST_HANDLES = 256;
const ENOUGH_HANDLES = 1024;

/**
 * Returns how many files this process may open, if the system reports it. It is called before any are opened, since none might be left to
 * read the limit with.
 */
export function limitOfHandles(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** With too few handles anything may fail, with any message. */
export function startFault(error: unknown, handles: number | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isShort = handles !== undefined && handles < LEAST_HANDLES;
  if (!isShort && !NO_HANDLES.test(`${code} ${message}`)) return message;
  const said = handles === undefined ? '' : ` (${handles})`;
  return `The limit of open files is too low for Recorda${said}: it needs ${ENOUGH_HANDLES} or more. Raise the limit with \`ulimit -n ${ENOUGH_HANDLES}\`, LimitNOFILE= of systemd or --ulimit nofile= of Docker, then start it again. The error was: ${message}`;
}
