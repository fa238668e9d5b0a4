/** Metrics of what is kept, archived, deleted and backed up. */
import type { Meter } from '@opentelemetry/api';
import { DAY_MS, SECOND_MS } from '../policy/units.ts';
import { AGE_BUCKETS_DAYS, LONG_BUCKETS_S } from '../policy/serving.ts';
import { ATTRIBUTES as A, METRICS } from './names.ts';
import type { LifecycleEvent } from '../ports/telemetry.ts';

/** Reports the same numbers to several meters. */
export function lifecycleMetrics(meters: readonly Meter[]): (event: LifecycleEvent) => void {
  const counters = (name: string, description: string) =>
    meters.map((meter) => meter.createCounter(name, { description }));
  const gauges = (name: string, description: string, unit?: string) =>
    meters.map((meter) => meter.createGauge(name, { description, ...(unit !== undefined && { unit }) }));
  const histograms = (name: string, description: string, unit: string, buckets: readonly number[]) =>
    meters.map((meter) =>
      meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries: [...buckets] } }),
    );
  const archived = counters(METRICS.memoryArchived, 'Memories that were archived.');
  const deleted = counters(METRICS.memoryDeleted, 'Memories that left their store.');
  const stored = gauges(METRICS.memoryStorage, 'Bytes of memories.', 'By');
  const ages = histograms(METRICS.memoryAge, 'Age of memories when they left their store.', 'd', AGE_BUCKETS_DAYS);
  const facts = gauges(METRICS.facts, 'Facts of all users.');
  const sleeps = histograms(METRICS.sleepDuration, 'Duration of sleep cycles.', 's', LONG_BUCKETS_S);
  const evictions = counters(METRICS.sleepEvictions, 'Memories that sleep cycles removed.');
  const backupCounts = gauges(METRICS.backupCount, 'Existing backups.');
  const backups = gauges(METRICS.backupAge, 'Age of the newest backup, or of the server if there is none.', 's');
  const verified = gauges(METRICS.backupVerifiedAge, 'Time since a backup was last verified without a fault.', 's');
  const anchored = gauges(METRICS.auditAnchorAge, 'Time since the audit log was last anchored in cold storage.', 's');
  const observed = (name: string, description: string, unit?: string) =>
    meters.map((meter) => meter.createObservableGauge(name, { description, ...(unit !== undefined && { unit }) }));
  const unshipped = observed(METRICS.auditUnshipped, 'Records of the audit log that a receiver has not acknowledged.');
  const unshippedAge = observed(METRICS.auditUnshippedAge, 'Age of the oldest of these records.', 's');
  const lags = meters.map((meter) => {
    const description = 'Age of the oldest change that would be lost with the machine.';
    return meter.createObservableGauge(METRICS.standbyLag, { description, unit: 's' });
  });

  return (event) => {
    switch (event.kind) {
      case 'ARCHIVED': {
        const type = { [A.keptType]: event.type.toLowerCase() };
        const labels = { ...type, [A.keptReason]: event.reason.toLowerCase() };
        for (const counter of archived) counter.add(1, type);
        for (const counter of deleted) counter.add(1, labels);
        for (const histogram of ages) histogram.record(event.ageMs / DAY_MS, type);
        if (event.reason !== 'RETENTION')
          for (const counter of evictions) counter.add(1, { [A.keptReason]: event.reason.toLowerCase() });
        return;
      }
      case 'DELETED': {
        const type = { [A.keptType]: event.type.toLowerCase() };
        const labels = { ...type, [A.keptReason]: event.reason.toLowerCase() };
        for (const counter of deleted) counter.add(event.count, labels);
        for (const histogram of ages) for (const ageMs of event.agesMs ?? []) histogram.record(ageMs / DAY_MS, type);
        return;
      }
      case 'STORED':
        for (const gauge of stored) gauge.record(event.bytes, { [A.keptType]: event.type.toLowerCase() });
        return;
      case 'FACTS':
        for (const gauge of facts) gauge.record(event.count, { [A.factState]: event.state.toLowerCase() });
        return;
      case 'SLEPT':
        for (const histogram of sleeps) histogram.record(event.durationMs / SECOND_MS);
        return;
      case 'BACKED_UP':
        for (const gauge of backupCounts) gauge.record(event.count, { [A.backupSet]: event.set.toLowerCase() });
        for (const gauge of backups) gauge.record(event.ageMs / SECOND_MS, { [A.backupSet]: event.set.toLowerCase() });
        return;
      case 'SHIPPING':
        for (const gauge of lags) gauge.addCallback((result) => result.observe(event.lagMs() / SECOND_MS));
        return;
      case 'VERIFIED':
        for (const gauge of verified) gauge.record(event.ageMs / SECOND_MS);
        return;
      case 'AUDIT_SHIPPING': {
        const labels = { [A.auditReceiver]: event.receiver };
        for (const gauge of unshipped) gauge.addCallback((result) => result.observe(event.records(), labels));
        for (const gauge of unshippedAge)
          gauge.addCallback((result) => result.observe(event.ageMs() / SECOND_MS, labels));
        return;
      }
      case 'ANCHORED':
        for (const gauge of anchored) gauge.record(event.ageMs / SECOND_MS);
        return;
    }
  };
}
