/** Reads the certificates of TLS from files, again whenever they change. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { KEYS_REREAD_MS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import { watchFiles } from '../runtime/watch-files.ts';

export type TlsFiles = {
  /** The file of the whole chain, in PEM. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The authorities whose certificates clients must have; if absent, clients need none. */
  readonly clientCaFile?: string | undefined;
};

/** The content of the files. */
export type TlsContext = { readonly cert: Buffer; readonly key: Buffer; readonly ca?: Buffer };

/** Throws if a file cannot be read, or certificate and key do not belong together. */
export function readTls({ certFile, keyFile, clientCaFile }: TlsFiles): TlsContext {
  const ca = clientCaFile === undefined ? {} : { ca: readFileSync(clientCaFile) };
  const context = { cert: readFileSync(certFile), key: readFileSync(keyFile), ...ca };
  createSecureContext(context);
  return context;
}

/**
 * Calls `onChange` with the content of the files within a second after they changed. Open connections keep what they began with, so that
 * no stream ends. If the files do not belong together, for instance while one of them is still the old one, that is logged, and the
 * earlier ones stay in use.
 */
export function watchTls(files: TlsFiles, log: Log, onChange: (context: TlsContext) => void): { stop(): void } {
  const { certFile, keyFile, clientCaFile } = files;
  const paths = [certFile, keyFile, clientCaFile].filter((path) => path !== undefined);
  return watchFiles(paths, KEYS_REREAD_MS, () => {
    try {
      onChange(readTls(files));
      log.info({ certFile }, 'the TLS files were read again');
    } catch (error) {
      log.error(
        { certFile, error: (error as Error).message },
        'the TLS files cannot be used; the earlier ones stay in use',
      );
    }
  });
}
