/**
 * One memory in a list: its content, its origin, and a form that changes it by etag, so that nobody else's change is
 * overwritten.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { isAdmin } from '../caller.ts';
import type { Asked } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Check, Form, TextArea, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Badge, Failure, Pairs, Show } from '../parts/frames.tsx';
import { useAction, useLoad } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';
import { MemoryContent, provenanceOf, titleOf, type Memory } from './memory-content.tsx';

type EntryProps = { readonly memory: Memory; readonly onChange: () => void };

export function MemoryEntry({ memory, onChange }: EntryProps): JSX.Element {
  const open = useSignal<'' | 'details' | 'edit'>('');
  const action = useAction();
  const toggle = (what: 'details' | 'edit') => () => (open.value = open.value === what ? '' : what);
  const { scope, id, etag } = memory;
  const remove = (): void =>
    action.run(async () => {
      const question = { title: t('memory.delete-title'), text: titleOf(memory), confirm: t('memory.delete') };
      if (!(await ask(question))) return;
      await call('MemoryService/DeleteMemory', { scope, id, etag });
      say(t('memory.deleted'));
      onChange();
    });
  return (
    <li class="entry">
      <MemoryContent of={memory} />
      <div class="row small">
        {memory.pinned === true && <Badge tone="accent">{t('facts.pinned')}</Badge>}
        {memory.source !== undefined && <Badge>{nameOf(memory.source)}</Badge>}
        <span class="muted">{format.ago(memory.updateTime)}</span>
        {memory.metadata !== undefined && <code class="muted">{JSON.stringify(memory.metadata)}</code>}
      </div>
      <div class="row">
        <Button kind="quiet" onPress={toggle('details')}>
          {t('memory.details')}
        </Button>
        <Button kind="quiet" onPress={toggle('edit')}>
          {t('memory.edit')}
        </Button>
        <Button kind="quiet" onPress={remove}>
          {t('memory.delete')}
        </Button>
      </div>
      <Failure error={action.error} />
      {open.value === 'details' && <Details of={memory} />}
      {open.value === 'edit' && <Edit memory={memory} onChange={onChange} />}
    </li>
  );
}

function Details({ of }: { of: Memory }): JSX.Element {
  const explains = isAdmin.value && of.type === 'MEMORY_TYPE_LONG_TERM';
  return (
    <div class="detail">
      <Pairs of={provenanceOf(of)} />
      {explains && <Importance userId={of.scope?.userId ?? ''} id={of.id ?? ''} />}
    </div>
  );
}

/** Shows how important it is, and why. */
export function Importance({ userId, id }: { userId: string; id: string }): JSX.Element {
  const importance = useLoad((signal) => call('AdminService/ExplainImportance', { userId, id }, signal), [userId, id]);
  return (
    <Show of={importance}>
      {({ importance: value, factors = [], hasGraduated = false }) => (
        <>
          <h3>
            {t('memory.importance')} {format.number(value, 2)}{' '}
            {hasGraduated && <Badge tone="good">{t('memory.graduated')}</Badge>}
          </h3>
          <Pairs
            of={factors.map(({ name = '', value: factor, weight }) => [
              nameOf(name),
              `${format.number(factor, 2)} × ${format.number(weight, 2)}`,
            ])}
          />
        </>
      )}
    </Show>
  );
}

/** Describes what can be edited in a memory, as text or as JSON: the path in the mask, and how it is read and written. */
type Editable = {
  readonly path: string;
  readonly isJson: boolean;
  readonly value: unknown;
  readonly put: (value: unknown) => Partial<Memory>;
};

function editableOf(memory: Memory): Editable {
  const { text, message, working, trait, episode, entity, relationship, document } = memory;
  const said = (path: string, value: unknown, put: (content: string) => Partial<Memory>): Editable => ({
    path,
    isJson: false,
    value,
    put: (content) => put(content as string),
  });
  const json = (path: string, value: unknown, put: Editable['put']): Editable => ({ path, isJson: true, value, put });
  if (text) return said('text.content', text.content, (content) => ({ text: { content } }));
  if (message) return said('message.content', message.content, (content) => ({ message: { content } }));
  if (episode) return said('episode.task', episode.task, (task) => ({ episode: { task } }));
  if (working) return json('working.value', working.value, (value) => ({ working: { value } }));
  if (trait) return json('trait.value', trait.value, (value) => ({ trait: { value } }));
  if (entity)
    return json('entity.attributes', entity.attributes ?? {}, (value) => ({ entity: { attributes: value as object } }));
  if (relationship)
    return json('relationship.attributes', relationship.attributes ?? {}, (value) => ({
      relationship: { attributes: value as object },
    }));
  return json('document.data', document?.data ?? {}, (value) => ({ document: { data: value as object } }));
}

/** Types whose memories end by themselves cannot be pinned. */
const UNPINNABLE = ['MEMORY_TYPE_WORKING', 'MEMORY_TYPE_SHORT_TERM'];

function Edit({ memory, onChange }: EntryProps): JSX.Element {
  const editable = editableOf(memory);
  const written = editable.isJson
    ? JSON.stringify(editable.value, undefined, 2)
    : ((editable.value as string | undefined) ?? '');
  const content = useSignal(written);
  const metadata = useSignal(JSON.stringify(memory.metadata ?? {}, undefined, 2));
  const importance = useSignal(memory.importance === undefined ? '' : String(memory.importance));
  const pinned = useSignal(memory.pinned ?? false);
  const action = useAction();
  const pins = !UNPINNABLE.includes(memory.type ?? '');
  const save = async (): Promise<void> => {
    const { id, scope, etag } = memory;
    const value: unknown = editable.isJson ? JSON.parse(content.value) : content.value;
    const fields = editable.put(value);
    const mask = [editable.path, 'metadata', 'importance', ...(pins ? ['pinned'] : [])];
    const changed: Asked<'MemoryService/UpdateMemory'>['memory'] = {
      id,
      scope,
      etag,
      ...fields,
      metadata: JSON.parse(metadata.value) as object,
      ...(importance.value === '' ? {} : { importance: Number(importance.value) }),
      ...(pins ? { pinned: pinned.value } : {}),
    };
    await call('MemoryService/UpdateMemory', { memory: changed, updateMask: mask.join() });
    say(t('memory.saved'));
    onChange();
  };
  return (
    <Form class="detail" onSubmit={() => action.run(save)}>
      <TextArea label={t('memory.content')} value={content} isCode={editable.isJson} />
      <TextArea label={t('memory.metadata')} value={metadata} isCode rows={3} />
      <TextField label={t('memory.importance')} value={importance} placeholder="0.5" />
      {pins && <Check label={t('facts.pin')} value={pinned} />}
      <Button kind="primary" isDisabled={action.isRunning}>
        {t('app.save')}
      </Button>
      <Failure error={action.error} />
    </Form>
  );
}
