/** Past runs of retention, the sleep cycle and backups: when they ran, who began them, what they did and how they ended. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Badge, Card, Empty, Show, Table } from '../parts/frames.tsx';
import { useLoad } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';

type Run = NonNullable<Answer<'AdminService/ListLifecycleRuns'>['runs']>[number];

const SECOND_MS = 1000;

export function PastRuns(): JSX.Element {
  const runs = useLoad((signal) => call('AdminService/ListLifecycleRuns', {}, signal), []);
  const settings = useLoad((signal) => call('AdminService/GetSettings', {}, signal), []);
  const names = new Map(settings.value?.keys?.map(({ keyId = '', name = '' }) => [keyId, name]));
  return (
    <Card title={t('lifecycle.runs')} note={t('runs.note')}>
      <Show of={runs}>
        {({ runs: rows = [] }) =>
          rows.length === 0 ? (
            <Empty>{t('runs.none')}</Empty>
          ) : (
            <Table
              label={t('lifecycle.runs')}
              rows={rows}
              keyOf={({ kind = '', startTime = '' }) => `${kind} ${startTime}`}
              columns={[
                { head: t('runs.kind'), cell: ({ kind }) => nameOf(kind) },
                {
                  head: t('runs.start'),
                  cell: ({ startTime }) => <span class="unbroken">{format.time(startTime)}</span>,
                },
                // In JSON a duration is a text like `1.5s`.
                {
                  head: t('runs.took'),
                  isNumber: true,
                  cell: ({ duration = '0s' }) => format.milliseconds(Number.parseFloat(duration) * SECOND_MS),
                },
                { head: t('runs.by'), cell: (run) => <Starter of={run} names={names} /> },
                { head: t('runs.did'), isWide: true, cell: ({ counts = {} }) => didOf(counts) },
                {
                  head: t('runs.end'),
                  cell: ({ error = '' }) => (
                    <Badge tone={error === '' ? 'good' : error === 'CANCELLED' ? 'plain' : 'bad'}>
                      {error === '' ? t('lifecycle.done') : nameOf(error)}
                    </Badge>
                  ),
                },
              ]}
            />
          )
        }
      </Show>
    </Card>
  );
}

/** Names the key by which a call began the run; a minted token is known by the key that it was minted with. */
function Starter({ of, names }: { of: Run; names: ReadonlyMap<string, string> }): JSX.Element {
  const { trigger, credential = '' } = of;
  if (trigger === 'LIFECYCLE_RUN_TRIGGER_SCHEDULE') return <>{t('runs.by-schedule')}</>;
  if (trigger !== 'LIFECYCLE_RUN_TRIGGER_CALL') return <span class="muted">{t('runs.by-unknown')}</span>;
  if (credential === '') return <>{t('runs.by-call')}</>;
  const [keyId = ''] = credential.split('/');
  const name = names.get(keyId) ?? '';
  return name === '' ? <code class="cut">{credential}</code> : <span title={credential}>{name}</span>;
}

function didOf(counts: NonNullable<Run['counts']>): string {
  const written = Object.entries(counts).map(
    ([name, count]) => `${nameOf(name)} ${name === 'bytes' ? format.bytes(count) : format.number(count)}`,
  );
  return written.join(' · ') || '—';
}
