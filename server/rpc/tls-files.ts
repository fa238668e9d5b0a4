/** TLS of the doors: certificates as files, which are read again when they change. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { KEYS_REREAD_MS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import { watchFiles } from '../runtime/watch-files.ts';

export type TlsFiles = {
  /** PEM, the whole chain. */
  readonly certFile: string;
  readonly keyFile: string;
  /** Whose certificates clients must have; absent: clients need none. */
  readonly clientCaFile?: string | undefined;
};

/** What the files hold. */
export type TlsContext = { readonly cert: Buffer; readonly key: Buffer; readonly ca?: Buffer };

/** Throws where a file cannot be read, or certificate and key do not belong together. */
export function readTls({ certFile, keyFile, clientCaFile }: TlsFiles): TlsContext {
  const ca = clientCaFile === undefined ? {} : { ca: readFileSync(clientCaFile) };
  const context = { cert: readFileSync(certFile), key: readFileSync(keyFile), ...ca };
  createSecureContext(context);
  return context;
}

/**
 * Calls `onChange` with what the files hold, within a second after they changed. Connections that are open keep what they began with, so
 * that no stream ends. Files that do not belong together, as while one of them is still the old one, are complained of, and those from before hold.
 */
export function watchTls(files: TlsFiles, log: Log, onChange: (context: TlsContext) => void): { stop(): void } {
  const { certFile, keyFile, clientCaFile } = files;
  const paths = [certFile, keyFile, clientCaFile].filter((path) => path !== undefined);
  return watchFiles(paths, KEYS_REREAD_MS, () => {
    try {
      onChange(readTls(files));
      log.info({ certFile }, 'the files of TLS were read anew');
    } catch (error) {
      log.error(
        { certFile, error: (error as Error).message },
        'the files of TLS cannot be used; those from before hold',
      );
    }
  });
}
