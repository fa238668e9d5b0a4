/** Opens the HTTP port if the settings name one, and says what to do if it cannot be opened. */
import type { McpAreaConfig } from '../settings/mcp-settings.ts';
import type { TokenAreaConfig } from '../settings/token-settings.ts';
import type { DoorConfig } from '../settings/door-settings.ts';
import type { HttpServing } from '../http/serve-http.ts';
import type { SharedDoor } from '../rpc/door.ts';
import type { Log } from '../ports/telemetry.ts';

type Parts = {
  readonly config: Pick<DoorConfig, 'host' | 'http' | 'tls' | 'load'> & TokenAreaConfig & McpAreaConfig;
  readonly shared: SharedDoor;
  readonly log: Log;
  readonly version: string;
  readonly isReady: () => boolean;
  readonly metrics: (() => Promise<string>) | undefined;
};

const TAKEN = 'EADDRINUSE';

/**
 * Returns undefined if it is off, or if another program has the default port. Rejects if a port that was explicitly named is not
 * available.
 */
export async function openHttp(parts: Parts): Promise<HttpServing | undefined> {
  const { config, shared, log, version, isReady } = parts;
  const { host, http, tls, load, mcp, tokens } = config;
  if (http === undefined) return undefined;
  const { port, isSet, origins, ui, publicUrl } = http;
  const metrics = http.metrics ? parts.metrics : undefined;
  // It is loaded only if it is used.
  const { serveHttp } = await import('../http/serve-http.ts');
  const { connectionIdleMs } = load;
  try {
    const more = { origins, ui, connectionIdleMs, publicUrl, tokenIssuer: tokens?.issuer };
    return await serveHttp({ door: shared, host, port, tls, version, mcp, isReady, metrics, ...more });
  } catch (error) {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    const advice = 'Choose another port with RECORDA_HTTP_PORT (--http-port), or off.';
    if (!isSet && (error as NodeJS.ErrnoException).code === TAKEN) {
      log.warn({ address }, `HTTP is not served, only gRPC: ${address} is in use. ${advice}`);
      return undefined;
    }
    throw new Error(
      `Cannot listen on ${address} for HTTP: ${(error as Error).message}. Stop the program that uses it. ${advice}`,
      {
        cause: error,
      },
    );
  }
}
