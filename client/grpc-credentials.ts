/** The credentials of a gRPC channel. */
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import { fieldError } from '../contract/errors.ts';
import type { TlsOptions } from './tls-options.ts';

/** Returns the credentials. Throws FIELD_INVALID if a certificate or a key cannot be read. */
export function channelCredentials(tls: TlsOptions | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  try {
    return credentials.createSsl(bytes(tls.ca), bytes(tls.key), bytes(tls.cert));
  } catch (error) {
    throw fieldError('tls', `has a certificate or a key that is not readable PEM (${(error as Error).message}).`);
  }
}

function bytes(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
}
