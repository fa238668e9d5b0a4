/** How the channel is sealed. */
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import type { TlsOptions } from './tls-options.ts';

/** Throws where a certificate is not one. */
export function channelCredentials(tls: TlsOptions | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(bytes(tls.ca), bytes(tls.key), bytes(tls.cert));
}

function bytes(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
}
