/** A user: facts, memories, entities, sessions, limits, each under its tab. */
import type { JSX } from 'preact';
import { isAdmin, ownUsers } from '../caller.ts';
import { Empty, Heading, Tabs } from '../parts/frames.tsx';
import { addressOf, amend, query } from '../router.ts';
import { t } from '../texts/text.ts';
import { Entities } from './entities.tsx';
import { ExportUser } from './export-user.tsx';
import { Facts } from './facts.tsx';
import { Limits } from './limits.tsx';
import { Memories } from './memories.tsx';
import { OpenUser } from './open-user.tsx';

const TABS = ['facts', 'memories', 'entities', 'limits'] as const;
type Tab = (typeof TABS)[number];

export function User(): JSX.Element {
  const { id = ownUsers.value[0] ?? '', tab: asked } = query.value;
  const tabs = TABS.filter((name) => name !== 'limits' || isAdmin.value);
  const tab = tabs.find((name) => name === asked) ?? 'facts';
  return (
    <>
      <Heading title={id === '' ? t('user.title') : id} lead={t('user.lead')}>
        <OpenUser />
        {id !== '' && isAdmin.value && <Whole userId={id} key={id} />}
      </Heading>
      {id === '' ? (
        <Empty>{t('user.none')}</Empty>
      ) : (
        <>
          <Tabs<Tab>
            label={t('user.title')}
            at={tab}
            tabs={tabs.map((name) => [name, t(`user.${name}`)])}
            onChoose={(name) => amend({ id, tab: name })}
          />
          <div role="tabpanel" aria-label={t(`user.${tab}`)} class="panel" key={`${id} ${tab}`}>
            {tab === 'facts' && <Facts userId={id} />}
            {tab === 'memories' && <Memories userId={id} />}
            {tab === 'entities' && <Entities userId={id} />}
            {tab === 'limits' && <Limits userId={id} />}
          </div>
        </>
      )}
    </>
  );
}

/** Shows actions on everything of a user at once. */
function Whole({ userId }: { userId: string }): JSX.Element {
  return (
    <>
      <ExportUser userId={userId} />
      <a class="button danger" href={addressOf('erasure', { id: userId })}>
        {t('user.erase')}
      </a>
    </>
  );
}
