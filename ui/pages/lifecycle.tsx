/** Lifecycle: how long memories stay, which leave the store and why, and the backups that can restore it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, stream } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Badge, Card, Empty, Failure, Heading, Show, Table, Tabs } from '../parts/frames.tsx';
import { useAction, useLoad } from '../parts/load.ts';
import { addressOf, amend, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { Archive } from './archive.tsx';
import { Backups } from './backups.tsx';
import { Importance } from './memory-entry.tsx';
import { PastRuns } from './past-runs.tsx';

type Rule = NonNullable<Answer<'AdminService/GetRetention'>['rules']>[number];
type Due = NonNullable<Answer<'AdminService/RunRetention'>['samples']>[number];
type Cycle = Answer<'AdminService/RunSleepCycle'>;

const TABS = ['retention', 'sleep', 'archive', 'backups', 'runs'] as const;
type Tab = (typeof TABS)[number];

export function Lifecycle(): JSX.Element {
  const tab = TABS.find((name) => name === query.value['tab']) ?? 'retention';
  return (
    <>
      <Heading title={t('lifecycle.title')} lead={t('lifecycle.lead')} />
      <Tabs<Tab>
        label={t('lifecycle.title')}
        at={tab}
        tabs={TABS.map((name) => [name, t(`lifecycle.${name}`)])}
        onChoose={(name) => amend({ tab: name })}
      />
      <div role="tabpanel" class="panel" aria-label={t(`lifecycle.${tab}`)}>
        {tab === 'retention' && <Retention />}
        {tab === 'sleep' && <Sleep />}
        {tab === 'archive' && <Archive />}
        {tab === 'backups' && <Backups />}
        {tab === 'runs' && <PastRuns />}
      </div>
    </>
  );
}

function Retention(): JSX.Element {
  const rules = useLoad((signal) => call('AdminService/GetRetention', {}, signal), []);
  return (
    <>
      <Card title={t('lifecycle.rules')} note={t('lifecycle.rules-note')}>
        <Show of={rules}>
          {({ rules: rows = [] }) => (
            <Table
              label={t('lifecycle.rules')}
              rows={rows}
              keyOf={({ type = '' }) => type}
              columns={[
                { head: t('memory.type'), isWide: true, cell: ({ type }) => nameOf(type) },
                { head: t('lifecycle.days'), cell: (rule) => <SetDays rule={rule} onChange={rules.reload} /> },
                {
                  head: t('lifecycle.bounds'),
                  cell: ({ leastDays, mostDays }) => (
                    <span class="unbroken">{`${format.number(leastDays)} – ${format.number(mostDays)}`}</span>
                  ),
                },
                {
                  head: t('limits.origin'),
                  cell: ({ isSet = false }) => (
                    <span class="muted">{t(isSet ? 'lifecycle.set' : 'lifecycle.default')}</span>
                  ),
                },
              ]}
            />
          )}
        </Show>
      </Card>
      <RunRetention />
    </>
  );
}

function SetDays({ rule, onChange }: { rule: Rule; onChange: () => void }): JSX.Element {
  const days = useSignal(String(rule.days ?? ''));
  const action = useAction();
  const set = async (): Promise<void> => {
    await call('AdminService/SetRetention', { type: rule.type, days: Number(days.value) });
    say(t('limits.done'));
    onChange();
  };
  return (
    <Form class="inline nowrap" onSubmit={() => action.run(set)}>
      <TextField class="hidden-label" label={`${t('lifecycle.days')}, ${nameOf(rule.type)}`} value={days} />
      <Button>{t('app.save')}</Button>
      <Failure error={action.error} />
    </Form>
  );
}

/** Shows what would be archived; only then can it be done. */
function RunRetention(): JSX.Element {
  const due = useSignal<readonly Due[]>([]);
  const told = useSignal('');
  const action = useAction();
  const run = (force: boolean) => (): void =>
    action.run(async (signal) => {
      if (
        force &&
        !(await ask({ title: t('lifecycle.archive-now'), text: told.value, confirm: t('lifecycle.archive-now') }))
      )
        return;
      due.value = [];
      const counts = new Map<string, readonly [due: number, archived: number]>();
      for await (const { type = '', dueCount, archivedCount, samples = [] } of stream(
        'AdminService/RunRetention',
        { force },
        signal,
      )) {
        counts.set(type, [Number(dueCount ?? 0), Number(archivedCount ?? 0)]);
        due.value = [...due.value, ...samples];
        const sum = (index: 0 | 1): string =>
          format.number([...counts.values()].reduce((total, pair) => total + pair[index], 0));
        told.value = t('lifecycle.due', { due: sum(0), archived: sum(1) });
      }
      if (force) say(told.value);
    });
  return (
    <Card title={t('lifecycle.run-retention')}>
      <Run
        isRunning={action.isRunning}
        onTry={run(false)}
        onDo={run(true)}
        onCancel={action.cancel}
        canDo={due.value.length > 0}
      />
      <Failure error={action.error} />
      {told.value !== '' && <p role="status">{told.value}</p>}
      {due.value.length > 0 && <DueTable of={due.value} />}
    </Card>
  );
}

