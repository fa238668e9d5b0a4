/** How the channel is sealed. */
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';

/** Each in PEM. */
export type TlsOptions = {
  /** Whose signature on the server's certificate is trusted; absent: the authorities that Node trusts. */
  readonly ca?: string | Uint8Array | undefined;
  /** The client's own certificate, where the server asks for one, and its private key. */
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
};

/** Throws where a certificate is not one. */
export function channelCredentials(tls: TlsOptions | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(bytes(tls.ca), bytes(tls.key), bytes(tls.cert));
}

function bytes(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
}
