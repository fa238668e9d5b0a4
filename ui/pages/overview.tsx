/**
 * Overview: the latency of calls compared with their targets, whether every backend answers, and which quotas
 * are nearly full.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../call.ts';
import { isAdmin, isOperator } from '../caller.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button } from '../parts/controls.tsx';
import { Badge, Card, Empty, Failure, Figure, Heading, Meter, Show, Table, type Column } from '../parts/frames.tsx';
import { useLive } from '../parts/live.ts';
import { useLoad } from '../parts/load.ts';
import { Sparkline } from '../parts/sparkline.tsx';
import { addressOf } from '../router.ts';
import { adviceOf } from '../texts/advice.ts';
import { statementOf } from '../texts/statements.ts';
import { nameOf, t } from '../texts/text.ts';

/** Each call of AdminService is recorded in the audit log, so this is not requested more often. */
const REFRESH_MS = 10_000;
/** The number of readings that a sparkline shows: ten minutes. */
const READINGS = 60;
const SHOWN_ALERTS = 50;
/** The percentage of calls that must meet their target. */
const HELD_WELL = 99;
const HELD_BADLY = 95;
const SECOND_MS = 1000;

type Info = Answer<'MemoryService/GetServerInfo'>;
type Row = NonNullable<Answer<'AdminService/GetLatencyReport'>['rows']>[number];
type Alert = NonNullable<Answer<'AdminService/ListAlerts'>['alerts']>[number];
type Report = Answer<'AdminService/GetLatencyReport'>;
type Check = NonNullable<Answer<'AdminService/CheckBackends'>['checks']>[number];
type Reading = { readonly atMs: number; readonly rows: readonly Row[]; readonly eventLoop: Report['eventLoop'] };

const keyOf = ({ operation = '', types = [], backend = '' }: Row): string => `${operation} ${types.join()} ${backend}`;

export function Overview(): JSX.Element {
  const info = useLoad((signal) => call('MemoryService/GetServerInfo', {}, signal), [], REFRESH_MS);
  return (
    <>
      <Heading title={t('overview.title')} lead={t('overview.lead')} />
      <Show of={info}>{(value) => (isOperator.value ? <Latency info={value} /> : <Server of={value} />)}</Show>
      {isAdmin.value && (
        <div class="columns">
          <Usage />
          <Alerts />
        </div>
      )}
    </>
  );
}

function Version({ of }: { of: Info }): JSX.Element {
  const { name, version = '', startTime } = of;
  return (
    <Figure label={t('overview.version')} value={version} note={t('overview.started', { when: format.ago(startTime) })}>
      {name !== undefined && <div class="small cut">{name}</div>}
    </Figure>
  );
}

/** Shows where each type lives, and whether that backend answers, as `recorda doctor` does. */
function Backends({ of }: { of: Info }): JSX.Element {
  const { embedder = {}, backends = [] } = of;
  return (
    <Card
      title={t('overview.backends')}
      note={t('overview.embedder', { name: embedder.name ?? '—', count: format.number(embedder.dimensions) })}
    >
      <ul class="backends">
        {backends.map(({ type, backend = '', isAvailable = false }) => (
          <li key={type}>
            <i class={`dot tone-${isAvailable ? 'good' : 'bad'}`} />
            {nameOf(type)}
            <span class="muted">
              {backend}, {t(isAvailable ? 'overview.answers' : 'overview.away')}
            </span>
          </li>
        ))}
      </ul>
      {isOperator.value && <Checks />}
    </Card>
  );
}

