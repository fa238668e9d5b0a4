/**
 * Explains why a memory is not among the results: where it ranks, what it lacks compared with the first, and what
 * excluded it.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, CallError } from '../call.ts';
import { isOperator } from '../caller.ts';
import * as format from '../format.ts';
import { Button, Form, TextField } from '../parts/controls.tsx';
import { Badge, Card, Empty, Failure, Pairs } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';
import type { Asked } from '../contract.ts';
import { addressOf } from '../router.ts';
import { RestoreButton } from './restore-button.tsx';
import { ARCHIVED_TYPES } from './memories.tsx';
import { MemoryContent, titleOf } from './memory-content.tsx';
import { Explained, partsOf, type Found } from './explained.tsx';

/** The number of results in which its rank is searched. */
const RANKED = 1000;
/** Recognises ids; people who expect a memory usually know its text rather than its id. */
const ID = /^[a-z]+_[0-9a-f]{32}$/;
const SUGGESTED = 5;

export type Retrieval = Asked<'MemoryService/RetrieveMemories'>;

type Reason = {
  readonly result: Found | undefined;
  /** The rank from 1; 0 if it is not among the first RANKED. */
  readonly rank: number;
  readonly first: Found | undefined;
  readonly causes: readonly string[];
};

const only = (id: string): string => `id == ${JSON.stringify(id)}`;

/** Searches for it alone, then for all, so that its score can be compared with the others'. */
async function reasonOf(asked: Retrieval, id: string, signal: AbortSignal): Promise<Reason> {
  const { memory } = await call('MemoryService/GetMemory', { scope: { userId: asked.scope?.userId }, id }, signal);
  const { minSimilarity, filter = '', types = [], ...bare } = asked;
  const scope = { ...asked.scope, agentId: memory?.scope?.agentId, sessionId: memory?.scope?.sessionId };
  const type = memory?.type;
  const request: Retrieval = { ...bare, scope, types: type === undefined ? [] : [type], includeArchived: false };
  const search = (change: Retrieval) => call('MemoryService/RetrieveMemories', { ...request, ...change }, signal);
  const [alone, all, filtered] = await Promise.all([
    search({ filter: only(id), topK: 1 }),
    search({ topK: RANKED, explain: true }),
    filter === '' ? undefined : search({ filter: `(${filter}) && ${only(id)}`, topK: 1 }),
  ]);
  const results = all.results ?? [];
  const result = alone.results?.[0] ?? results.find((one) => one.memory?.id === id);
  const rank = results.findIndex((one) => one.memory?.id === id) + 1;
  const causes = [
    ...(type !== undefined && types.length > 0 && !types.includes(type) ? [t('why.type', { type: nameOf(type) })] : []),
    ...(filtered !== undefined && (filtered.results ?? []).length === 0 ? [t('why.filter', { filter })] : []),
    ...(minSimilarity !== undefined && Number(result?.similarity ?? 0) < Number(minSimilarity)
      ? [t('why.floor', { similarity: format.number(result?.similarity, 2), floor: format.number(minSimilarity, 2) })]
      : []),
    ...(rank > Number(asked.topK ?? 5) ? [t('why.rank', { rank, top: Number(asked.topK ?? 5) })] : []),
    ...(rank === 0 ? [t('why.far', { count: format.number(RANKED) })] : []),
  ];
  return { result, rank, first: results[0], causes };
}

type WhyNotProps = { readonly asked: Retrieval; readonly found: readonly Found[]; readonly onRestored: () => void };

