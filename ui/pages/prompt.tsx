/**
 * Prompt: what a model would be sent now, why each part is in it, what was left out, and what it costs compared with the whole
 * history.
 */
import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../call.ts';
import { ownUsers } from '../caller.ts';
import type { Answer, Asked } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, Select, TextArea, TextField } from '../parts/controls.tsx';
import { colourOf, Legend, StackedBar } from '../parts/drawings.tsx';
import { Badge, Card, Failure, Figure, Heading, Table } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { amend, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { colourOfKind, partsOf } from './block-kinds.ts';

type Prompt = Answer<'ContextService/AssembleContext'>;
type Block = NonNullable<Prompt['blocks']>[number];
type Format = NonNullable<Asked<'ContextService/AssembleContext'>['format']>;

const FORMATS = [
  'PROMPT_FORMAT_PLAIN',
  'PROMPT_FORMAT_OPENAI_CHAT',
  'PROMPT_FORMAT_OPENAI_RESPONSES',
  'PROMPT_FORMAT_ANTHROPIC',
  'PROMPT_FORMAT_GEMINI',
] as const satisfies readonly Format[];

type Inputs = Readonly<Record<'user' | 'session' | 'agent' | 'turn' | 'model' | 'format' | 'most', Signal<string>>>;

export function Prompt(): JSX.Element {
  const { user = ownUsers.value[0] ?? '', session = '', agent = '', q = '' } = query.value;
  const inputs: Inputs = {
    user: useSignal(user),
    session: useSignal(session),
    agent: useSignal(agent),
    turn: useSignal(q),
    model: useSignal('gpt-5-mini'),
    format: useSignal('PROMPT_FORMAT_PLAIN'),
    most: useSignal(''),
  };
  const prompt = useSignal<Prompt | undefined>(undefined);
  const action = useAction();
  const assemble = (): void =>
    action.run(async (signal) => {
      const scope = { userId: inputs.user.value, sessionId: inputs.session.value, agentId: inputs.agent.value };
      amend({ user: scope.userId, session: scope.sessionId, agent: scope.agentId, q: inputs.turn.value });
      const request: Asked<'ContextService/AssembleContext'> = {
        scope,
        newTurn: inputs.turn.value,
        model: inputs.model.value,
        format: inputs.format.value as Format,
        explain: true,
        ...(inputs.most.value === '' ? {} : { maxTokens: Number(inputs.most.value) }),
      };
      prompt.value = await call('ContextService/AssembleContext', request, signal);
    });
  useEffect(() => {
    if (user !== '' && session !== '') assemble();
  }, []);
  return (
    <>
      <Heading title={t('prompt.title')} lead={t('prompt.lead')} />
      <Card>
        <Form onSubmit={assemble}>
          <TextField label={t('user.title')} value={inputs.user} isRequired />
          <TextField label={t('memory.session')} value={inputs.session} isRequired />
          <TextField label={t('memory.agent')} value={inputs.agent} />
          <TextField label={t('prompt.model')} value={inputs.model} />
          <Select label={t('prompt.format')} value={inputs.format} options={FORMATS.map((one) => [one, nameOf(one)])} />
          <TextField label={t('prompt.most')} value={inputs.most} placeholder="4000" />
          <TextArea label={t('prompt.turn')} value={inputs.turn} rows={2} />
          <Button kind="primary" isDisabled={action.isRunning}>
            {t('prompt.assemble')}
          </Button>
        </Form>
      </Card>
      <Failure error={action.error} />
      {prompt.value !== undefined && <Assembled of={prompt.value} />}
    </>
  );
}

function Assembled({ of }: { of: Prompt }): JSX.Element {
  const { blocks = [], omitted = [], degradations = [], tokenCount = 0, maxTokens = 0 } = of;
  const parts = partsOf(blocks);
  return (
    <>
      <Cost of={of} />
      <Card
        title={t('prompt.blocks')}
        note={t('prompt.of', { tokens: format.number(tokenCount), most: format.number(maxTokens) })}
      >
        <StackedBar label={t('prompt.blocks')} parts={parts} most={Math.max(1, Number(tokenCount))} />
        <Legend parts={parts} />
        {degradations.length > 0 && (
          <div class="row">
            {degradations.map((one) => (
              <Badge key={one} tone="warn">
                {nameOf(one)}
              </Badge>
            ))}
          </div>
        )}
        <ol class="entries">
          {blocks.map((block, index) => (
            <BlockEntry key={index} of={block} />
          ))}
        </ol>
      </Card>
      <Card title={t('prompt.omitted')}>
        <Table
          label={t('prompt.omitted')}
          keyOf={({ source = '', kind = '', reason = '' }) => `${source} ${kind} ${reason}`}
          rows={omitted}
          columns={[
            { head: t('prompt.what'), cell: ({ kind }) => nameOf(kind) },
            { head: t('prompt.source'), isWide: true, cell: ({ source }) => <code class="cut">{source}</code> },
            { head: t('prompt.why'), cell: ({ reason }) => nameOf(reason) },
            { head: t('prompt.tokens'), isNumber: true, cell: (row) => format.number(row.tokenCount) },
          ]}
        />
      </Card>
      <Card title={t('prompt.payload')} note={nameOf(of.countKind)}>
        <pre tabIndex={0}>{of.payload}</pre>
      </Card>
    </>
  );
}

function Cost({ of }: { of: Prompt }): JSX.Element {
  const { cost = {}, prefix, tokenCount, latencyMs } = of;
  const saved = Number(cost.savedShareOfUncached ?? 0);
  const percent = 100;
  return (
    <div class="figures">
      <Figure
        label={t('prompt.tokens')}
        value={format.number(tokenCount)}
        note={`${nameOf(of.countKind)}, ${format.milliseconds(latencyMs)}`}
      />
      <Figure
        label={t('prompt.cost')}
        value={cost.isPriceKnown === true ? format.dollars(cost.usd) : '—'}
        note={t('prompt.equivalents', { count: format.number(cost.inputTokenEquivalents) })}
      />
      <Figure
        label={t('prompt.history')}
        value={cost.isPriceKnown === true ? format.dollars(cost.uncachedHistoryUsd) : '—'}
        note={t('prompt.cached', { usd: format.dollars(cost.cachedHistoryUsd) })}
      />
      <Figure
        label={t('prompt.saved')}
        tone={saved > 0 ? 'good' : 'warn'}
        value={format.percent(saved * percent)}
        note={t('prompt.saved-cached', { share: format.percent(Number(cost.savedShareOfCached ?? 0) * percent) })}
      />
      <Figure
        label={t('prompt.prefix')}
        value={format.number(prefix?.tokenCount)}
        note={t(prefix?.isCacheable === true ? 'prompt.cacheable' : 'prompt.not-cacheable', {
          count: format.number(prefix?.cachedFromTokenCount),
        })}
      />
    </div>
  );
}

function BlockEntry({ of }: { of: Block }): JSX.Element {
  const { kind = '', text = '', tokenCount, stability, items = [] } = of;
  return (
    <li class="entry">
      <div class="row small">
        <i class="swatch" style={{ background: colourOf(colourOfKind(kind)) }} />
        <b>{nameOf(kind)}</b>
        <span>{t('prompt.token-count', { count: format.number(tokenCount) })}</span>
        <span class="muted">{nameOf(stability)}</span>
      </div>
      {text !== '' && <p class="said clamp">{text}</p>}
      {items.length > 0 && (
        <ul class="items small">
          {items.map(({ source = '', worth, reason, tokenCount: tokens }) => (
            <li key={source}>
              <code class="muted">{source}</code> {nameOf(reason)} ·{' '}
              {t('prompt.worth', { worth: format.number(worth, 2) })} ·{' '}
              {t('prompt.token-count', { count: format.number(tokens) })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
