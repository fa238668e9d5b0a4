/** Archive: a user's archived memories, which can be restored to the store. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, TextField } from '../parts/controls.tsx';
import { Card, More, Show, Table } from '../parts/frames.tsx';
import { usePages } from '../parts/load.ts';
import { addressOf, amend, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { RestoreButton } from './restore-button.tsx';

type Archived = NonNullable<Answer<'AdminService/ListArchive'>['memories']>[number];
type Asked = { readonly userId: string; readonly filter: string };

export function Archive(): JSX.Element {
  const userId = useSignal(query.value['id'] ?? '');
  const filter = useSignal('');
  const asked = useSignal<Asked>({ userId: userId.peek(), filter: '' });
  const list = (): void => {
    asked.value = { userId: userId.value, filter: filter.value };
    amend({ id: userId.value });
  };
  return (
    <Card title={t('lifecycle.archive')} note={t('archive.note')}>
      <Form onSubmit={list}>
        <TextField label={t('users.open')} value={userId} isRequired />
        <TextField class="grow" label={t('memory.filter')} value={filter} placeholder='metadata.category == "travel"' />
        <Button kind="primary">{t('memory.list')}</Button>
      </Form>
      {asked.value.userId !== '' && (
        <>
          <p class="muted small">
            {t('archive.said')}{' '}
            <a href={addressOf('recall', { user: asked.value.userId, archive: 'yes' })}>{t('recall.title')}</a>
          </p>
          <Listed {...asked.value} />
        </>
      )}
    </Card>
  );
}

function Listed({ userId, filter }: Asked): JSX.Element {
  const archived = usePages<Archived>(
    async (pageToken, signal) => {
      const answer = await call('AdminService/ListArchive', { userId, filter, pageToken }, signal);
      return { rows: answer.memories ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId, filter],
  );
  return (
    <>
      <Show of={archived}>
        {(rows) => (
          <Table
            label={t('lifecycle.archive')}
            rows={rows}
            keyOf={({ id = '' }) => id}
            columns={[
              { head: t('memory.id'), isWide: true, cell: ({ id }) => <code class="cut">{id}</code> },
              { head: t('memory.type'), cell: ({ type }) => nameOf(type) },
              { head: t('prompt.why'), cell: ({ reason }) => nameOf(reason) },
              { head: t('memory.added'), cell: ({ createTime }) => format.day(createTime) },
              { head: t('archive.archived'), cell: ({ archiveTime }) => format.day(archiveTime) },
              {
                head: t('memory.metadata'),
                cell: ({ metadata }) => <code class="cut">{JSON.stringify(metadata ?? {})}</code>,
              },
              {
                head: t('archive.restore'),
                cell: ({ id = '' }) => <RestoreButton userId={userId} id={id} onRestored={archived.reload} />,
              },
            ]}
          />
        )}
      </Show>
      <More of={archived} />
    </>
  );
}
