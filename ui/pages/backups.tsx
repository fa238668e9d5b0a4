/** Backups: takes them, verifies them in a scratch store, and restores them. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, stream } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, Select, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Badge, Card, Failure, Show, Table, type Column } from '../parts/frames.tsx';
import { useAction, useLoad } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';

type Backup = NonNullable<Answer<'AdminService/ListBackups'>['backups']>[number];
type Set = NonNullable<Backup['set']>;

const SETS = ['BACKUP_SET_DAILY', 'BACKUP_SET_WEEKLY'] as const satisfies readonly Set[];

export function Backups(): JSX.Element {
  const backups = useLoad((signal) => call('AdminService/ListBackups', {}, signal), []);
  const set = useSignal<string>(SETS[0]);
  const user = useSignal('');
  const told = useSignal('');
  const action = useAction();
  const create = (): void =>
    action.run(async (signal) => {
      for await (const { backup = {} } of stream('AdminService/CreateBackup', { set: set.value as Set }, signal))
        told.value = t('backups.taking', {
          users: format.number(backup.userCount),
          lines: format.number(backup.lineCount),
        });
      say(t('backups.taken'));
      backups.reload();
    });
  const verify = (id: string) => () =>
    action.run(async (signal) => {
      for await (const progress of stream('AdminService/VerifyBackup', { id }, signal)) {
        const { doneCount, userCount, lineCount, faultCount, isDone = false } = progress;
        const counts = { done: format.number(doneCount), users: format.number(userCount) };
        told.value = isDone
          ? t('backups.verified', { lines: format.number(lineCount), faults: format.number(faultCount) })
          : t('backups.verifying', counts);
      }
      backups.reload();
    });
  const restore = (id: string) => () =>
    action.run(async (signal) => {
      const request = { id, userId: user.value };
      let text = '';
      const take = ({ restoredCount, removedCount, doneCount }: Answer<'AdminService/RestoreBackup'>): void => {
        const counts = { restored: format.number(restoredCount), removed: format.number(removedCount) };
        text = t('backups.restores', { ...counts, users: format.number(doneCount) });
        told.value = text;
      };
      for await (const progress of stream('AdminService/RestoreBackup', request, signal)) take(progress);
      if (!(await ask({ title: t('backups.restore'), text, confirm: t('backups.restore'), typed: 'restore' }))) return;
      for await (const progress of stream('AdminService/RestoreBackup', { ...request, force: true })) take(progress);
      say(t('backups.restored'));
    });
  return (
    <Card title={t('lifecycle.backups')}>
      <Form onSubmit={create}>
        <Select label={t('backups.set')} value={set} options={SETS.map((one) => [one, nameOf(one)])} />
        <Button kind="primary" isDisabled={action.isRunning}>
          {t('backups.take')}
        </Button>
      </Form>
      <Failure error={action.error} />
      <div class="row" role="status">
        {told.value}
        {action.isRunning && <Button onPress={action.cancel}>{t('app.cancel')}</Button>}
      </div>
      <Show of={backups}>
        {({ backups: rows = [], damagedIds = [], verifiedTime }) => (
          <>
            <p class="muted">
              {verifiedTime === undefined
                ? t('backups.never-verified')
                : t('backups.last-verified', { when: format.ago(verifiedTime) })}
            </p>
            {damagedIds.length > 0 && <Badge tone="bad">{t('backups.damaged', { ids: damagedIds.join(', ') })}</Badge>}
            {rows.length > 0 && (
              <div class="form">
                <TextField label={t('backups.user')} value={user} hint={t('backups.user-hint')} />
              </div>
            )}
            <Table
              label={t('lifecycle.backups')}
              rows={rows}
              keyOf={({ id = '' }) => id}
              columns={columns(verify, restore)}
            />
          </>
        )}
      </Show>
    </Card>
  );
}

type OnId = (id: string) => () => void;

function columns(verify: OnId, restore: OnId): readonly Column<Backup>[] {
  return [
    { head: t('backups.set'), cell: ({ set }) => nameOf(set) },
    {
      head: t('backups.of'),
      isWide: true,
      cell: ({ createTime }) => <span class="unbroken">{format.time(createTime)}</span>,
    },
    { head: t('users.title'), isNumber: true, cell: ({ userCount }) => format.number(userCount) },
    { head: t('backups.lines'), isNumber: true, cell: ({ lineCount }) => format.number(lineCount) },
    { head: t('overview.bytes'), isNumber: true, cell: ({ sizeBytes }) => format.bytes(sizeBytes) },
    { head: t('backups.expires'), cell: ({ expireTime }) => format.ago(expireTime) },
    {
      head: t('backups.actions'),
      cell: ({ id = '' }) => (
        <div class="row nowrap">
          <Button kind="quiet" onPress={verify(id)}>
            {t('backups.verify')}
          </Button>
          <Button kind="quiet" onPress={restore(id)}>
            {t('backups.restore')}
          </Button>
        </div>
      ),
    },
  ];
}
