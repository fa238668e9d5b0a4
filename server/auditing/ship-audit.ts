/**
 * Ships the records of the audit log to a receiver, in order and at least once. The store keeps the last record that the receiver
 * acknowledged, so that a killed server continues there; what is not acknowledged waits in the log, which is never pruned. Nothing is
 * skipped: a receiver that refuses a batch is sent it again until it takes it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { cancelled, stopSignal } from '../domain/abort.ts';
import { FROM_START, type ShippedUpTo } from '../domain/audit.ts';
import { heldLease } from '../jobs/held-lease.ts';
import { untilStopped } from '../jobs/until-stopped.ts';
import { AUDIT_SHIPPING } from '../policy/lifecycle.ts';
import type { AuditFeed, FedRecord } from '../ports/audit.ts';
import type { Leases } from '../ports/leases.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { SendError, type AuditReceiver } from './receivers.ts';

export type ShippingPolicy = { readonly [Name in keyof typeof AUDIT_SHIPPING]: number };

export type ShippingParts = {
  readonly feed: AuditFeed;
  readonly receiver: AuditReceiver;
  /** One server at a time ships to a receiver. */
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'lifecycle' | 'auditDamaged'>;
  /** The numbers of the policy, which tests make smaller. */
  readonly policy?: ShippingPolicy;
};

export interface AuditShipping {
  /** Abandons the batch under way; it is sent after the next start. */
  stop(): Promise<void>;
}

export function shipAudit(parts: ShippingParts): AuditShipping {
  const { receiver, clock, log, telemetry, policy = AUDIT_SHIPPING } = parts;
  const stop = stopSignal();
  const ending = new AbortController();
  const call: CallContext = { signal: stop };
  const behind = { records: 0, oldestMs: undefined as number | undefined };
  telemetry.lifecycle({
    kind: 'AUDIT_SHIPPING',
    receiver: receiver.name,
    records: () => behind.records,
    ageMs: () => (behind.oldestMs === undefined ? 0 : Math.max(0, clock.now() - behind.oldestMs)),
  });

  const note = (records: number, oldest: FedRecord | undefined): void => {
    behind.records = records;
    behind.oldestMs = oldest?.atMs;
  };

  const isHeld = heldLease({
    leases: parts.leases,
    job: `ship-audit-${receiver.name}`,
    call,
    ending: ending.signal,
    waitMs: policy.pollMs,
  });

  async function follow(): Promise<void> {
    let upTo: ShippedUpTo | undefined;
    const sender = sending(parts, policy, ending.signal);
    while (!stop.aborted) {
      if (!(await isHeld())) {
        upTo = undefined;
        continue;
      }
      upTo ??= await parts.feed.shippedUpTo(receiver.name, call);
      const query = { after: upTo, limit: sender.limit(), bytes: policy.bytesAtOnce };
      const { records, hash, newest } = await parts.feed.after(query, call);
      if (hash !== upTo.hash) {
        upTo = shipAgain(parts, upTo);
        continue;
      }
      note(newest - upTo.recordNo, records[0]);
      const last = records.at(-1);
      if (last === undefined) await pause(policy.pollMs, ending.signal);
      else if (await sender.send(records)) {
        upTo = { recordNo: last.recordNo, pageNo: last.pageNo, hash: last.hash };
        await parts.feed.acknowledge(receiver.name, upTo, call);
      }
    }
  }

  const running = untilStopped(
    {
      stop,
      ending: ending.signal,
      retryMs: policy.lastRetryMs,
      onBroken: ({ message }) =>
        log.error(
          { receiver: receiver.name, error: message },
          'Shipping the audit log was broken off; it is begun again',
        ),
    },
    follow,
  );
  return {
    async stop() {
      stop.abort(cancelled());
      ending.abort();
      await running;
    },
  };
}

/** Reports that the log no longer has what was shipped, and begins again: its present records may never have been shipped. */
function shipAgain({ receiver, log, telemetry }: ShippingParts, { recordNo }: ShippedUpTo): ShippedUpTo {
  telemetry.auditDamaged();
  log.error(
    { receiver: receiver.name, record: recordNo },
    'The audit log is not the one that was shipped: it was cut off or rewritten, and is shipped again from its first record on',
  );
  return FROM_START;
}

/** Sends batches, and waits after one that was not taken; each outage is logged once. */
function sending({ receiver, log }: ShippingParts, policy: ShippingPolicy, ending: AbortSignal) {
  let failures = 0;
  let limit = policy.recordsAtOnce;

  async function onFailure(error: unknown, records: readonly FedRecord[]): Promise<void> {
    if (ending.aborted) return;
    const { isTooLarge, retryAfterMs } =
      error instanceof SendError ? error : { isTooLarge: false, retryAfterMs: undefined };
    if (isTooLarge && records.length > 1) {
      limit = Math.ceil(records.length / 2);
      return;
    }
    if (failures === 0) {
      log.warn(
        { receiver: receiver.name, error: (error as Error).message, record: records[0]?.recordNo },
        'The receiver of the audit log does not take records: they wait in the log, and are sent again until it does',
      );
    }
    const backoffMs = Math.min(policy.firstRetryMs * 2 ** Math.min(failures, policy.doublings), policy.lastRetryMs);
    failures += 1;
    await pause(Math.min(Math.max(backoffMs, retryAfterMs ?? 0), policy.lastRetryMs), ending);
  }

  return {
    limit: (): number => limit,
    /** Resolves to false, after a while, if the receiver did not take them. */
    async send(records: readonly FedRecord[]): Promise<boolean> {
      try {
        await receiver.send(records, AbortSignal.any([ending, AbortSignal.timeout(policy.timeoutMs)]));
      } catch (error) {
        await onFailure(error, records);
        return false;
      }
      if (failures > 0) log.info({ receiver: receiver.name }, 'The receiver of the audit log takes records again');
      failures = 0;
      // It grows slowly, so that few batches are too large again.
      limit = Math.min(limit + 1, policy.recordsAtOnce);
      return true;
    },
  };
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal: ending, ref: false }).catch(() => undefined);
}