export function WhyNot({ asked, found, onRestored }: WhyNotProps): JSX.Element {
  const expected = useSignal('');
  const id = useSignal('');
  const suggested = useSignal<readonly Found[] | undefined>(undefined);
  const reason = useSignal<Reason | undefined>(undefined);
  const archived = useSignal<Found | undefined>(undefined);
  const action = useAction();
  const explain = (wanted: string): void =>
    action.run(async (signal) => {
      id.value = wanted;
      suggested.value = undefined;
      reason.value = undefined;
      archived.value = undefined;
      reason.value = await reasonOf(asked, wanted, signal);
    });
  const suggest = (words: string): void =>
    action.run(async (signal) => {
      reason.value = undefined;
      archived.value = undefined;
      const { scope, types = [] } = asked;
      const includeArchived = types.length === 0 || types.some((type) => ARCHIVED_TYPES.includes(type));
      const request: Retrieval = { scope, types, query: words, topK: SUGGESTED, includeArchived };
      suggested.value = (await call('MemoryService/RetrieveMemories', request, signal)).results ?? [];
    });
  const choose = (one: Found): void => {
    if (one.archive === undefined) explain(one.memory?.id ?? '');
    else {
      suggested.value = undefined;
      archived.value = one;
    }
  };
  const restored = (): void => {
    archived.value = undefined;
    onRestored();
  };
  const submit = (): void => {
    const text = expected.value.trim();
    if (ID.test(text)) explain(text);
    else suggest(text);
  };
  return (
    <Card title={t('why.title')}>
      <p class="muted">{t('why.lead')}</p>
      <Form onSubmit={submit}>
        <TextField class="wide-field" label={t('why.expected')} value={expected} isRequired />
        <Button isDisabled={action.isRunning}>{t('why.explain')}</Button>
      </Form>
      <Failed error={action.error} userId={asked.scope?.userId ?? ''} />
      {suggested.value !== undefined && <Suggested of={suggested.value} onChoose={choose} />}
      {archived.value !== undefined && <Archived of={archived.value} onRestored={restored} />}
      {reason.value !== undefined && (
        <Why of={reason.value} isFound={found.some(({ memory }) => memory?.id === id.value)} />
      )}
    </Card>
  );
}

function Failed({ error, userId }: { error: Error | undefined; userId: string }): JSX.Element {
  if (!(error instanceof CallError && error.code === 'not_found')) return <Failure error={error} />;
  return (
    <p class="failure">
      {t('why.gone')}{' '}
      {isOperator.value && (
        <a href={addressOf('lifecycle', { tab: 'archive', id: userId })}>{t('lifecycle.archive')}</a>
      )}
    </p>
  );
}

/** Shows an archived memory: no search finds it unless it asks for the archive as well. */
function Archived({ of, onRestored }: { of: Found; onRestored: () => void }): JSX.Element {
  const { memory = {} } = of;
  return (
    <div class="panel" aria-live="polite">
      <MemoryContent of={memory} />
      <p>{t('why.archived')}</p>
      {isOperator.value && (
        <div class="row">
          <RestoreButton userId={memory.scope?.userId ?? ''} id={memory.id ?? ''} onRestored={onRestored} />
        </div>
      )}
    </div>
  );
}

/** Shows the memories that the words may mean. */
function Suggested({ of, onChoose }: { of: readonly Found[]; onChoose: (one: Found) => void }): JSX.Element {
  if (of.length === 0) return <Empty>{t('why.no-such')}</Empty>;
  return (
    <div class="panel" aria-live="polite">
      <h3>{t('why.which')}</h3>
      <ul class="suggested">
        {of.map((one) => (
          <li key={one.memory?.id}>
            <Button kind="quiet" onPress={() => onChoose(one)}>
              {one.memory === undefined ? '' : titleOf(one.memory)}
            </Button>
            {one.archive !== undefined && <Badge tone="warn">{t('recall.archive')}</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Why({ of, isFound }: { of: Reason; isFound: boolean }): JSX.Element {
  const { result, rank, first, causes } = of;
  const most = Math.max(0.01, Number(first?.score ?? 0), Number(result?.score ?? 0));
  return (
    <div class="panel" aria-live="polite">
      {result?.memory !== undefined && <MemoryContent of={result.memory} />}
      {rank > 0 && (
        <p>
          {t('why.ranks', { rank })} {isFound && t('why.found')}
        </p>
      )}
      <ul class="causes">
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      {result !== undefined && <Explained of={result} most={most} />}
      {result !== undefined && first !== undefined && rank !== 1 && (
        <>
          <h3>{t('why.lacks')}</h3>
          <Pairs of={lackedBy(result, first)} />
        </>
      )}
    </div>
  );
}

/** Returns the signals of which the first has more, the largest difference first. */
function lackedBy(result: Found, first: Found): readonly (readonly [string, string])[] {
  const own = new Map(partsOf(result).map(({ name, value }) => [name, value]));
  return partsOf(first)
    .map(({ name, value }) => ({ name, value, less: value - (own.get(name) ?? 0) }))
    .filter(({ less }) => less > 0.01)
    .toSorted((one, other) => other.less - one.less)
    .map(({ name, value, less }) => [name, `${format.number(value - less, 2)} / ${format.number(value, 2)}`]);
}
