/** A client of the health service, grpc.health.v1. */
import { type Client, credentials, loadPackageDefinition, type ServiceError } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';

export type HealthChecks = {
  /** Returns the status of a service; rejects if the server does not know its name. */
  check(name: string): Promise<string>;
  close(): void;
};

type HealthClient = Client & {
  check(request: { service: string }, done: (error: ServiceError | null, answer?: { status: string }) => void): void;
};

export function healthOf(address: string): HealthChecks {
  const { Health } = loadPackageDefinition({ Health: service }) as unknown as {
    Health: new (...options: unknown[]) => HealthClient;
  };
  const client = new Health(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  return {
    check: (name) =>
      new Promise((resolve, reject) => {
        client.check({ service: name }, (error, answer) => (answer ? resolve(answer.status) : reject(error!)));
      }),
    close: () => client.close(),
  };
}
