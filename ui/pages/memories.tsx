/** Memories of a user by type, filtered by CEL, with their changes as they happen. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, Select, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Badge, Card, Empty, Failure, More, Show } from '../parts/frames.tsx';
import { useLive } from '../parts/live.ts';
import { useAction, usePages } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';
import { titleOf, type Memory } from './memory-content.tsx';
import { MemoryEntry } from './memory-entry.tsx';

export const TYPES = [
  'MEMORY_TYPE_LONG_TERM',
  'MEMORY_TYPE_SHORT_TERM',
  'MEMORY_TYPE_WORKING',
  'MEMORY_TYPE_PERSONA',
  'MEMORY_TYPE_EPISODIC',
  'MEMORY_TYPE_ENTITY',
  'MEMORY_TYPE_STRUCTURED',
] as const;
type Type = (typeof TYPES)[number];

/** Types whose memories also belong to an agent, or to a session, which has to be named. */
export const OF_AGENTS: readonly string[] = ['MEMORY_TYPE_WORKING', 'MEMORY_TYPE_PERSONA', 'MEMORY_TYPE_EPISODIC'];
/** Types whose memories retention archives; a search of the archive needs one of them. */
export const ARCHIVED_TYPES: readonly string[] = [
  'MEMORY_TYPE_LONG_TERM',
  'MEMORY_TYPE_EPISODIC',
  'MEMORY_TYPE_STRUCTURED',
];
export const OF_SESSIONS: readonly string[] = ['MEMORY_TYPE_SHORT_TERM'];

const PAGE_SIZE = 25;
const SHOWN_CHANGES = 20;

type Asked = { readonly type: Type; readonly agentId: string; readonly sessionId: string; readonly filter: string };

export function Memories({ userId }: { userId: string }): JSX.Element {
  const type = useSignal<string>(TYPES[0]);
  const agentId = useSignal('');
  const sessionId = useSignal('');
  const filter = useSignal('');
  const asked = useSignal<Asked>({ type: TYPES[0], agentId: '', sessionId: '', filter: '' });
  /** The list is loaded again where changes may have been missed. */
  const gaps = useSignal(0);
  const needsAgent = OF_AGENTS.includes(type.value);
  const needsSession = OF_SESSIONS.includes(type.value);
  const list = (): void => {
    asked.value = {
      type: type.value as Type,
      agentId: needsAgent ? agentId.value : '',
      sessionId: needsSession ? sessionId.value : '',
      filter: filter.value,
    };
  };
  return (
    <>
      <Card>
        <Form onSubmit={list}>
          <Select label={t('memory.type')} value={type} options={TYPES.map((one) => [one, nameOf(one)])} />
          {needsAgent && <TextField label={t('memory.agent')} value={agentId} isRequired />}
          {needsSession && <TextField label={t('memory.session')} value={sessionId} isRequired />}
          <TextField
            class="grow"
            label={t('memory.filter')}
            value={filter}
            placeholder='metadata.category == "sports" && importance > 0.5'
          />
          <Button kind="primary">{t('memory.list')}</Button>
        </Form>
      </Card>
      <div class="columns uneven">
        <Listed userId={userId} gaps={gaps.value} {...asked.value} />
        <Changes userId={userId} onGap={() => (gaps.value += 1)} />
      </div>
    </>
  );
}

type ListedProps = Asked & { readonly userId: string; readonly gaps: number };

function Listed({ userId, type, agentId, sessionId, filter, gaps }: ListedProps): JSX.Element {
  const scope = { userId, agentId, sessionId };
  const memories = usePages<Memory>(
    async (pageToken, signal) => {
      const request = { scope, type, filter, pageToken, pageSize: PAGE_SIZE, orderBy: 'create_time desc' };
      const answer = await call('MemoryService/ListMemories', request, signal);
      return { rows: answer.memories ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId, type, agentId, sessionId, filter, gaps],
  );
  return (
    <Card
      title={format.asHeading(nameOf(type))}
      note={filter !== '' && <DeleteMatching scope={scope} type={type} filter={filter} onChange={memories.reload} />}
    >
      <Show of={memories}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('app.nothing')}</Empty>
          ) : (
            <ul class="entries">
              {rows.map((memory) => (
                <MemoryEntry key={`${memory.id} ${memory.etag}`} memory={memory} onChange={memories.reload} />
              ))}
            </ul>
          )
        }
      </Show>
      <More of={memories} />
    </Card>
  );
}

type MatchingProps = {
  readonly scope: { readonly userId: string; readonly agentId: string; readonly sessionId: string };
  readonly type: Type;
  readonly filter: string;
  readonly onChange: () => void;
};

/** Shows how many the filter matches before any is deleted. */
function DeleteMatching({ scope, type, filter, onChange }: MatchingProps): JSX.Element {
  const action = useAction();
  const remove = (): void =>
    action.run(async () => {
      const request = { scope, type, filter };
      const { matchedCount = 0 } = await call('MemoryService/DeleteMemories', request);
      const text = t('memory.matching', { count: format.number(matchedCount), filter });
      if (!(await ask({ title: t('memory.delete-matching'), text, confirm: t('memory.delete') }))) return;
      const { deletedCount = 0 } = await call('MemoryService/DeleteMemories', { ...request, force: true });
      say(t('memory.deleted-count', { count: format.number(deletedCount) }));
      onChange();
    });
  return (
    <>
      <Button kind="quiet" onPress={remove}>
        {t('memory.delete-matching')}
      </Button>
      <Failure error={action.error} />
    </>
  );
}

type Change = NonNullable<Answer<'MemoryService/WatchMemories'>['change']>;

/** Shows changes from now on; `onGap` is called if some may have been missed. */
function Changes({ userId, onGap }: { userId: string; onGap: () => void }): JSX.Element {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const { isLive, gaps, error } = useLive(
    'MemoryService/WatchMemories',
    {
      requestOf: (resumeToken) => ({ scope: { userId }, resumeToken }),
      take({ change, position }) {
        if (change !== undefined) setChanges((before) => [change, ...before].slice(0, SHOWN_CHANGES));
        return change?.resumeToken ?? position?.resumeToken;
      },
    },
    [userId],
  );
  useEffect(() => setChanges([]), [userId]);
  useEffect(() => {
    if (gaps > 0) onGap();
  }, [gaps]);
  return (
    <Card title={t('memory.changes')} note={isLive && <Badge tone="good">{t('app.live')}</Badge>}>
      <Failure error={error} />
      {changes.length === 0 && <Empty>{t('memory.no-changes')}</Empty>}
      <ol class="timeline" aria-live="polite">
        {changes.map(({ operation, id, type, memory, changeTime, resumeToken }) => (
          <li key={resumeToken}>
            <Badge tone={operation === 'CHANGE_OPERATION_REMOVE' ? 'bad' : 'good'}>{nameOf(operation)}</Badge>{' '}
            {nameOf(type)} <span class="muted">{format.ago(changeTime)}</span>
            <div class="cut">{memory === undefined ? <code>{id}</code> : titleOf(memory)}</div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
