/**
 * Tells whether an address is reachable from this machine alone. Of names, only `localhost` is known: how others resolve is
 * seen when the server listens.
 */
import { isIPv4, isIPv6 } from 'node:net';

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && /^(?:0*:)*:?0*1$/.test(host);
}

/** Tells whether what is sent there can be neither read nor changed on the way: by https, or to this machine. */
export function isSealed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}
