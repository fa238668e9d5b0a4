/**
 * Limits: what a user may have, uses and costs; a tier or a quota is tried before it is set. Without a user: the limits of
 * all.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../call.ts';
import { isOperator } from '../caller.ts';
import type { Answer, Asked } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Form, Select, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Card, Failure, Figure, Meter, Show, Table, type Column } from '../parts/frames.tsx';
import { useAction, useLoad } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';

type Quota = NonNullable<Answer<'AdminService/GetQuota'>['quotas']>[number];
type Usage = NonNullable<Answer<'AdminService/GetUsage'>['usages']>[number];
type Over = NonNullable<Answer<'AdminService/SetQuota'>['over']>;
type Row = { readonly quota: Quota; readonly usage: Usage | undefined };

const TIERS = ['TIER_FREE', 'TIER_PRO', 'TIER_ENTERPRISE'] as const;

export function Limits({ userId }: { userId: string }): JSX.Element {
  const limits = useLoad(
    async (signal) => {
      const [quota, usage, cost] = await Promise.all([
        call('AdminService/GetQuota', { userId }, signal),
        call('AdminService/GetUsage', { userId }, signal),
        call('AdminService/EstimateCost', { userId }, signal),
      ]);
      return { quota, usage, cost };
    },
    [userId],
  );
  return (
    <Show of={limits}>
      {({ quota, usage, cost }) => (
        <>
          <div class="figures">
            <Figure label={t('limits.tier')} value={nameOf(quota.tier)} note={nameOf(quota.tierOrigin)} />
            <Figure label={t('limits.price')} value={format.dollars(quota.tierPriceUsd)} note={t('limits.a-month')} />
            <Figure
              label={t('limits.cost')}
              value={format.dollars(cost.monthlyUsd)}
              note={t('limits.projected', {
                usd: format.dollars(cost.projectedMonthlyUsd),
                days: cost.horizonDays ?? 0,
              })}
            />
          </div>
          {isOperator.value && (
            <div class="columns">
              <SetTier userId={userId} now={quota.tier ?? 'TIER_PRO'} onChange={limits.reload} />
              <SetQuota userId={userId} quotas={quota.quotas ?? []} onChange={limits.reload} />
            </div>
          )}
          <Card title={t('limits.quotas')}>
            <Table
              label={t('limits.quotas')}
              columns={columns(userId !== '')}
              keyOf={({ quota: { name = '' } }) => name}
              rows={(quota.quotas ?? []).map((one) => ({
                quota: one,
                usage: usage.usages?.find(({ name }) => name === one.name),
              }))}
            />
          </Card>
          <Card title={t('limits.cost')}>
            <Table
              label={t('limits.cost')}
              keyOf={({ backend = '' }) => backend}
              rows={cost.lines ?? []}
              columns={[
                { head: t('overview.backend'), isWide: true, cell: ({ backend }) => nameOf(backend) },
                {
                  head: t('limits.quantity'),
                  isNumber: true,
                  cell: ({ quantity, unit = '' }) => format.quantity(quantity, nameOf(unit)),
                },
                { head: t('limits.rate'), isNumber: true, cell: ({ rateUsd }) => format.dollars(rateUsd) },
                { head: t('limits.a-month'), isNumber: true, cell: ({ monthlyUsd }) => format.dollars(monthlyUsd) },
              ]}
            />
          </Card>
        </>
      )}
    </Show>
  );
}

function columns(isOfUser: boolean): readonly Column<Row>[] {
  const used = (name: string | undefined, text: string, share: number | string | undefined): JSX.Element => (
    <div class="used">
      {text}
      {isOfUser && <Meter percent={Number(share ?? 0)} label={`${nameOf(name)}: ${text}`} />}
    </div>
  );
  return [
    { head: t('overview.kind'), isWide: true, cell: ({ quota }) => nameOf(quota.name) },
    {
      head: t('overview.count'),
      isNumber: true,
      cell: ({ quota, usage }) =>
        used(quota.name, `${format.number(usage?.count)} / ${format.number(quota.maxCount)}`, usage?.percentOfCount),
    },
    {
      head: t('overview.bytes'),
      isNumber: true,
      cell: ({ quota, usage }) =>
        used(quota.name, `${format.bytes(usage?.bytes)} / ${format.bytes(quota.maxBytes)}`, usage?.percentOfBytes),
    },
    { head: t('limits.origin'), cell: ({ quota }) => <span class="muted">{nameOf(quota.countOrigin)}</span> },
  ];
}

/** Describes the outcome of a dry run, for the question whether to continue. */
function overText(over: Over): string {
  if (over.length === 0) return t('limits.nobody-over');
  const some = over.slice(0, 3).map(({ userId = '', name }) => `${userId}, ${nameOf(name)}`);
  return t('limits.over', { count: over.length, some: some.join('; ') });
}

