/** Audit: who did what, without content, and whether the log is unchanged. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, stream } from '../call.ts';
import { isOperator } from '../caller.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, TextField } from '../parts/controls.tsx';
import { Badge, Card, Failure, Heading, More, Show, Table, type Column, type Tone } from '../parts/frames.tsx';
import { useAction, usePages } from '../parts/load.ts';
import { nameOf, nameOfCode, t } from '../texts/text.ts';

type Event = NonNullable<Answer<'AdminService/ListAuditEvents'>['events']>[number];
type Verified = Answer<'AdminService/VerifyAudit'>;

/** The prefixes under which texts/en-names.ts has the objects and causes of events. */
const OBJECTS = ['QUOTA_NAME_', 'SUBJECT_'];
const CAUSES = ['WHY_'];
const TONES: Readonly<Record<string, Tone>> = {
  AUDIT_ACTION_ADD: 'good',
  AUDIT_ACTION_REMOVE: 'warn',
  AUDIT_ACTION_ERASE: 'bad',
  AUDIT_ACTION_BROKEN: 'bad',
  AUDIT_ACTION_UPDATE: 'accent',
};

export function Audit(): JSX.Element {
  const userId = useSignal('');
  const asked = useSignal('');
  const events = usePages<Event>(
    async (pageToken, signal) => {
      const answer = await call('AdminService/ListAuditEvents', { userId: asked.value, pageToken }, signal);
      return { rows: answer.events ?? [], next: answer.nextPageToken ?? '' };
    },
    [asked.value],
  );
  return (
    <>
      <Heading title={t('audit.title')} lead={t('audit.lead')} />
      {isOperator.value && <Chain />}
      <Card>
        <Form onSubmit={() => (asked.value = userId.value)}>
          <TextField label={t('audit.user')} value={userId} />
          <Button>{t('memory.list')}</Button>
        </Form>
        <Show of={events}>
          {(rows) => (
            <Table label={t('audit.title')} columns={columns()} rows={rows} keyOf={(row) => String(row.number ?? '')} />
          )}
        </Show>
        <More of={events} />
      </Card>
    </>
  );
}

function columns(): readonly Column<Event>[] {
  return [
    { head: t('audit.number'), isNumber: true, cell: (event) => format.number(event.number) },
    {
      head: t('audit.time'),
      cell: ({ time }) => (
        <span class="unbroken" title={time}>
          {format.time(time)}
        </span>
      ),
    },
    { head: t('audit.call'), cell: ({ operation }) => <code>{operation}</code> },
    {
      head: t('audit.action'),
      cell: ({ action = '' }) => <Badge tone={TONES[action] ?? 'plain'}>{nameOf(action)}</Badge>,
    },
    { head: t('audit.subject'), cell: ({ subject = '' }) => nameOfCode(OBJECTS, subject) || '—' },
    { head: t('overview.count'), isNumber: true, cell: ({ count }) => format.number(count) },
    { head: t('audit.why'), cell: ({ why = '' }) => <span class="cut">{nameOfCode(CAUSES, why) || '—'}</span> },
    { head: t('audit.credential'), cell: ({ credential }) => <code class="cut">{credential || '—'}</code> },
    { head: t('audit.pseudonym'), cell: ({ user }) => <code class="cut">{user || '—'}</code> },
  ];
}

/** Verifies the whole log. */
function Chain(): JSX.Element {
  const verified = useSignal<Verified | undefined>(undefined);
  const action = useAction();
  const verify = (): void =>
    action.run(async (signal) => {
      for await (const progress of stream('AdminService/VerifyAudit', {}, signal)) verified.value = progress;
    });
  const { recordCount, hash, isAtEnd = false, fault, anchors } = verified.value ?? {};
  return (
    <Card title={t('audit.chain')}>
      <div class="row">
        <Button isDisabled={action.isRunning} onPress={verify}>
          {t('audit.verify')}
        </Button>
        {action.isRunning && <Button onPress={action.cancel}>{t('app.cancel')}</Button>}
        {verified.value !== undefined && (
          <span role="status">
            {isAtEnd && (
              <Badge tone={fault === undefined ? 'good' : 'bad'}>
                {fault === undefined ? t('audit.whole') : nameOf(fault)}
              </Badge>
            )}{' '}
            {t('audit.records', { count: format.number(recordCount) })} <code class="muted wrap">{hash}</code>{' '}
            {anchors !== undefined && t('audit.anchors', { count: format.number(anchors.agreeingCount) })}
          </span>
        )}
      </div>
      <Failure error={action.error} />
    </Card>
  );
}
