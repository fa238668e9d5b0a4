/** Prints the load run. All times are milliseconds. */
import type { GetLatencyReportResponse } from '../../proto/gen/recorda/v1/admin.ts';
import { acceptanceFigures } from './acceptance.ts';
import type { MeasuredRow } from './measure-calls.ts';
import { formatCount, formatMs, printTable } from './table.ts';
import { median, type Timings } from './timings.ts';
import type { EventLoopDelay } from './watch-event-loop.ts';

/** Timings with their name. */
export type NamedTimings = { readonly name: string; readonly timings: Timings };

/** Prints each call with its target and compared with the bare echo of the same bytes. */
export function printCalls(rows: readonly MeasuredRow[]): void {
  console.log(
    "As ghz sees it; target is the server's own; cost is p50 and p95 over a bare grpc-js echo of the same bytes; each number is the median of its rounds (ms)",
  );
  printTable(
    [
      'call',
      'clients',
      'rounds',
      'p50',
      'p95',
      'p99',
      'calls/s',
      'target',
      'echo p50',
      'echo p95',
      'echo p99',
      'echo calls/s',
      'cost p50',
      'cost p95',
      'errors',
    ],
    rows.map(({ call, clients, rounds }) => {
      const server = middle(rounds.map((round) => round.server));
      const echo = middle(rounds.map((round) => round.echo));
      return [
        call.kind,
        `${clients}`,
        `${rounds.length} x ${formatCount(rounds[0]?.server.count ?? NaN)}`,
        ...[server.p50Ms, server.p95Ms, server.p99Ms].map(formatMs),
        formatCount(server.callsPerSecond),
        formatMs(call.targetMs),
        ...[echo.p50Ms, echo.p95Ms, echo.p99Ms].map(formatMs),
        formatCount(echo.callsPerSecond),
        ...[server.p50Ms - echo.p50Ms, server.p95Ms - echo.p95Ms].map(formatMs),
        `${server.errors + echo.errors}`,
      ];
    }),
  );
  for (const { call, clients, rounds } of rows) {
    const kinds = rounds.flatMap(({ server, echo }) => [...server.errorKinds, ...echo.errorKinds]);
    for (const kind of new Set(kinds)) console.log(`${call.kind}, ${clients} clients: ${kind}`);
  }
  console.log('');
}

/** Returns the median of each number, and all errors. */
function middle(timings: readonly Timings[]): Timings {
  const of = (pick: (of: Timings) => number): number => median(timings.map(pick));
  return {
    count: of(({ count }) => count),
    errors: timings.reduce((sum, { errors }) => sum + errors, 0),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p95Ms: of(({ p95Ms }) => p95Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    callsPerSecond: of(({ callsPerSecond }) => callsPerSecond),
  };
}

export function printTimings(title: string, rows: readonly NamedTimings[]): void {
  console.log(`${title} (ms)`);
  printTable(
    ['', 'p50', 'p95', 'p99', 'calls/s'],
    rows.map(({ name, timings: { p50Ms, p95Ms, p99Ms, callsPerSecond } }) => [
      name,
      ...[p50Ms, p95Ms, p99Ms].map(formatMs),
      formatCount(callsPerSecond),
    ]),
  );
  console.log('');
}

/** Prints the server's own figures, from the request's bytes to the answer's. */
export function printServerView({ rows }: GetLatencyReportResponse): void {
  console.log('As the server sees it, over all numbers of clients (ms)');
  printTable(
    ['operation', 'types', 'backend', 'calls', 'p50', 'p95', 'p99', 'max', 'target', 'held %'],
    rows.map(({ operation, types, backend, count, p50Ms, p95Ms, p99Ms, maxMs, targetMs, heldPercent }) => [
      operation,
      types.map((type) => type.replace('MEMORY_TYPE_', '').toLowerCase()).join('+'),
      backend,
      formatCount(count),
      ...[p50Ms, p95Ms, p99Ms, maxMs, targetMs].map(formatMs),
      heldPercent.toFixed(1),
    ]),
  );
  console.log('');
}

/** Prints how late the server's main loop was for what was due, over all calls. */
export function printEventLoop({ p50Ms, p99Ms, maxMs }: EventLoopDelay): void {
  console.log(
    `The server's event loop was late by p50 ${formatMs(p50Ms)}, p99 ${formatMs(p99Ms)}, at most ${formatMs(maxMs)} ms\n`,
  );
}

/** Returns whether every call succeeded and every figure was met. */
export function printAcceptance(rows: readonly MeasuredRow[]): boolean {
  const figures = acceptanceFigures(rows);
  console.log(
    'Must hold: p95 of one client, the median of the rounds; a durable write may take besides what an append and fdatasync took in the same rounds (ms)',
  );
  printTable(
    ['call', 'p95', 'disk', 'limit', '', 'least', 'most', 'echo least', 'median', 'most', 'every round'],
    figures.map(({ kind, p95Ms, diskP95Ms, limitMs, held, roundsMs, echoRoundsMs }) => [
      kind,
      ...[p95Ms, diskP95Ms ?? NaN, limitMs].map(formatMs),
      held ? 'held' : 'NOT HELD',
      ...[Math.min(...roundsMs), Math.max(...roundsMs)].map(formatMs),
      ...[Math.min(...echoRoundsMs), median(echoRoundsMs), Math.max(...echoRoundsMs)].map(formatMs),
      roundsMs.map(formatMs).join(' '),
    ]),
  );
  const errors = rows
    .flatMap(({ rounds }) => rounds)
    .reduce((sum, { server, echo }) => sum + server.errors + echo.errors, 0);
  console.log(errors === 0 ? '\nNo call failed.' : `\n${errors} calls FAILED.`);
  return errors === 0 && figures.every(({ held }) => held);
}
