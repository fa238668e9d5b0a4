/** Recall: what a question finds and why, as it is found; and why an expected memory is not among it. */
import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { stream } from '../call.ts';
import { isOperator, ownUsers } from '../caller.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Check, Choices, Form, TextField } from '../parts/controls.tsx';
import { Badge, Card, Empty, Failure, Heading } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { amend, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { Explained, type Found } from './explained.tsx';
import { OF_AGENTS, OF_SESSIONS, TYPES } from './memories.tsx';
import { MemoryContent } from './memory-content.tsx';
import { RestoreButton } from './restore-button.tsx';
import { WhyNot, type Retrieval } from './why-not.tsx';

type Report = NonNullable<Answer<'MemoryService/RetrieveMemories'>['types']>[number];

type Inputs = {
  readonly user: Signal<string>;
  readonly agent: Signal<string>;
  readonly session: Signal<string>;
  readonly query: Signal<string>;
  readonly types: Signal<readonly string[]>;
  readonly filter: Signal<string>;
  readonly floor: Signal<string>;
  readonly topK: Signal<string>;
  readonly archived: Signal<boolean>;
};

function requestOf(inputs: Inputs): Retrieval {
  const { user, agent, session, query: asked, types, filter, floor, topK, archived } = inputs;
  return {
    scope: { userId: user.value, agentId: agent.value, sessionId: session.value },
    query: asked.value,
    types: types.value as Retrieval['types'],
    filter: filter.value,
    ...(floor.value === '' ? {} : { minSimilarity: Number(floor.value) }),
    ...(topK.value === '' ? {} : { topK: Number(topK.value) }),
    includeArchived: archived.value,
    explain: true,
  };
}

export function Recall(): JSX.Element {
  const inputs: Inputs = {
    user: useSignal(query.value['user'] ?? ownUsers.value[0] ?? ''),
    agent: useSignal(query.value['agent'] ?? ''),
    session: useSignal(''),
    query: useSignal(query.value['q'] ?? ''),
    types: useSignal<readonly string[]>(['MEMORY_TYPE_LONG_TERM']),
    filter: useSignal(''),
    floor: useSignal(''),
    topK: useSignal('10'),
    archived: useSignal(query.value['archive'] === 'yes'),
  };
  const asked = useSignal<Retrieval | undefined>(undefined);
  const found = useSignal<readonly Found[]>([]);
  const reports = useSignal<readonly Report[]>([]);
  const action = useAction();
  const search = (): void =>
    action.run(async (signal) => {
      const request = requestOf(inputs);
      amend({ user: inputs.user.value, q: inputs.query.value, agent: inputs.agent.value });
      asked.value = request;
      found.value = [];
      reports.value = [];
      for await (const event of stream('MemoryService/StreamRetrieveMemories', { retrieve: request }, signal)) {
        if (event.result !== undefined) found.value = [...found.value, event.result];
        if (event.typeDone !== undefined) reports.value = [...reports.value, event.typeDone];
      }
    });
  // A link that contains a question asks it.
  useEffect(() => {
    if (inputs.user.value !== '' && inputs.query.value !== '') search();
  }, []);
  return (
    <>
      <Heading title={t('recall.title')} lead={t('recall.lead')} />
      <Question inputs={inputs} onSearch={search} />
      <Failure error={action.error} />
      {asked.value !== undefined && (
        <div class="columns uneven">
          <Results found={found.value} reports={reports.value} isRunning={action.isRunning} onRestored={search} />
          <WhyNot asked={asked.value} found={found.value} onRestored={search} />
        </div>
      )}
    </>
  );
}

function Question({ inputs, onSearch }: { inputs: Inputs; onSearch: () => void }): JSX.Element {
  const { types } = inputs;
  return (
    <Card>
      <Form onSubmit={onSearch}>
        <TextField label={t('user.title')} value={inputs.user} isRequired />
        <TextField class="grow" label={t('recall.query')} value={inputs.query} isRequired />
        {types.value.some((type) => OF_AGENTS.includes(type)) && (
          <TextField label={t('memory.agent')} value={inputs.agent} isRequired />
        )}
        {types.value.some((type) => OF_SESSIONS.includes(type)) && (
          <TextField label={t('memory.session')} value={inputs.session} isRequired />
        )}
        <TextField label={t('recall.top')} value={inputs.topK} />
        <TextField label={t('recall.floor')} value={inputs.floor} placeholder="0.15" />
        <TextField class="grow" label={t('memory.filter')} value={inputs.filter} />
        <Choices label={t('recall.types')} chosen={types} options={TYPES.map((type) => [type, nameOf(type)])} />
        <Check label={t('recall.archived')} value={inputs.archived} />
        <Button kind="primary">{t('recall.search')}</Button>
      </Form>
    </Card>
  );
}

type ResultsProps = {
  readonly found: readonly Found[];
  readonly reports: readonly Report[];
  readonly isRunning: boolean;
  readonly onRestored: () => void;
};

function Results({ found, reports, isRunning, onRestored }: ResultsProps): JSX.Element {
  const most = Math.max(0.01, ...found.map(({ score }) => Number(score ?? 0)));
  return (
    <Card title={t('recall.results')} note={<Reports of={reports} />}>
      {found.length === 0 && !isRunning && <Empty>{t('recall.none')}</Empty>}
      <ol class="entries">
        {found.map((result, index) => (
          <li class="entry" key={`${result.memory?.id} ${result.archive !== undefined}`}>
            <div class="ranked">
              <span class="rank">{index + 1}</span>
              <div class="panel">
                {result.memory !== undefined && <MemoryContent of={result.memory} />}
                <Explained of={result} most={most} />
                {result.archive !== undefined && isOperator.value && (
                  <div class="row">
                    <RestoreButton
                      userId={result.memory?.scope?.userId ?? ''}
                      id={result.memory?.id ?? ''}
                      onRestored={onRestored}
                    />
                  </div>
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      {reports.some(({ moreLikely = false }) => moreLikely) && <p class="muted small">{t('recall.more')}</p>}
    </Card>
  );
}

function Reports({ of }: { of: readonly Report[] }): JSX.Element {
  return (
    <span class="row small">
      {of.map(({ type, archived = false, latencyMs, targetMs, count, error }) => (
        <Badge
          key={`${type} ${archived}`}
          tone={error !== undefined || Number(latencyMs) > Number(targetMs) ? 'bad' : 'good'}
        >
          {nameOf(type)}
          {archived && `, ${t('recall.archive')}`}:{' '}
          {error === undefined ? (
            t('recall.report', { count: format.number(count), time: format.milliseconds(latencyMs) })
          ) : (
            <span lang="en">{error.message}</span>
          )}
        </Badge>
      ))}
    </span>
  );
}
