/**
 * Checks which names requests use. A page that a browser loaded from elsewhere can reach loopback as its user can: by its own name,
 * made to resolve to 127.0.0.1 (DNS rebinding), or by ours. Host reveals the first, Origin the second.
 */
import { isLoopback } from '../runtime/loopback.ts';

export type GuardOptions = {
  /** The value of RECORDA_HOST. */
  readonly host: string;
  /** The origins whose pages may call. */
  readonly origins: readonly string[];
};

export type Asked = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
};

/** Returns a function that says why a request is refused, or undefined if it is not. */
export function refusalOfAsker({ host, origins }: GuardOptions): (asked: Asked) => string | undefined {
  const isLocal = isLoopback(host);
  return (asked) => {
    const name = nameOf(asked.host);
    if (isLocal && (name === undefined || !(isLoopback(name) || name === host.toLowerCase())))
      return 'The Host header of this request does not name this server. Call it as localhost or 127.0.0.1.';
    const { origin, site } = asked;
    if (origin === undefined) {
      return isLocal && site === 'cross-site'
        ? 'Pages of other sites may not call this server. Allow them with RECORDA_HTTP_ORIGINS.'
        : undefined;
    }
    if (origins.includes(origin) || origins.includes('*')) return undefined;
    // Allows the server's own pages, and tools that send its own address.
    if (/^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === asked.host) return undefined;
    return 'Pages of this origin may not call this server. Allow it with RECORDA_HTTP_ORIGINS.';
  };
}

/** Returns the name without its port, and an IPv6 address without its brackets. */
function nameOf(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::\d{1,5})?$/.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}
