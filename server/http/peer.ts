/** Describes the other end of a connection over HTTP. */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { certificateNames } from '../keys/certificate-names.ts';

export type Peer = {
  readonly address: string;
  /**
   * Returns the names in its certificate. They are read only if there is no other credential, and there are none unless TLS has verified
   * a certificate.
   */
  readonly certificate: () => readonly string[];
};

export function peerOf({ socket }: IncomingMessage): Peer {
  return {
    address: socket.remoteAddress ?? '',
    certificate: () =>
      socket instanceof TLSSocket && socket.authorized
        ? certificateNames(socket.getPeerCertificate().subjectaltname)
        : [],
  };
}
