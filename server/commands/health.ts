/** `recorda health`: whether a server on this machine serves, for load balancers and containers. */
import { Client, credentials, type ChannelCredentials } from '@grpc/grpc-js';
import { Command } from 'commander';
import { SERVING } from '../policy/serving.ts';
import type { DoorConfig } from '../door-settings.ts';
import { readConfig, withSettings } from './environment.ts';

/** HealthCheckResponse { status: SERVING }. */
const IS_SERVING = Buffer.from([8, 1]);

export function healthCommand(): Command {
  const command = new Command('health').description(
    'Ask the server of these settings, on this machine, whether it serves: exits with 0 if it does, else with 1',
  );
  return withSettings(command).action(async (flags: Record<string, string>) => {
    const { config } = readConfig(flags);
    const status = await check(config);
    process.stdout.write(`${status}\n`);
    process.exitCode = status === 'SERVING' ? 0 : 1;
  });
}

function check(config: DoorConfig): Promise<string> {
  const client = new Client(addressOf(config), credentialsFor(config));
  const asIs = (bytes: Buffer): Buffer => bytes;
  const deadline = Date.now() + SERVING.healthCheckMs;
  return new Promise((resolve) => {
    const path = '/grpc.health.v1.Health/Check';
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), { deadline }, (error, answer) => {
      client.close();
      if (error !== null) resolve(error.details);
      else resolve(answer?.equals(IS_SERVING) === true ? 'SERVING' : 'NOT_SERVING');
    });
  });
}

/** It listens on every address where its own is 0.0.0.0 or ::. */
function addressOf({ host, port }: DoorConfig): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return local.includes(':') ? `[${local}]:${port}` : `${local}:${port}`;
}

/** Nothing secret is sent or told, so whose certificate it is does not matter. */
function credentialsFor({ tls }: DoorConfig): ChannelCredentials {
  return tls === undefined ? credentials.createInsecure() : credentials.createSsl(null, null, null, ANY_CERTIFICATE);
}

const ANY_CERTIFICATE = { rejectUnauthorized: false };
