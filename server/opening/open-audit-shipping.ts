/** Starts to ship the audit log to outside receivers. */
import { otlpReceiver, webhookReceiver, type AuditReceiver } from '../auditing/receivers.ts';
import { shipAudit } from '../auditing/ship-audit.ts';
import type { Log } from '../ports/telemetry.ts';
import { INSTRUMENTATION } from '../telemetry/names.ts';
import type { Basics, ServerIdentity } from './basics.ts';
import type { OpenedStores } from './open-stores.ts';
import type { OpenStack } from './open-stack.ts';
import type { RecordaOptions } from './recorda-options.ts';

/** A brief opening ships nothing: what it records waits for the next server. */
export function openAuditShipping(
  options: RecordaOptions,
  { sqlite, clock, log, telemetry, isBrief, identity }: Basics & Pick<OpenedStores, 'sqlite'>,
  stack: OpenStack,
): void {
  if (isBrief) return;
  for (const receiver of receiversOf(options, identity, log)) {
    const shipping = shipAudit({ feed: sqlite.auditFeed, leases: sqlite.leases, receiver, clock, log, telemetry });
    stack.defer(() => shipping.stop());
  }
}

function receiversOf(
  { auditWebhook, auditOtlp }: RecordaOptions,
  { name, version }: ServerIdentity,
  log: Log,
): readonly AuditReceiver[] {
  const service = {
    'service.name': process.env['OTEL_SERVICE_NAME'] ?? INSTRUMENTATION,
    'service.version': version,
    'service.instance.id': name,
  };
  const onRejected = (records: number, why: string): void =>
    log.error(
      { records, why },
      'The receiver of OTLP took records of the audit log, and rejected some of them for good',
    );
  return [
    ...(auditWebhook === undefined ? [] : [webhookReceiver(auditWebhook)]),
    ...(auditOtlp === undefined ? [] : [otlpReceiver(auditOtlp, service, onRejected)]),
  ];
}
