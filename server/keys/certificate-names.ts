/** The names in a client's certificate, by which the file of keys maps it to a tenant and a role. */

/** A name as the file of keys has it: a URI, such as a SPIFFE id, or the name of a host, without wildcards. */
export const CERTIFICATE_NAME = /^(?:URI:[a-z][a-z0-9+.-]*:\/\/[\x21\x23-\x2b\x2d-\x7e]+|DNS:[a-z0-9.-]+)$/;

/**
 * Returns the names of the subject alternative name, as Node writes it: `URI:spiffe://acme.org/agent, DNS:agent.acme.org`. Text in a
 * certificate may itself look like several names: Node quotes such a name, and then none is accepted.
 */
export function certificateNames(subjectAltName: string | undefined): readonly string[] {
  if (subjectAltName === undefined || subjectAltName.includes('"')) return [];
  return subjectAltName
    .split(', ')
    .map((name) => (name.startsWith('DNS:') ? name.slice('DNS:'.length).toLowerCase().replace(/^/, 'DNS:') : name));
}
