/** `recorda serve`: serves until it is stopped. */
import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { SERVING } from '../policy/serving.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { allocateYoung } from '../runtime/young-objects.ts';
import type { RunningServer } from '../opening/run-server.ts';
import type { Log } from '../ports/telemetry.ts';
import { developmentClock } from './development-clock.ts';
import { readConfig, withSettings } from './environment.ts';
import { serverReport } from './server-report.ts';

export function serveCommand(): Command {
  const command = new Command('serve').description('Serve over gRPC and HTTP until SIGTERM or SIGINT');
  // This is a flag only, which neither the environment nor a .env can set.
  command.option(
    '--clock <file>',
    'FOR TESTS ONLY: a file that contains the time, for example 2027-03-01T09:00:00Z, or an offset, for example +36h',
  );
  return withSettings(command).action(async ({ clock: clockFile, ...flags }: Record<string, string>) => {
    const parsed = readConfig(flags);
    const { config } = parsed;
    const [{ jsonLog }, { runServer }, { openRecorda }] = await Promise.all([
      import('../telemetry/json-log.ts'),
      import('../opening/run-server.ts'),
      import('../recorda.ts'),
    ]);
    const log = jsonLog(config.logLevel);
    const clock = clockFile === undefined ? undefined : developmentClock(clockFile, config, process.env, log);
    const running = runServer({
      config,
      log,
      version: packageVersion(),
      env: process.env,
      open: (parts) => openRecorda({ ...parts, clock, tokenizerAtOnce: config.warmUp, report: serverReport(parsed) }),
    });
    stopOnSignal(running, config.shutdownGraceMs, log);
    const { port, httpPort, metricsPort } = await running;
    allocateYoung();
    const { host, dataDir } = config;
    const others = {
      ...(httpPort === undefined ? {} : { httpPort }),
      ...(metricsPort === undefined ? {} : { metricsPort }),
    };
    log.info({ host, port, dataDir, ...others }, 'Recorda listens');
  });
}

/**
 * A signal drains the server and exits with 0; a second one exits at once. An unhandled rejection is the fault of one call:
 * it is logged, and the other calls continue. After an uncaught exception no state can be trusted: the server drains and
 * exits with 1.
 */
function stopOnSignal(running: Promise<RunningServer>, graceMs: number, log: Log): void {
  let stopping = false;
  const stop = (exitCode: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    const limit = setTimeout(() => process.exit(1), graceMs + SERVING.stopMarginMs);
    limit.unref();
    running
      .then((server) => server.stop())
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'Asked to stop: draining');
      stop(0);
    });
  }
  process.on('unhandledRejection', (err) => {
    log.error({ err, errorId: randomUUID() }, 'Unhandled rejection');
  });
  process.on('uncaughtException', (err) => {
    log.error({ err, errorId: randomUUID() }, 'Uncaught exception: draining');
    stop(1);
  });
}
