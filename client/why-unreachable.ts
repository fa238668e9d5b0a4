/** Explains why no server answers at an address, if the network's error means something else than that none is running. */

const PORTS = 'gRPC is on RECORDA_PORT (50051), HTTP on RECORDA_HTTP_PORT (50052) with an address like http://…';

/** What the reasons of Node, OpenSSL and grpc-js mean for the caller, and what to change. */
const MEANINGS: readonly (readonly [why: RegExp, meaning: string])[] = [
  [/wrong version number/, 'The server there has no TLS: connect without it (grpc://, http://, tls: false).'],
  [
    /no application protocol|Expected HTTP\/|Protocol error/,
    `The server there speaks another protocol. Check the port: ${PORTS}.`,
  ],
  [
    /certificate|altnames/i,
    'Its certificate is not trusted for this name. Over gRPC name its authority in tls.ca, over HTTP in NODE_EXTRA_CA_CERTS, and use a name that the certificate has.',
  ],
  [
    /Failed to connect|other side closed|socket hang up|ECONNRESET/,
    'Something closed the connection. If the server uses TLS, use grpcs://, https:// or tls: true; otherwise check the address.',
  ],
];

/** Returns the message for a server that cannot be reached, with what to do. `advice` is for reasons that have no other meaning. */
export function whyUnreachable(address: string, details: string, advice = ''): string {
  // grpc-js puts words around the reason, and OpenSSL ends it with a line feed.
  const [, reason = details] =
    /^No connection established\. Last error: (?:Error: )?(.*?)\. Resolution note:/s.exec(details) ?? [];
  const why = reason.trim();
  const [, meaning = `Start one with "recorda serve", or check the address${advice}.`] =
    MEANINGS.find(([pattern]) => pattern.test(why)) ?? [];
  return `No Recorda server answers at ${address} (${why}). ${meaning}`;
}
