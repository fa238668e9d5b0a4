/** How a connection over gRPC is sealed. Each in PEM. */
export type TlsOptions = {
  /** Whose signature on the server's certificate is trusted; absent: the authorities that Node trusts. */
  readonly ca?: string | Uint8Array | undefined;
  /** The client's own certificate, where the server asks for one, and its private key. */
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
};
