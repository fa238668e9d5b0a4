/** Asks a server whether it serves, by grpc.health.v1. */
import { Client, credentials } from '@grpc/grpc-js';
import { whyUnreachable } from './why-unreachable.ts';

const CHECK = '/grpc.health.v1.Health/Check';
/** HealthCheckResponse { status: SERVING }. */
const IS_SERVING = Buffer.from([8, 1]);

/**
 * Returns `SERVING`, `NOT_SERVING`, or why there was no answer. With TLS any certificate is accepted, since nothing
 * secret is sent or received.
 */
export function askHealth(address: string, isSealed: boolean, timeoutMs: number): Promise<string> {
  const channel = isSealed
    ? credentials.createSsl(null, null, null, { rejectUnauthorized: false })
    : credentials.createInsecure();
  const client = new Client(address, channel);
  const asIs = (bytes: Buffer): Buffer => bytes;
  const deadline = Date.now() + timeoutMs;
  return new Promise((resolve) => {
    client.makeUnaryRequest(CHECK, asIs, asIs, Buffer.alloc(0), { deadline }, (error, answer) => {
      client.close();
      if (error !== null) resolve(whyUnreachable(address, error.details));
      else resolve(answer?.equals(IS_SERVING) === true ? 'SERVING' : 'NOT_SERVING');
    });
  });
}
