/** Estimates what a usage costs per month, and what it will cost if it keeps growing at the same rate. */
import { NODES_OF_RATE, SAMPLE_DAYS, type CostRates } from '../../policy/limits.ts';
import { GB } from '../../policy/units.ts';
import type { CostUse, Sample, TypeUse } from '../accounts.ts';
import { CONTEXT_QUOTAS } from '../memory.ts';
import { slopeOf } from './least-squares.ts';

export type CostLine = {
  readonly backend: 'vector_store' | 'graph' | 'redis' | 'disk';
  readonly unit: string;
  readonly quantity: number;
  readonly rateUsd: number;
  readonly monthlyUsd: number;
  readonly projectedQuantity: number;
  readonly projectedMonthlyUsd: number;
};

export type CostEstimate = {
  readonly monthlyUsd: number;
  readonly projectedMonthlyUsd: number;
  readonly lines: readonly CostLine[];
  /** The number of days that the samples cover. */
  readonly sampledDays: number;
};

/**
 * Returns the usage of all types that costs are computed from. `besideBytes` are on the server's disk as well, but count towards no
 * type.
 */
export function costUse(uses: readonly TypeUse[], besideBytes: number): CostUse {
  const bytes = (name: TypeUse['name']): number => uses.find((use) => use.name === name)?.bytes ?? 0;
  return {
    vectorBytes: bytes('LONG_TERM'),
    graphNodes: uses.find(({ name }) => name === 'ENTITY')?.count ?? 0,
    redisBytes: bytes('SHORT_TERM') + bytes('WORKING'),
    diskBytes: CONTEXT_QUOTAS.reduce((sum, name) => sum + bytes(name), besideBytes),
  };
}

/** `samples` may omit days without changes; `today` is the number of days since 1970 UTC. */
export function estimateCost(
  now: CostUse,
  samples: readonly Sample[],
  { rates, today, horizonDays }: { readonly rates: CostRates; readonly today: number; readonly horizonDays: number },
): CostEstimate {
  const days = everyDay(samples, today);
  const line = (
    backend: CostLine['backend'],
    measure: keyof CostUse,
    unit: string,
    unitSize: number,
    rateUsd: number,
  ): CostLine => {
    const slope = slopeOf(days.map((sample) => ({ x: sample.day, y: sample[measure] })));
    const quantity = now[measure] / unitSize;
    const projectedQuantity = Math.max(0, now[measure] + slope * horizonDays) / unitSize;
    const monthlyUsd = quantity * rateUsd;
    const projectedMonthlyUsd = projectedQuantity * rateUsd;
    return { backend, unit, quantity, rateUsd, monthlyUsd, projectedQuantity, projectedMonthlyUsd };
  };
  const lines = [
    line('vector_store', 'vectorBytes', 'GB', GB, rates.vectorGbUsd),
    line('graph', 'graphNodes', '1,000 nodes', NODES_OF_RATE, rates.graph1000NodesUsd),
    line('redis', 'redisBytes', 'GB', GB, rates.redisGbUsd),
    line('disk', 'diskBytes', 'GB', GB, rates.diskGbUsd),
  ];
  const total = (field: 'monthlyUsd' | 'projectedMonthlyUsd'): number =>
    lines.reduce((sum, one) => sum + one[field], 0);
  return {
    monthlyUsd: total('monthlyUsd'),
    projectedMonthlyUsd: total('projectedMonthlyUsd'),
    lines,
    sampledDays: days.length,
  };
}

/** Returns one sample per day, from the first of the last 30 days until today: a day without a sample equals the one before. */
function everyDay(samples: readonly Sample[], today: number): readonly Sample[] {
  const recent = samples
    .filter(({ day }) => day > today - SAMPLE_DAYS && day <= today)
    .toSorted((a, b) => a.day - b.day);
  const [first] = recent;
  if (first === undefined) return [];
  const byDay = new Map(recent.map((sample) => [sample.day, sample]));
  const days: Sample[] = [];
  let last = first;
  for (let { day } = first; day <= today; day += 1) {
    last = { ...(byDay.get(day) ?? last), day };
    days.push(last);
  }
  return days;
}
