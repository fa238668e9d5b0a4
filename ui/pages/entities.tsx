/** Entities of a user, and the neighbours of one of them at a chosen time. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Select } from '../parts/controls.tsx';
import { Card, Empty, Failure, Show } from '../parts/frames.tsx';
import { Graph, type GraphEdge, type GraphNode } from '../parts/graph.tsx';
import { useLoad } from '../parts/load.ts';
import { t } from '../texts/text.ts';
import type { Memory } from './memory-content.tsx';
import { MemoryEntry } from './memory-entry.tsx';

/** The number of nodes that can be told apart in a drawing. */
const DRAWN = 40;
const LISTED = 500;
const DAY_MS = 86_400_000;
/** How long the slider must rest at a time before the graph is requested. */
const SETTLE_MS = 200;

type Walk = Answer<'MemoryService/TraverseEntities'>;

export function Entities({ userId }: { userId: string }): JSX.Element {
  const all = useLoad(
    async (signal) => {
      const request = { scope: { userId }, type: 'MEMORY_TYPE_ENTITY', pageSize: LISTED } as const;
      const { memories = [], nextPageToken = '' } = await call('MemoryService/ListMemories', request, signal);
      return { memories, hasMore: nextPageToken !== '' };
    },
    [userId],
  );
  return (
    <Show of={all}>
      {({ memories, hasMore }) => {
        const entities = memories.filter(({ entity }) => entity !== undefined);
        if (entities.length === 0) return <Empty>{t('entities.none')}</Empty>;
        return (
          <>
            {hasMore && <p class="muted small">{t('entities.more')}</p>}
            <Around userId={userId} entities={entities} memories={memories} onChange={all.reload} />
          </>
        );
      }}
    </Show>
  );
}

type AroundProps = {
  readonly userId: string;
  readonly entities: readonly Memory[];
  readonly memories: readonly Memory[];
  readonly onChange: () => void;
};

function Around({ userId, entities, memories, onChange }: AroundProps): JSX.Element {
  const at = useSignal(mostConnected(entities, memories));
  const hops = useSignal('2');
  const daysBack = useSignal(0);
  const settled = useSignal(0);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = daysBack.value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [daysBack.value]);
  const walk = useLoad(
    (signal) => {
      const asOf = settled.value === 0 ? undefined : new Date(Date.now() - settled.value * DAY_MS).toISOString();
      const request = {
        scope: { userId },
        starts: [{ id: at.value }],
        maxHops: Number(hops.value),
        limit: DRAWN,
        asOf,
      };
      return call('MemoryService/TraverseEntities', request, signal);
    },
    [userId, at.value, hops.value, settled.value],
  );
  const chosen = entities.find(({ id }) => id === at.value);
  return (
    <div class="columns uneven">
      <Card title={chosen?.entity?.name ?? ''} note={chosen?.entity?.type}>
        <div class="form">
          <Select
            label={t('entities.entity')}
            value={at}
            options={entities.map(({ id = '', entity }) => [id, `${entity?.name} (${entity?.type})`])}
          />
          <Select label={t('entities.hops')} value={hops} options={['1', '2', '3'].map((one) => [one, one])} />
        </div>
        <TimeSlider daysBack={daysBack} most={oldestDays(memories)} />
        <Failure error={walk.error} />
        {walk.value !== undefined && <Drawn of={walk.value} at={at.value} onChoose={(id) => (at.value = id)} />}
      </Card>
      <div class="panel">
        {chosen !== undefined && (
          <Card title={t('entities.known')}>
            <ul class="entries">
              <MemoryEntry key={`${chosen.id} ${chosen.etag}`} memory={chosen} onChange={onChange} />
            </ul>
          </Card>
        )}
        {walk.value !== undefined && <Relationships of={walk.value} />}
      </div>
    </div>
  );
}

/** Returns the entity with the most relationships, around which there is most to see. */
function mostConnected(entities: readonly Memory[], memories: readonly Memory[]): string {
  const counts = new Map<string, number>();
  for (const { relationship } of memories)
    for (const id of [relationship?.fromId, relationship?.toId])
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [first] = entities.toSorted((one, other) => (counts.get(other.id!) ?? 0) - (counts.get(one.id!) ?? 0));
  return first?.id ?? '';
}

/** Returns how many days ago the oldest of them became valid, at least a year. */
function oldestDays(memories: readonly Memory[]): number {
  const times = memories
    .flatMap(({ entity, relationship }) => [entity?.validFrom, relationship?.validFrom])
    .filter((time) => time !== undefined)
    .map((time) => Date.parse(time));
  const year = 365;
  return Math.max(year, Math.ceil((Date.now() - Math.min(Date.now(), ...times)) / DAY_MS) + 1);
}

function TimeSlider({ daysBack, most }: { daysBack: { value: number }; most: number }): JSX.Element {
  const shown =
    daysBack.value === 0 ? t('entities.now') : format.day(new Date(Date.now() - daysBack.value * DAY_MS).toISOString());
  return (
    <div class="field">
      <label for="time-slider">
        {t('entities.time')}: <output>{shown}</output>
      </label>
      <div class="row nowrap">
        <input
          id="time-slider"
          type="range"
          min={-most}
          max={0}
          value={-daysBack.value}
          aria-valuetext={shown}
          onInput={(event) => (daysBack.value = -Number(event.currentTarget.value))}
        />
        <Button kind="quiet" isDisabled={daysBack.value === 0} onPress={() => (daysBack.value = 0)}>
          {t('entities.now')}
        </Button>
      </div>
    </div>
  );
}

const nodesOf = ({ entities = [] }: Walk): readonly GraphNode[] =>
  entities.map(({ entity = {}, distance = 0 }) => ({
    id: entity.id ?? '',
    name: entity.entity?.name ?? '',
    kind: entity.entity?.type ?? '',
    distance: Number(distance),
  }));

const edgesOf = ({ relationships = [] }: Walk): readonly GraphEdge[] =>
  relationships.map(({ id = '', relationship = {} }) => ({
    id,
    from: relationship.fromId ?? '',
    to: relationship.toId ?? '',
    name: relationship.type ?? '',
  }));

function Drawn({ of, at, onChoose }: { of: Walk; at: string; onChoose: (id: string) => void }): JSX.Element {
  const nodes = nodesOf(of);
  if (nodes.length === 0) return <Empty>{t('entities.not-then')}</Empty>;
  return (
    <>
      <Graph label={t('user.entities')} at={at} nodes={nodes} edges={edgesOf(of)} onChoose={onChoose} />
      {of.truncated === true && <p class="muted small">{t('entities.truncated', { count: DRAWN })}</p>}
    </>
  );
}

/** Shows the same as the drawing, in words. */
function Relationships({ of }: { of: Walk }): JSX.Element {
  const names = new Map(nodesOf(of).map(({ id, name }) => [id, name]));
  const rows = of.relationships ?? [];
  return (
    <Card title={t('entities.relationships')}>
      {rows.length === 0 && <Empty>{t('app.nothing')}</Empty>}
      <ul class="plain-list">
        {rows.map(({ id, relationship = {} }) => (
          <li key={id}>
            {names.get(relationship.fromId ?? '') ?? '…'} <b>{relationship.type}</b>{' '}
            {names.get(relationship.toId ?? '') ?? '…'}{' '}
            {(relationship.validFrom ?? relationship.validTo) !== undefined && (
              <span class="muted small">
                {format.day(relationship.validFrom)} – {format.day(relationship.validTo)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