/** Shows what a round trip to everything apart from the store found, in the words of `recorda doctor`. */
function Checks(): JSX.Element {
  const checked = useLoad((signal) => call('AdminService/CheckBackends', {}, signal), []);
  return (
    <>
      <div class="card-head">
        <h3>{t('overview.checks')}</h3>
        <Button kind="quiet" isDisabled={checked.isLoading} onPress={checked.reload}>
          {t('overview.check-again')}
        </Button>
      </div>
      <Show of={checked}>
        {({ checks = [] }) => (
          <ul class="plain-list">
            {checks.map((check) => (
              <li key={check.purpose}>
                <Badge tone={check.isThere === true ? 'good' : 'bad'}>{nameOf(check.purpose)}</Badge>{' '}
                <code class="wrap">{check.place}</code> <Stated of={check} />{' '}
                <span class="muted">{format.milliseconds(check.latencyMs)}</span>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </>
  );
}

/** Words what a check states. The message of an error is shown as the backend worded it, in English. */
function Stated({ of: { statements = [], report = '', isThere = false } }: { of: Check }): JSX.Element {
  const texts = statements.map(({ kind = '', values = {} }) => statementOf(kind, values));
  if (texts.length > 0 && texts.every((text) => text !== undefined)) return <>{texts.join('; ')}</>;
  return (
    <>
      {!isThere && `${t('overview.away')}: `}
      <span lang="en">{report}</span>
    </>
  );
}

function Server({ of }: { of: Info }): JSX.Element {
  return (
    <>
      <div class="figures">
        <Version of={of} />
      </div>
      <Backends of={of} />
    </>
  );
}

/** Returns the latest reports, since sparklines and rates are computed from their changes. */
function useReadings(): { readonly readings: readonly Reading[]; readonly error: Error | undefined } {
  const kept = useRef<readonly Reading[]>([]);
  const report = useLoad(
    async (signal) => {
      const { rows = [], eventLoop } = await call('AdminService/GetLatencyReport', {}, signal);
      kept.current = [...kept.current, { atMs: Date.now(), rows, eventLoop }].slice(-READINGS);
      return kept.current;
    },
    [],
    REFRESH_MS,
  );
  return { readings: report.value ?? [], error: report.error };
}

/** Returns the calls per second between each two readings. */
function ratesOf(readings: readonly Reading[], countOf: (reading: Reading) => number): readonly number[] {
  return readings.slice(1).map((reading, index) => {
    const before = readings[index]!;
    const seconds = (reading.atMs - before.atMs) / SECOND_MS;
    return Math.max(0, (countOf(reading) - countOf(before)) / seconds);
  });
}

const rowIn = (reading: Reading, key: string): Row | undefined => reading.rows.find((row) => keyOf(row) === key);
const p95Of = (row: Row | undefined): number | undefined => row && Number(row.p95Ms ?? 0);
const perSecond = (rate: number): string => format.number(rate, 1);
const totalOf = ({ rows }: Reading): number => rows.reduce((sum, { count }) => sum + Number(count ?? 0), 0);

function Latency({ info }: { info: Info }): JSX.Element {
  const { readings, error } = useReadings();
  const rows = readings.at(-1)?.rows ?? [];
  const withTarget = rows.filter(({ targetMs }) => Number(targetMs ?? 0) > 0);
  const calls = withTarget.reduce((sum, { count }) => sum + Number(count ?? 0), 0);
  const kept = withTarget.reduce(
    (sum, { count, heldPercent }) => sum + Number(count ?? 0) * Number(heldPercent ?? 0),
    0,
  );
  const held = calls === 0 ? undefined : kept / calls;
  const rates = ratesOf(readings, totalOf);
  const timesMs = readings.map(({ atMs }) => atMs);
  return (
    <>
      <div class="figures">
        <Figure
          label={t('overview.held')}
          tone={held === undefined ? 'plain' : held >= HELD_WELL ? 'good' : held >= HELD_BADLY ? 'warn' : 'bad'}
          value={held === undefined ? '—' : format.percent(held, 2)}
          note={t('overview.held-note', { count: format.number(calls) })}
        />
        <Figure label={t('overview.rate')} value={perSecond(rates.at(-1) ?? 0)} note={t('overview.rate-note')}>
          <Sparkline label={t('overview.rate')} timesMs={timesMs} values={[undefined, ...rates]} write={perSecond} />
        </Figure>
        <EventLoop readings={readings} />
        <Version of={info} />
      </div>
      <Backends of={info} />
      <Card title={t('overview.latency')} note={t('overview.latency-note')}>
        <Failure error={error} />
        <Table
          label={t('overview.latency')}
          columns={latencyColumns(readings)}
          rows={rows.toSorted((one, other) => Number(other.count ?? 0) - Number(one.count ?? 0))}
          keyOf={keyOf}
        />
      </Card>
    </>
  );
}

/** Shows how late the server's main thread is: every call waits for it. */
function EventLoop({ readings }: { readings: readonly Reading[] }): JSX.Element {
  const now = readings.at(-1)?.eventLoop;
  const label = t('overview.event-loop');
  return (
    <Figure
      label={label}
      value={now === undefined ? '—' : format.milliseconds(now.p99Ms ?? 0)}
      note={t('overview.event-loop-note', { most: format.milliseconds(now?.maxMs ?? 0) })}
    >
      <Sparkline
        label={label}
        timesMs={readings.map(({ atMs }) => atMs)}
        values={readings.map(({ eventLoop }) => eventLoop && Number(eventLoop.p99Ms ?? 0))}
        write={format.milliseconds}
      />
    </Figure>
  );
}

function latencyColumns(readings: readonly Reading[]): readonly Column<Row>[] {
  const timesMs = readings.map(({ atMs }) => atMs);
  return [
    { head: t('overview.operation'), cell: ({ operation }) => <code>{operation}</code> },
    { head: t('overview.types'), cell: ({ types = [] }) => types.map(nameOf).join(', ') || '—' },
    { head: t('overview.backend'), cell: ({ backend }) => backend || '—' },
    { head: t('overview.calls'), isNumber: true, cell: ({ count }) => format.number(count) },
    {
      head: t('overview.per-second'),
      isNumber: true,
      cell: (row) => {
        const rates = ratesOf(readings, (reading) => Number(rowIn(reading, keyOf(row))?.count ?? 0));
        return format.number(rates.at(-1), 1);
      },
    },
    { head: 'p50', isNumber: true, cell: ({ p50Ms }) => format.milliseconds(p50Ms) },
    { head: 'p95', isNumber: true, cell: ({ p95Ms }) => format.milliseconds(p95Ms) },
    { head: 'p99', isNumber: true, cell: ({ p99Ms }) => format.milliseconds(p99Ms) },
    {
      head: t('overview.p95-course'),
      cell: (row) => (
        <Sparkline
          label={t('overview.p95-course')}
          timesMs={timesMs}
          values={readings.map((reading) => p95Of(rowIn(reading, keyOf(row))))}
          write={format.milliseconds}
          target={Number(row.targetMs ?? 0) > 0 ? Number(row.targetMs) : undefined}
        />
      ),
    },
    {
      head: t('overview.target'),
      isNumber: true,
      cell: ({ targetMs }) => (Number(targetMs ?? 0) > 0 ? format.milliseconds(targetMs) : '—'),
    },
    { head: t('overview.held-short'), isNumber: true, cell: (row) => <Held of={row} /> },
  ];
}

function Held({ of }: { of: Row }): JSX.Element {
  if (!(Number(of.targetMs ?? 0) > 0)) return <>—</>;
  const held = Number(of.heldPercent ?? 0);
  return <Badge tone={held >= HELD_WELL ? 'good' : held >= HELD_BADLY ? 'warn' : 'bad'}>{format.percent(held)}</Badge>;
}

function Usage(): JSX.Element {
  const usage = useLoad((signal) => call('AdminService/GetUsage', {}, signal), []);
  const cost = useLoad((signal) => call('AdminService/EstimateCost', {}, signal), []);
  return (
    <Card
      title={t('overview.usage')}
      note={cost.value && t('overview.cost', { usd: format.dollars(cost.value.monthlyUsd) })}
    >
      <Show of={usage}>
        {({ usages = [], limits = [] }) => (
          <>
            <Table
              label={t('overview.usage')}
              keyOf={({ name = '' }) => name}
              rows={usages.filter(({ count }) => Number(count ?? 0) > 0)}
              columns={[
                { head: t('overview.kind'), isWide: true, cell: ({ name }) => nameOf(name) },
                { head: t('overview.count'), isNumber: true, cell: ({ count }) => format.number(count) },
                { head: t('overview.bytes'), isNumber: true, cell: (row) => format.bytes(row.bytes) },
              ]}
            />
            {limits.length > 0 && <h3>{t('overview.limits')}</h3>}
            <ul class="limits">
              {limits.map(({ subject = '', percentUsed }) => (
                <li key={subject}>
                  <code>{subject}</code>
                  <Meter percent={Number(percentUsed ?? 0)} label={subject} />
                  <span class="number">{format.percent(percentUsed)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Show>
    </Card>
  );
}

/** Returns alerts that are kept, and adds each new one as it is raised. */
function useAlerts(): {
  readonly alerts: readonly Alert[];
  readonly isLive: boolean;
  readonly error: Error | undefined;
} {
  const [raised, setRaised] = useState<readonly Alert[]>([]);
  const live = useLive(
    'AdminService/WatchAlerts',
    {
      requestOf: (resumeToken) => ({ resumeToken }),
      take({ alert, resumeToken }) {
        if (alert !== undefined) setRaised((before) => [alert, ...before].slice(0, SHOWN_ALERTS));
        return resumeToken;
      },
    },
    [],
  );
  const kept = useLoad((signal) => call('AdminService/ListAlerts', { pageSize: SHOWN_ALERTS }, signal), []);
  useEffect(() => {
    if (live.gaps > 0) kept.reload();
  }, [live.gaps]);
  const ids = new Set(raised.map(({ alertId }) => alertId));
  const before = (kept.value?.alerts ?? []).filter(({ alertId }) => !ids.has(alertId));
  const alerts = [...raised, ...before].slice(0, SHOWN_ALERTS);
  return { alerts, isLive: live.isLive, error: live.error ?? kept.error };
}

function Alerts(): JSX.Element {
  const { alerts, isLive, error } = useAlerts();
  return (
    <Card title={t('overview.alerts')} note={isLive ? <Badge tone="good">{t('app.live')}</Badge> : undefined}>
      <Failure error={error} />
      {alerts.length === 0 && <Empty>{t('overview.no-alerts')}</Empty>}
      <ul class="alerts">
        {alerts.map(
          ({ alertId, level, kind, name, measure, userId = '', percentUsed, createTime, resolveTime, advice }) => (
            <li key={alertId}>
              <div class="row">
                <Badge tone={resolveTime !== undefined ? 'plain' : level === 'ALERT_LEVEL_CRITICAL' ? 'bad' : 'warn'}>
                  {nameOf(resolveTime === undefined ? level : 'resolved')}
                </Badge>
                <a href={addressOf('user', { id: userId, tab: 'limits' })}>{userId}</a>
                <span>{nameOf(name ?? kind)}</span>
                <b>{format.percent(percentUsed)}</b>
                <span class="muted small">{format.ago(createTime)}</span>
              </div>
              <p class="muted small">{adviceOf({ name, measure, advice })}</p>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
