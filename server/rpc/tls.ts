/** TLS of the gRPC door. */
import { readFileSync } from 'node:fs';
import { ServerCredentials } from '@grpc/grpc-js';

export type TlsFiles = {
  /** PEM, the whole chain. */
  readonly certFile: string;
  readonly keyFile: string;
  /** Whose certificates clients must have; absent: clients need none. */
  readonly clientCaFile?: string | undefined;
};

/** Throws where a file cannot be read. */
export function serverCredentials(tls: TlsFiles | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { certFile, keyFile, clientCaFile } = tls;
  const pair = { cert_chain: readFileSync(certFile), private_key: readFileSync(keyFile) };
  const clientCa = clientCaFile === undefined ? null : readFileSync(clientCaFile);
  return ServerCredentials.createSsl(clientCa, [pair], clientCa !== null);
}
