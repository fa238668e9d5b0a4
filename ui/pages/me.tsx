/** Me: what is remembered of the current user, why it was kept and when it was last used, and how to correct or delete it. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { mayErase, mayExport, onlyUser } from '../caller.ts';
import * as format from '../format.ts';
import { Button } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Card, Empty, Failure, Heading, More, Show } from '../parts/frames.tsx';
import { useAction, usePages } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';
import { Erase } from './erasure.tsx';
import { ExportUser } from './export-user.tsx';
import { Facts } from './facts.tsx';
import { MemoryContent, titleOf, type Memory } from './memory-content.tsx';

const PAGE_SIZE = 25;

export function Me(): JSX.Element {
  const userId = onlyUser.value ?? '';
  return (
    <>
      <Heading title={t('me.title')} lead={t('me.lead')} />
      <Facts userId={userId} title={t('me.facts')} note={t('me.facts-note')} />
      <Remembered userId={userId} />
      {mayExport.value && (
        <Card title={t('export.title')} note={t('export.note')}>
          <div class="row">
            <ExportUser userId={userId} />
          </div>
        </Card>
      )}
      {mayErase.value && <Erase of={userId} isFixed />}
    </>
  );
}

function Remembered({ userId }: { userId: string }): JSX.Element {
  const memories = usePages<Memory>(
    async (pageToken, signal) => {
      const request = {
        ...{ scope: { userId }, pageToken, pageSize: PAGE_SIZE },
        ...({ type: 'MEMORY_TYPE_LONG_TERM', orderBy: 'create_time desc' } as const),
      };
      const answer = await call('MemoryService/ListMemories', request, signal);
      return { rows: answer.memories ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId],
  );
  return (
    <Card title={t('me.memories')} note={t('me.memories-note')}>
      <Show of={memories}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('app.nothing')}</Empty>
          ) : (
            <ul class="entries">
              {rows.map((memory) => (
                <Kept key={memory.id} memory={memory} onChange={memories.reload} />
              ))}
            </ul>
          )
        }
      </Show>
      <More of={memories} />
    </Card>
  );
}

function Kept({ memory, onChange }: { memory: Memory; onChange: () => void }): JSX.Element {
  const action = useAction();
  const { scope, id, etag, source, createTime, accessCount, lastAccessTime } = memory;
  const used = Number(accessCount ?? 0);
  const remove = async (): Promise<void> => {
    const question = { title: t('memory.delete-title'), text: titleOf(memory), confirm: t('memory.delete') };
    if (!(await ask(question))) return;
    await call('MemoryService/DeleteMemory', { scope, id, etag });
    say(t('memory.deleted'));
    onChange();
  };
  return (
    <li class="entry">
      <MemoryContent of={memory} />
      <p class="muted small">
        {t('me.kept', { source: source === undefined ? '—' : nameOf(source), when: format.ago(createTime) })}{' '}
        {used === 0
          ? t('me.never-used')
          : t('me.used', { count: format.number(used), when: format.ago(lastAccessTime) })}
      </p>
      <div class="row">
        <Button kind="quiet" onPress={() => action.run(remove)}>
          {t('memory.delete')}
        </Button>
      </div>
      <Failure error={action.error} />
    </li>
  );
}
