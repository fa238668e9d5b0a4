/** Settings: describes this server, the limits of requests, and the caller. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { caller, isOperator } from '../caller.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Badge, Card, Heading, Pairs, Show, Table, type Column } from '../parts/frames.tsx';
import { useLoad } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';

export function Settings(): JSX.Element {
  const info = useLoad((signal) => call('MemoryService/GetServerInfo', {}, signal), []);
  const { authenticationRequired = false, tenant, role, keyId, keyName, tokenId, expireTime } = caller.value ?? {};
  const { access, userIds = [], agentIds = [], namespaces = [], sessionIds = [] } = caller.value ?? {};
  return (
    <>
      <Heading title={t('settings.title')} lead={t('settings.lead')} />
      <Card title={t('settings.you')}>
        <Pairs
          of={[
            [t('settings.keys'), t(authenticationRequired ? 'settings.asked' : 'settings.not-asked')],
            [t('settings.tenant'), tenant || '—'],
            [t('settings.role'), <Badge tone="accent">{nameOf(role)}</Badge>],
            [t('settings.key'), keyName || keyId || '—'],
            [t('settings.key-id'), keyId || '—'],
            ...(tokenId ? [[t('settings.token'), tokenId] as const] : []),
            [t('settings.access'), nameOf(access)],
            [t('settings.users'), userIds.join(', ') || t('settings.all-users')],
            ...limits(t('settings.agents'), agentIds),
            ...limits(t('settings.namespaces'), namespaces),
            ...limits(t('settings.sessions'), sessionIds),
            [t('memory.expires'), expireTime === undefined ? t('settings.never') : format.time(expireTime)],
          ]}
        />
      </Card>
      <Show of={info}>
        {({
          name,
          version,
          apis = [],
          startTime,
          embedder,
          summarizerModel,
          backends = [],
          limits = {},
          features = [],
        }) => (
          <>
            <Card title={t('settings.server')}>
              <Pairs
                of={[
                  [t('settings.name'), name || '—'],
                  [t('overview.version'), version || '—'],
                  [t('settings.apis'), apis.join(', ')],
                  [t('settings.start'), format.time(startTime)],
                  [t('settings.embedder'), `${embedder?.name ?? '—'} ${embedder?.version ?? ''}`],
                  [t('settings.summarizer'), summarizerModel || t('settings.rules')],
                  [t('settings.features'), features.join(', ') || '—'],
                ]}
              />
            </Card>
            <Card title={t('overview.backends')}>
              <Pairs of={backends.map(({ type, backend }) => [nameOf(type), backend ?? '—'])} />
            </Card>
            <Card title={t('settings.limits')}>
              <Pairs
                of={[
                  [t('settings.message'), format.bytes(limits.messageBytes)],
                  [t('settings.content'), format.bytes(limits.contentBytes)],
                  [t('settings.query'), format.bytes(limits.queryBytes)],
                  [t('settings.batch'), format.number(limits.batchSize)],
                  [t('settings.page'), format.number(limits.pageSize)],
                  [t('settings.top'), format.number(limits.topK)],
                ]}
              />
            </Card>
          </>
        )}
      </Show>
      {isOperator.value && <OfServer />}
    </>
  );
}

type Setting = NonNullable<Answer<'AdminService/GetSettings'>['settings']>[number];
type Key = NonNullable<Answer<'AdminService/GetSettings'>['keys']>[number];

const DEFAULT = 'default';

/** Shows every setting with its value and where that came from, those that were given first; and the keys of the tenant. */
function OfServer(): JSX.Element {
  const asked = useLoad((signal) => call('AdminService/GetSettings', {}, signal), []);
  return (
    <Show of={asked}>
      {({ settings = [], keys = [] }) => (
        <>
          <Card title={t('settings.keys')}>
            <Table label={t('settings.keys')} rows={keys} keyOf={({ keyId = '' }) => keyId} columns={keyColumns()} />
          </Card>
          <Card title={t('settings.values')} note={t('settings.values-note')}>
            <Table
              label={t('settings.values')}
              rows={settings.toSorted((one, other) => Number(isDefault(one)) - Number(isDefault(other)))}
              keyOf={({ name = '' }) => name}
              columns={settingColumns()}
            />
          </Card>
        </>
      )}
    </Show>
  );
}

const isDefault = ({ origin }: Setting): boolean => origin === DEFAULT;

function settingColumns(): readonly Column<Setting>[] {
  const valueOf = ({ value = '', isSecret = false, isSet = false }: Setting): JSX.Element => {
    if (!isSet) return <span class="muted">{t('settings.not-set')}</span>;
    return isSecret ? <Badge>{t('settings.secret')}</Badge> : <code class="wrap">{value}</code>;
  };
  return [
    { head: t('settings.name'), cell: ({ name }) => <code>{name}</code> },
    { head: t('settings.value'), isWide: true, cell: valueOf },
    {
      head: t('limits.origin'),
      cell: (row) => (isDefault(row) ? <span class="muted">{t('lifecycle.default')}</span> : <code>{row.origin}</code>),
    },
  ];
}

function keyColumns(): readonly Column<Key>[] {
  return [
    { head: t('settings.name'), isWide: true, cell: ({ name, certificate }) => name || certificate || '—' },
    { head: t('settings.key-id'), cell: ({ keyId }) => <code>{keyId}</code> },
    { head: t('settings.role'), cell: ({ role }) => <Badge tone="accent">{nameOf(role)}</Badge> },
    { head: t('settings.access'), cell: ({ access }) => nameOf(access) },
    {
      head: t('settings.users'),
      cell: ({ userIds = [] }) => <span class="cut">{userIds.join(', ') || t('settings.all-users')}</span>,
    },
    { head: t('settings.created'), cell: ({ createTime }) => format.day(createTime) },
    {
      head: t('memory.expires'),
      cell: ({ expireTime }) => (expireTime === undefined ? t('settings.never') : format.time(expireTime)),
    },
  ];
}

/** Returns a row for a limit if it exists. */
function limits(name: string, of: readonly string[]): readonly (readonly [string, string])[] {
  return of.length === 0 ? [] : [[name, of.join(', ')]];
}
