/** TLS for gRPC. */
import { ServerCredentials } from '@grpc/grpc-js';
import type { Log } from '../ports/telemetry.ts';
import { replaceCertificates } from './grpc-js-internals.ts';
import { readTls, watchTls, type TlsFiles } from './tls-files.ts';

/** Throws as `readTls` does. `stop` stops watching the files. */
export function serverCredentials(
  files: TlsFiles | undefined,
  log: Log,
): { readonly credentials: ServerCredentials; stop(): void } {
  if (files === undefined) return { credentials: ServerCredentials.createInsecure(), stop: () => undefined };
  const { cert, key, ca = null } = readTls(files);
  const credentials = ServerCredentials.createSsl(ca, [{ cert_chain: cert, private_key: key }], ca !== null);
  const watch = watchTls(files, log, (context) => replaceCertificates(credentials, context));
  return { credentials, stop: () => watch.stop() };
}