type RunProps = {
  readonly isRunning: boolean;
  readonly canDo: boolean;
  readonly onTry: () => void;
  readonly onDo: () => void;
  readonly onCancel: () => void;
};

function Run({ isRunning, canDo, onTry, onDo, onCancel }: RunProps): JSX.Element {
  return (
    <div class="row">
      <Button kind="primary" isDisabled={isRunning} onPress={onTry}>
        {t('lifecycle.try')}
      </Button>
      <Button kind="danger" isDisabled={isRunning || !canDo} onPress={onDo}>
        {t('lifecycle.archive-now')}
      </Button>
      {isRunning && <Button onPress={onCancel}>{t('app.cancel')}</Button>}
    </div>
  );
}

function DueTable({ of }: { of: readonly Due[] }): JSX.Element {
  return (
    <Table
      label={t('lifecycle.going')}
      rows={of}
      keyOf={({ id = '' }) => id}
      columns={[
        { head: t('memory.id'), isWide: true, cell: ({ id }) => <code class="cut">{id}</code> },
        {
          head: t('user.title'),
          cell: ({ userId = '' }) => (
            <a class="cut" href={addressOf('user', { id: userId, tab: 'memories' })}>
              {userId}
            </a>
          ),
        },
        { head: t('prompt.why'), cell: ({ reason }) => nameOf(reason) },
        { head: t('lifecycle.since'), cell: ({ sinceTime }) => format.day(sinceTime) },
        {
          head: t('memory.importance'),
          isNumber: true,
          cell: (row) => <Weighed of={row} />,
        },
      ]}
    />
  );
}

/** Shows how important a memory is, and on request why. */
function Weighed({ of: { userId = '', id = '', importance } }: { of: Due }): JSX.Element {
  const isOpen = useSignal(false);
  if (importance === undefined) return <>—</>;
  if (isOpen.value) return <Importance userId={userId} id={id} />;
  return (
    <div class="row nowrap">
      {format.number(importance, 2)}
      <Button kind="quiet" onPress={() => (isOpen.value = true)}>
        {t('lifecycle.explain')}
      </Button>
    </div>
  );
}

function Sleep(): JSX.Element {
  const cycle = useSignal<Cycle | undefined>(undefined);
  const action = useAction();
  const run = (force: boolean) => (): void =>
    action.run(async (signal) => {
      if (
        force &&
        !(await ask({
          title: t('lifecycle.sleep'),
          text: t('lifecycle.sleep-ask'),
          confirm: t('lifecycle.archive-now'),
        }))
      )
        return;
      for await (const progress of stream('AdminService/RunSleepCycle', { force }, signal)) cycle.value = progress;
    });
  const { samples = [], isDone = false } = cycle.value ?? {};
  return (
    <Card title={t('lifecycle.sleep')} note={t('lifecycle.sleep-note')}>
      <Run
        isRunning={action.isRunning}
        onTry={run(false)}
        onDo={run(true)}
        onCancel={action.cancel}
        canDo={isDone && samples.length > 0}
      />
      <Failure error={action.error} />
      {cycle.value !== undefined && <Progress of={cycle.value} />}
      {isDone && samples.length === 0 && <Empty>{t('lifecycle.nothing-goes')}</Empty>}
      {samples.length > 0 && <DueTable of={samples} />}
    </Card>
  );
}

function Progress({ of }: { of: Cycle }): JSX.Element {
  const {
    phase,
    weighedCount,
    graduatedCount,
    thresholdEvicted,
    capacityEvicted,
    consolidatedCount,
    isDone = false,
  } = of;
  return (
    <div class="row" role="status">
      <Badge tone={isDone ? 'good' : 'accent'}>{isDone ? t('lifecycle.done') : nameOf(phase)}</Badge>
      {t('lifecycle.cycle', {
        weighed: format.number(weighedCount),
        graduated: format.number(graduatedCount),
        threshold: format.number(thresholdEvicted),
        capacity: format.number(capacityEvicted),
        merged: format.number(consolidatedCount),
      })}
    </div>
  );
}
