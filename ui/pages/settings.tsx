/** Settings: describes this server, the limits of requests, and the caller. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { caller } from '../caller.ts';
import * as format from '../format.ts';
import { Badge, Card, Heading, Pairs, Show } from '../parts/frames.tsx';
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
    </>
  );
}

/** Returns a row for a limit if it exists. */
function limits(name: string, of: readonly string[]): readonly (readonly [string, string])[] {
  return of.length === 0 ? [] : [[name, of.join(', ')]];
}
