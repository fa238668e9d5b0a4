/** Reads the certificate of a caller over HTTP. */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { certificateNames } from '../keys/certificate-names.ts';

/**
 * Returns the names in it. They are read only if there is no other credential, and there are none unless TLS has
 * verified a certificate.
 */
export function certificateOf({ socket }: IncomingMessage): () => readonly string[] {
  return () =>
    socket instanceof TLSSocket && socket.authorized
      ? certificateNames(socket.getPeerCertificate().subjectaltname)
      : [];
}
