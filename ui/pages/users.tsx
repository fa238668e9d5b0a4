/** Users: what each has, and how full the fullest of their quotas is. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Badge, Card, Heading, Meter, More, Show, Table, Tabs, type Column } from '../parts/frames.tsx';
import { usePages } from '../parts/load.ts';
import { addressOf, amend, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { Limits } from './limits.tsx';
import { OpenUser } from './open-user.tsx';

const PAGE_SIZE = 50;

type User = NonNullable<Answer<'AdminService/ListUsage'>['users']>[number];
type Usage = NonNullable<User['usages']>[number];

const percentOf = ({ percentOfCount, percentOfBytes }: Usage): number =>
  Math.max(Number(percentOfCount ?? 0), Number(percentOfBytes ?? 0));

/** Quotas that make room by themselves, so that it means nothing when they are full. */
const ROLLING = ['QUOTA_NAME_SHORT_TERM', 'QUOTA_NAME_RECALL', 'QUOTA_NAME_SESSION', 'QUOTA_NAME_REQUEST_ID'];

function fullest(usages: readonly Usage[]): Usage | undefined {
  return usages
    .filter(({ name = '' }) => !ROLLING.includes(name))
    .toSorted((one, other) => percentOf(other) - percentOf(one))
    .find((usage) => percentOf(usage) > 0);
}

const countOf = ({ usages = [] }: User, ...names: readonly string[]): number =>
  usages.filter(({ name = '' }) => names.includes(name)).reduce((sum, { count }) => sum + Number(count ?? 0), 0);

export function Users(): JSX.Element {
  const tab = query.value['tab'] === 'limits' ? 'limits' : 'list';
  return (
    <>
      <Heading title={t('users.title')} lead={t('users.lead')}>
        <OpenUser />
      </Heading>
      <Tabs
        label={t('users.title')}
        at={tab}
        tabs={[
          ['list', t('users.title')],
          ['limits', t('users.limits')],
        ]}
        onChoose={(name) => amend({ tab: name })}
      />
      <div role="tabpanel" class="panel" aria-label={t(tab === 'list' ? 'users.title' : 'users.limits')}>
        {tab === 'list' ? <Listed /> : <Limits userId="" />}
      </div>
    </>
  );
}

function Listed(): JSX.Element {
  const users = usePages<User>(async (pageToken, signal) => {
    const answer = await call('AdminService/ListUsage', { pageSize: PAGE_SIZE, pageToken }, signal);
    return { rows: answer.users ?? [], next: answer.nextPageToken ?? '' };
  }, []);
  return (
    <Card>
      <Show of={users}>
        {(rows) => (
          <Table label={t('users.title')} columns={columns()} rows={rows} keyOf={({ userId = '' }) => userId} />
        )}
      </Show>
      <More of={users} />
    </Card>
  );
}

function columns(): readonly Column<User>[] {
  return [
    {
      head: t('users.user'),
      isWide: true,
      cell: ({ userId = '' }) => (
        <a class="cut strong" href={addressOf('user', { id: userId })}>
          {userId}
        </a>
      ),
    },
    {
      head: format.asHeading(nameOf('QUOTA_NAME_LONG_TERM')),
      isNumber: true,
      cell: (user) => format.number(countOf(user, 'QUOTA_NAME_LONG_TERM')),
    },
    {
      head: format.asHeading(nameOf('QUOTA_NAME_FACT')),
      isNumber: true,
      cell: (user) => format.number(countOf(user, 'QUOTA_NAME_FACT')),
    },
    {
      head: format.asHeading(t('users.entities')),
      isNumber: true,
      cell: (user) => format.number(countOf(user, 'QUOTA_NAME_ENTITY', 'QUOTA_NAME_RELATIONSHIP')),
    },
    {
      head: format.asHeading(nameOf('QUOTA_NAME_SESSION')),
      isNumber: true,
      cell: (user) => format.number(countOf(user, 'QUOTA_NAME_SESSION')),
    },
    {
      head: t('overview.bytes'),
      isNumber: true,
      cell: ({ usages = [] }) => format.bytes(usages.reduce((sum, usage) => sum + Number(usage.bytes ?? 0), 0)),
    },
    { head: t('users.fullest'), cell: ({ usages = [] }) => <Fullest of={usages} /> },
  ];
}

function Fullest({ of }: { of: readonly Usage[] }): JSX.Element {
  const usage = fullest(of);
  if (usage === undefined) return <Badge>{t('users.empty')}</Badge>;
  const name = nameOf(usage.name);
  return (
    <div class="fullest">
      <Meter percent={percentOf(usage)} label={name} />
      <span class="small">
        {format.percent(percentOf(usage))} <span class="muted">{name}</span>
      </span>
    </div>
  );
}
