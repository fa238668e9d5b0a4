/** `recorda health`: tells load balancers and containers whether a server on this machine serves. */
import { Command } from 'commander';
import type { DoorConfig } from '../settings/door-settings.ts';
import { SERVING } from '../policy/serving.ts';
import { readConfig, withSettings } from './environment.ts';
import { jsonOption, printDocument } from './json.ts';

type Flags = { readonly json?: true } & Readonly<Record<string, string>>;

/** Exits with 0 or 1 only, since Docker knows no other codes. */
export function healthCommand(): Command {
  const command = new Command('health')
    .description(
      'Check whether the server with these settings is serving on this machine: exits with 0 if it is, otherwise with 1',
    )
    .addOption(jsonOption());
  return withSettings(command).action(async ({ json, ...flags }: Flags) => {
    const { config } = readConfig(flags);
    const { askHealth } = await import('../../client/grpc-health.ts');
    const status = await askHealth(addressOf(config), config.tls !== undefined, SERVING.healthCheckMs);
    if (json === true) printDocument({ status });
    else process.stdout.write(`${status}\n`);
    process.exitCode = status === 'SERVING' ? 0 : 1;
  });
}

/** Returns the address to ask. A server whose own is 0.0.0.0 or :: listens on every address. */
function addressOf({ host, port }: DoorConfig): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return local.includes(':') ? `[${local}]:${port}` : `${local}:${port}`;
}
