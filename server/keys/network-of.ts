/** Addresses of callers, in the form in which they are compared. */

const IPV6_GROUPS = 8;
/** A network that is given to one place has at least 64 bits of its own (RFC 6177), so that an address in it says nothing more. */
const NETWORK_GROUPS = 4;

/** Returns an IPv4 address as it is, and the network of an IPv6 address, such as `2001:db8:0:1::/64`. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [before = [], after] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const missing = after === undefined ? 0 : Math.max(0, IPV6_GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...(after ?? [])];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/${NETWORK_GROUPS * 16}`;
}
