/** Options of TLS over gRPC. Each is in PEM. */
export type TlsOptions = {
  /** The certificate authorities that are trusted; absent: those that Node trusts. */
  readonly ca?: string | Uint8Array | undefined;
  /** The client's own certificate, if the server requires one, and its private key. */
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
};
