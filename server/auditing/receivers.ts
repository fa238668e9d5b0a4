/**
 * Receivers of the audit log: a webhook that accepts lines of JSON, and anything that accepts logs by OTLP over HTTP. The OpenTelemetry SDK
 * would drop records while its receiver is away, and tells nobody which were taken; so OTLP's JSON is written here.
 */
import { signatureHeader } from '../jobs/webhook.ts';
import { AUDIT_SHIPPING } from '../policy/lifecycle.ts';
import { SECOND_MS } from '../policy/units.ts';
import type { FedRecord } from '../ports/audit.ts';

export interface AuditReceiver {
  /** The name under which the store keeps what it acknowledged. */
  readonly name: 'webhook' | 'otlp';
  /** Resolves once the receiver has accepted all of them. Rejects with a SendError, or as soon as the signal aborts. */
  send(records: readonly FedRecord[], signal: AbortSignal): Promise<void>;
}

export type AuditWebhookConfig = { readonly url: string; readonly secret: string };
export type AuditOtlpConfig = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A batch that was not accepted. Its message contains nothing of the records. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly isTooLarge: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, isTooLarge = false, retryAfterMs?: number) {
    super(message);
    this.isTooLarge = isTooLarge;
    this.retryAfterMs = retryAfterMs;
  }
}

export function webhookReceiver({ url, secret }: AuditWebhookConfig): AuditReceiver {
  return {
    name: 'webhook',
    async send(records, signal) {
      const body = records.map((record) => `${JSON.stringify(lineOf(record))}\n`).join('');
      const headers = {
        'content-type': 'application/x-ndjson',
        'recorda-audit-first': String(records[0]?.recordNo),
        'recorda-audit-last': String(records.at(-1)?.recordNo),
        'recorda-signature': signatureHeader(secret, body),
      };
      await (await post(url, headers, body, signal)).body?.cancel();
    },
  };
}

/** `service` describes the server as OTLP's resource does. */
export function otlpReceiver(
  { url, headers }: AuditOtlpConfig,
  service: Readonly<Record<string, string>>,
  onRejected: (count: number, why: string) => void,
): AuditReceiver {
  const resource = { attributes: attributesOf(service) };
  return {
    name: 'otlp',
    async send(records, signal) {
      const scopeLogs = [{ scope: { name: OTLP_SCOPE }, logRecords: records.map(logRecordOf) }];
      const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] });
      const response = await post(url, { 'content-type': 'application/json', ...headers }, body, signal);
      const { count, why } = rejectedOf(await textOf(response));
      if (count > 0) onRejected(count, why);
    },
  };
}

const OTLP_SCOPE = 'recorda.audit';
/** The severity INFO of OTLP; the refusal of a call, and a log that was found broken, are WARN. */
const INFO = { severityNumber: 9, severityText: 'INFO' };
const WARN = { severityNumber: 13, severityText: 'WARN' };
const NANOS_OF_MS = '000000';

function lineOf({ recordNo, atMs, pageNo, hash, ...record }: FedRecord): object {
  return { number: recordNo, time: new Date(atMs).toISOString(), ...record, page: pageNo, page_hash: hash };
}

function logRecordOf({ recordNo, atMs, pageNo, hash, count, ...record }: FedRecord): object {
  const { action, subject } = record;
  const severity = action === 'REFUSE' || action === 'BROKEN' ? WARN : INFO;
  const numbers = { 'audit.number': recordNo, 'audit.count': count, 'audit.page': pageNo };
  const texts = Object.fromEntries(Object.entries(record).map(([name, text]) => [`audit.${name}`, text]));
  return {
    timeUnixNano: `${atMs}${NANOS_OF_MS}`,
    ...severity,
    eventName: `recorda.audit.${action.toLowerCase()}`,
    body: { stringValue: `${action} ${subject}`.trim() },
    attributes: attributesOf({ ...numbers, ...texts, 'audit.page_hash': hash }),
  };
}

function attributesOf(fields: Readonly<Record<string, string | number>>): readonly object[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({
      key,
      // OTLP writes 64-bit integers as texts.
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
}

/** A receiver of OTLP may take a batch and reject some of it for good, which must not be sent again. */
function rejectedOf(answer: string): { readonly count: number; readonly why: string } {
  try {
    const { partialSuccess } = JSON.parse(answer) as {
      readonly partialSuccess?: { readonly rejectedLogRecords?: number | string; readonly errorMessage?: string };
    };
    return { count: Number(partialSuccess?.rejectedLogRecords ?? 0), why: partialSuccess?.errorMessage ?? '' };
  } catch {
    return { count: 0, why: '' };
  }
}

const CONTENT_TOO_LARGE = 413;

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch(
    (error: Error) => {
      throw new SendError(`it does not answer (${error.name})`);
    },
  );
  if (response.ok) return response;
  await response.body?.cancel();
  const seconds = Number(response.headers.get('retry-after') ?? '');
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : undefined;
  const { status } = response;
  throw new SendError(`it answers with ${status}`, status === CONTENT_TOO_LARGE, retryAfterMs);
}

/** Reads the beginning of an answer, up to a length that no receiver's answer exceeds. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part as Uint8Array);
      bytes += (part as Uint8Array).length;
      if (bytes > AUDIT_SHIPPING.answerBytes) break;
    }
  } catch {
    // The status already says that the receiver has accepted the records.
  }
  return Buffer.concat(parts).toString();
}
