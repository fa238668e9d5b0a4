/** Writes an error in the form of Connect for requests that reach no call of the contract. */
import { errorToJson } from '@connectrpc/connect/protocol-connect';
import type { RecordaError } from '../domain/errors.ts';
import { connectError, retryAfter } from './connect-error.ts';

export function failure(error: RecordaError, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(errorToJson(connectError(error), undefined), {
    status,
    headers: { ...retryAfter(error), ...headers },
  });
}
