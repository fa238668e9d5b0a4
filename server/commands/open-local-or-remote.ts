/**
 * Opens the memory that the settings name: at the server of RECORDA_URL if that is set, else in the data folder, or at the server that
 * has that folder.
 */
import type { Recorda } from '../../client/recorda.ts';
import type { Config } from '../config.ts';
import { RecordaError } from '../domain/errors.ts';

export async function openLocalOrRemote(config: Config): Promise<Recorda> {
  if (config.mcp.url !== undefined) return connectTo(config.mcp.url, config);
  try {
    return await openLocal(config, { isBrief: true });
  } catch (error) {
    if (!isLocked(error)) throw error;
    return openHolder(config);
  }
}

/** Opens it in this process; rejects if another one has the folder (`isLocked`). A brief process neither sweeps nor warms up. */
export async function openLocal(config: Config, { isBrief }: { readonly isBrief: boolean }): Promise<Recorda> {
  const [{ openRecorda }, { jsonLog }, { pipelineTransport }, { recordaOver }] = await Promise.all([
    import('../recorda.ts'),
    import('../telemetry/json-log.ts'),
    import('../embedded/pipeline-transport.ts'),
    import('../../client/recorda.ts'),
  ]);
  const { pipeline, close } = await openRecorda({ ...config, isBrief, log: jsonLog('warn', process.stderr) });
  return recordaOver(pipelineTransport(pipeline, close));
}

export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'STORE_LOCKED';
}

/**
 * Connects to the server that runs with these settings on this machine, and so has the folder. Rejects with BACKEND_UNAVAILABLE if none
 * does: what has the folder is then another command, a host of MCP or a server with other settings.
 */
export async function openHolder({ host, port, apiKey, tls, dataDir }: Config): Promise<Recorda> {
  const { connect } = await import('../../client/connect.ts');
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const recorda = connect(address, { apiKey, tls: tls === undefined ? false : {} });
  try {
    await recorda.memory.whoAmI({});
  } catch (error) {
    // Other faults are those of a server that answers, and its calls report them.
    if (!(error instanceof RecordaError && error.reason === 'BACKEND_UNAVAILABLE')) return recorda;
    await recorda.close();
    throw new RecordaError(
      'BACKEND_UNAVAILABLE',
      `Another process uses the data folder ${dataDir}, and no server answers at ${address}. If that process is a server, name it by --url or RECORDA_URL; otherwise end it, or let one "recorda serve" have the folder, which all can use.`,
    );
  }
  return recorda;
}

/** Uses TLS for another machine, unless the address says otherwise. */
export async function connectTo(url: string, { apiKey }: Config): Promise<Recorda> {
  const [{ connect }, { parseAddress }] = await Promise.all([
    import('../../client/connect.ts'),
    import('../../client/address.ts'),
  ]);
  const { isSealed, isLoopback } = parseAddress(url);
  return connect(url, { apiKey, tls: isSealed ?? !isLoopback });
}
