/** Shows the content of a memory of any type in a readable form. */
import type { JSX } from 'preact';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { nameOf, t } from '../texts/text.ts';

export type Memory = NonNullable<Answer<'MemoryService/GetMemory'>['memory']>;

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** Returns the content in one line, for lists and graphs. */
export function titleOf(memory: Memory): string {
  const { text, message, working, trait, episode, entity, relationship, document } = memory;
  return (
    text?.content ??
    message?.content ??
    working?.key ??
    trait?.key ??
    episode?.task ??
    entity?.name ??
    relationship?.type ??
    document?.key ??
    document?.collection ??
    memory.id ??
    ''
  );
}

export function MemoryContent({ of }: { of: Memory }): JSX.Element {
  const { text, message, working, trait, episode, entity, relationship, document } = of;
  if (text !== undefined) return <Said who={text.speaker} text={text.content} />;
  if (message !== undefined) return <Said who={nameOf(message.role)} text={message.content} />;
  const keyed = working ?? trait;
  if (keyed !== undefined) return <Valued name={keyed.key ?? ''} value={keyed.value} />;
  if (episode !== undefined) return <EpisodeContent of={episode} />;
  if (entity !== undefined) return <Valued name={entity.name ?? ''} kind={entity.type} value={entity.attributes} />;
  if (relationship !== undefined) return <Valued name={relationship.type ?? ''} value={relationship.attributes} />;
  return <Valued name={document?.key ?? ''} kind={document?.collection} value={document?.data} />;
}

function Said({ who, text = '' }: { who: string | undefined; text: string | undefined }): JSX.Element {
  return (
    <p class="said">
      {who !== undefined && who !== '' && <b>{who}: </b>}
      {text}
    </p>
  );
}

function Valued({ name, kind, value }: { name: string; kind?: string | undefined; value: unknown }): JSX.Element {
  return (
    <div>
      <p class="said">
        <b>{name}</b> {kind !== undefined && <span class="muted">{kind}</span>}
      </p>
      {value !== undefined && <pre>{json(value)}</pre>}
    </div>
  );
}

function EpisodeContent({ of }: { of: NonNullable<Memory['episode']> }): JSX.Element {
  return (
    <div>
      <p class="said">
        {of.task} {of.outcome !== undefined && <b>{nameOf(of.outcome)}</b>}
      </p>
      <ol class="timeline">
        {(of.steps ?? []).map(({ action, tool, error }, index) => (
          <li key={index}>
            {action} {tool && <code>{tool}</code>} {error && <span class="muted">{error}</span>}
          </li>
        ))}
      </ol>
      {of.outcomeNote && <p class="muted">{of.outcomeNote}</p>}
    </div>
  );
}

/** Returns where it is from, and what was derived from it since. */
export function provenanceOf(memory: Memory): readonly (readonly [string, string])[] {
  const { scope = {}, source, createTime, updateTime, expireTime, accessCount, lastAccessTime } = memory;
  const all: readonly (readonly [string, string | undefined])[] = [
    [t('memory.id'), memory.id],
    [t('memory.source'), source && nameOf(source)],
    [t('memory.agent'), scope.agentId],
    [t('memory.session'), scope.sessionId],
    [t('memory.namespace'), scope.namespace],
    [t('memory.added'), format.time(createTime)],
    [t('memory.changed'), updateTime === createTime ? undefined : format.time(updateTime)],
    [t('memory.expires'), expireTime && format.time(expireTime)],
    [
      t('memory.used'),
      Number(accessCount ?? 0) > 0
        ? t('memory.used-times', { count: format.number(accessCount), when: format.ago(lastAccessTime) })
        : undefined,
    ],
    [t('memory.importance'), memory.importance === undefined ? undefined : format.number(memory.importance, 2)],
    [t('memory.size'), format.bytes(memory.sizeBytes)],
    [t('memory.etag'), memory.etag],
  ];
  return all.filter((pair): pair is readonly [string, string] => pair[1] !== undefined && pair[1] !== '');
}
