/** The store of these settings: opened here, or through the server that has it. */
import type { Recorda } from '../../client/recorda.ts';
import type { Config } from '../config.ts';

export async function openLocalOrRemote(config: Config): Promise<Recorda> {
  const [{ openRecorda }, { jsonLog }, { pipelineTransport }, { recordaOver }] = await Promise.all([
    import('../recorda.ts'),
    import('../telemetry/json-log.ts'),
    import('../../client/pipeline-transport.ts'),
    import('../../client/recorda.ts'),
  ]);
  const { host, port, apiKey, tls } = config;
  try {
    const { pipeline, close } = await openRecorda({
      ...config,
      isBrief: true,
      log: jsonLog('warn', process.stderr),
    });
    return recordaOver(pipelineTransport(pipeline, close));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'STORE_LOCKED')) throw error;
    const { connect } = await import('../../client/connect.ts');
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return connect(address, { apiKey, tls: tls === undefined ? false : {} });
  }
}
