/** Tells which addresses of a PostgreSQL its driver would misread. */

/**
 * Tells why an address cannot be used of which the driver would take another part, or none: it knows neither several hosts nor the kind of
 * server that is asked for.
 */
export function hostsFault(url: string): string | undefined {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? [];
  const given = new URLSearchParams(url.split('?')[1]);
  if (!`${hosts}${given.get('host') ?? ''}`.includes(',') && !given.has('target_session_attrs')) return undefined;
  return 'names several hosts or target_session_attrs, which the driver of PostgreSQL does not know: name one host that leads to the primary, such as a name that follows it, or a proxy';
}
