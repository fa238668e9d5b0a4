/** The certificate of who asks over HTTP. */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { certificateNames } from '../keys/certificate-names.ts';

/** The names in it, asked for only where there is no other credential; none where TLS has verified no certificate. */
export function certificateOf({ socket }: IncomingMessage): () => readonly string[] {
  return () =>
    socket instanceof TLSSocket && socket.authorized
      ? certificateNames(socket.getPeerCertificate().subjectaltname)
      : [];
}
