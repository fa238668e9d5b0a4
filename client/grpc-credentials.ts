/** The credentials of a gRPC channel. */
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import type { TlsOptions } from './tls-options.ts';

/** Returns the credentials. Throws if a certificate is invalid. */
export function channelCredentials(tls: TlsOptions | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(bytes(tls.ca), bytes(tls.key), bytes(tls.cert));
}

function bytes(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
}