const askedFor = (over: Over) => ({ text: overText(over), confirm: t('limits.set'), isHarmless: over.length === 0 });

type SetProps = { readonly userId: string; readonly onChange: () => void };

function SetTier({ userId, now, onChange }: SetProps & { now: string }): JSX.Element {
  const tier = useSignal(now);
  const action = useAction();
  const set = async (): Promise<void> => {
    const request = { userId, tier: tier.value as (typeof TIERS)[number] };
    const { over = [] } = await call('AdminService/SetTier', { ...request, dryRun: true });
    const question = { title: t('limits.set-tier'), ...askedFor(over) };
    if (!(await ask(question))) return;
    await call('AdminService/SetTier', request);
    say(t('limits.done'));
    onChange();
  };
  return (
    <Card title={t('limits.set-tier')}>
      <Form onSubmit={() => action.run(set)}>
        <Select label={t('limits.tier')} value={tier} options={TIERS.map((one) => [one, nameOf(one)])} />
        <Button kind="primary" isDisabled={action.isRunning}>
          {t('limits.try')}
        </Button>
      </Form>
      <Failure error={action.error} />
    </Card>
  );
}

function SetQuota({ userId, quotas, onChange }: SetProps & { quotas: readonly Quota[] }): JSX.Element {
  const name = useSignal<string>(quotas.find((quota) => quota.name === 'QUOTA_NAME_LONG_TERM')?.name ?? '');
  const maxCount = useSignal('');
  const maxBytes = useSignal('');
  const action = useAction();
  const chosen = quotas.find((quota) => quota.name === name.value);
  // Values that were set before are filled in, since an empty field would remove them.
  useEffect(() => {
    const { maxCount: count, countOrigin, maxBytes: bytes, bytesOrigin } = chosen ?? {};
    const here = userId === '' ? 'QUOTA_ORIGIN_TENANT' : 'QUOTA_ORIGIN_USER';
    maxCount.value = countOrigin === here ? String(count ?? 0) : '';
    maxBytes.value = bytesOrigin === here ? String(bytes ?? 0) : '';
  }, [name.value, quotas]);
  const set = async (): Promise<void> => {
    const setting: NonNullable<Asked<'AdminService/SetQuota'>['quotas']>[number] = {
      name: chosen?.name,
      ...(maxCount.value === '' ? {} : { maxCount: maxCount.value }),
      ...(maxBytes.value === '' ? {} : { maxBytes: maxBytes.value }),
    };
    const request = { userId, quotas: [setting] };
    const { over = [] } = await call('AdminService/SetQuota', { ...request, dryRun: true });
    const question = { title: t('limits.set-quota'), ...askedFor(over) };
    if (!(await ask(question))) return;
    await call('AdminService/SetQuota', request);
    say(t('limits.done'));
    onChange();
  };
  return (
    <Card title={t('limits.set-quota')}>
      <Form onSubmit={() => action.run(set)}>
        <Select
          label={t('limits.quota')}
          value={name}
          options={quotas.map((quota) => [quota.name ?? '', nameOf(quota.name)])}
        />
        <TextField label={t('limits.max-count')} value={maxCount} placeholder={String(chosen?.maxCount ?? '')} />
        <TextField label={t('limits.max-bytes')} value={maxBytes} placeholder={String(chosen?.maxBytes ?? '')} />
        <Button kind="primary" isDisabled={action.isRunning}>
          {t('limits.try')}
        </Button>
      </Form>
      <p class="muted small">{t('limits.empty-means')}</p>
      <Failure error={action.error} />
    </Card>
  );
}
