/** Failed calls as tool results: the model reads the reason and what to do, and the connection stays open. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RecordaError } from '../domain/errors.ts';
import type { Log } from '../ports/telemetry.ts';
import { ownError } from '../rpc/own-error.ts';

const MS = 1000;

/** `operation` names the tool, resource or prompt in the log if the fault is the server's own. */
export function faultResult(thrown: unknown, operation: string, log: Log): CallToolResult {
  const error = ownError(thrown, operation, log);
  return {
    isError: true,
    content: [{ type: 'text', text: faultText(error) }],
    _meta: { 'recorda/reason': error.reason, 'recorda/retryable': error.retryable },
  };
}

/** Returns the reason, the message with its advice, and whether a repeat may succeed. */
export function faultText({ reason, message, retryable, detail }: RecordaError): string {
  const seconds = Math.ceil((detail.retryAfterMs ?? 0) / MS);
  const wait = seconds > 0 ? `in ${seconds} s` : 'later';
  return `${reason}: ${message}${retryable ? ` The same call may succeed ${wait}.` : ''}`;
}
