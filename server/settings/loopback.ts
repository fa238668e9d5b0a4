/** Whether an address is this machine's alone. Of names only `localhost` is known: how others resolve is seen when it listens. */
import { isIPv4, isIPv6 } from 'node:net';

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && /^(?:0*:)*:?0*1$/.test(host);
}

/** Whether nobody on the way can read or change what is sent there: https, or this machine. */
export function isSealed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}
