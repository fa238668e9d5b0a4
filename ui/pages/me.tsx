/** Me: what is remembered of the current user, why it was kept and when it was last used, and how to correct or delete it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { mayErase, mayExport, onlyUser } from '../caller.ts';
import * as format from '../format.ts';
import { Button, Form, TextArea } from '../parts/controls.tsx';
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
      <Remembered userId={userId} type="MEMORY_TYPE_LONG_TERM" title={t('me.memories')} note={t('me.memories-note')} />
      <Remembered userId={userId} type="MEMORY_TYPE_ENTITY" title={t('me.entities')} mayBeAbsent />
      <Remembered userId={userId} type="MEMORY_TYPE_STRUCTURED" title={t('me.documents')} mayBeAbsent />
      {mayExport.value && (
        <Card title={t('export.title')} note={t('me.export-note')}>
          <div class="row">
            <ExportUser userId={userId} />
          </div>
        </Card>
      )}
      {mayErase.value && <Erase of={userId} isFixed />}
    </>
  );
}

type RememberedProps = {
  readonly userId: string;
  readonly type: 'MEMORY_TYPE_LONG_TERM' | 'MEMORY_TYPE_ENTITY' | 'MEMORY_TYPE_STRUCTURED';
  readonly title: string;
  readonly note?: string;
  /** Shows nothing if there are none of this type. */
  readonly mayBeAbsent?: boolean;
};

/** Shows the memories of one type; those of working, persona and episodes belong to an agent rather than to the user. */
function Remembered({ userId, type, title, note, mayBeAbsent = false }: RememberedProps): JSX.Element | null {
  const memories = usePages<Memory>(
    async (pageToken, signal) => {
      const request = { scope: { userId }, type, pageToken, pageSize: PAGE_SIZE, orderBy: 'create_time desc' };
      const answer = await call('MemoryService/ListMemories', request, signal);
      return { rows: answer.memories ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId, type],
  );
  if (mayBeAbsent && (memories.value ?? []).length === 0 && memories.error === undefined) return null;
  return (
    <Card title={title} note={note}>
      <Show of={memories}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('app.nothing')}</Empty>
          ) : (
            <ul class="entries">
              {rows.map((memory) => (
                <Kept key={`${memory.id} ${memory.etag}`} memory={memory} onChange={memories.reload} />
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
  const isCorrecting = useSignal(false);
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
        {source === undefined
          ? t('me.kept', { when: format.ago(createTime) })
          : t('me.kept-from', { source: nameOf(source), when: format.ago(createTime) })}{' '}
        {used === 0
          ? t('me.never-used')
          : t('me.used', { count: format.number(used), when: format.ago(lastAccessTime) })}
      </p>
      <div class="row">
        {memory.text !== undefined && (
          <Button kind="quiet" onPress={() => (isCorrecting.value = !isCorrecting.value)}>
            {t('facts.correct')}
          </Button>
        )}
        <Button kind="quiet" onPress={() => action.run(remove)}>
          {t('memory.delete')}
        </Button>
      </div>
      <Failure error={action.error} />
      {isCorrecting.value && <Correct memory={memory} onChange={onChange} />}
    </li>
  );
}

/** Asks for the correct text. A memory that somebody else changed in the meantime is not overwritten. */
function Correct({
  memory: { scope, id, etag, text },
  onChange,
}: {
  memory: Memory;
  onChange: () => void;
}): JSX.Element {
  const content = useSignal(text?.content ?? '');
  const action = useAction();
  const save = async (): Promise<void> => {
    const memory = { scope, id, etag, text: { content: content.value } };
    await call('MemoryService/UpdateMemory', { memory, updateMask: 'text.content' });
    say(t('memory.saved'));
    onChange();
  };
  return (
    <Form class="detail" onSubmit={() => action.run(save)}>
      <TextArea label={t('facts.instead')} value={content} rows={2} />
      <Button kind="primary" isDisabled={action.isRunning}>
        {t('app.save')}
      </Button>
      <Failure error={action.error} />
    </Form>
  );
}
