/** Finds PostgreSQL addresses that the driver does not support. */

/**
 * Returns why an address cannot be used, or undefined if it can. The driver supports neither several hosts nor `target_session_attrs`, and would
 * misread the one and ignore the other.
 */
export function hostsFault(url: string): string | undefined {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? [];
  const given = new URLSearchParams(url.split('?')[1]);
  if (!`${hosts}${given.get('host') ?? ''}`.includes(',') && !given.has('target_session_attrs')) return undefined;
  return 'names several hosts or target_session_attrs, which the driver of PostgreSQL does not know: name one host that leads to the primary, such as a name that follows it, or a proxy';
}
