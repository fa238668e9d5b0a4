/** The gRPC door. */
import { fieldError } from '../server/domain/errors.ts';
import { grpcTransport } from './grpc-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/**
 * A client of the server at `address`, for example `localhost:50051`. It connects when first used and reconnects by itself, so
 * this never fails for want of a server: the calls do, with BACKEND_UNAVAILABLE. No call is retried.
 */
export function connect(address: string): Recorda {
  if (typeof address !== 'string' || !/:\d+$/.test(address)) {
    throw fieldError('address', 'must be like localhost:50051: a host and a port.');
  }
  return recordaOver(grpcTransport(address));
}
