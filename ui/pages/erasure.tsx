/**
 * Erasure: shows what is kept of a user, erases it with a receipt to keep, and checks whether a receipt is this
 * server's.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, stream } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, FileField, Form, TextArea, TextField } from '../parts/controls.tsx';
import { ask } from '../parts/dialogs.tsx';
import { Badge, Card, Failure, Heading, Loading, Table } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { save } from '../parts/save.ts';
import { query } from '../router.ts';
import { t } from '../texts/text.ts';

type Progress = Answer<'AdminService/DeleteUserData'>;
type Place = NonNullable<Progress['found']>[number];
type Receipt = NonNullable<Progress['receipt']>;

export function Erasure(): JSX.Element {
  return (
    <>
      <Heading title={t('erasure.title')} lead={t('erasure.lead')} />
      <div class="columns">
        <Erase of={query.value['id']} />
        <Verify />
      </div>
    </>
  );
}

/** Erases the named user, or one whose id is typed; with `isFixed` no other. */
export function Erase({ of = '', isFixed = false }: { of?: string | undefined; isFixed?: boolean }): JSX.Element {
  const userId = useSignal(of);
  const reason = useSignal('');
  const found = useSignal<readonly Place[] | undefined>(undefined);
  const foundOf = useSignal('');
  const erased = useSignal<readonly Place[]>([]);
  const receipt = useSignal<Receipt | undefined>(undefined);
  const action = useAction();
  const look = (): void =>
    action.run(async (signal) => {
      receipt.value = undefined;
      erased.value = [];
      foundOf.value = userId.value;
      for await (const progress of stream('AdminService/DeleteUserData', { userId: userId.value }, signal))
        found.value = progress.found ?? [];
    });
  const erase = (): void =>
    action.run(async () => {
      const user = foundOf.value;
      const question = {
        title: t('erasure.ask'),
        text: t('erasure.ask-text'),
        confirm: t('erasure.erase'),
        typed: user,
      };
      if (!(await ask(question))) return;
      // An erasure that has begun completes, so leaving the page loses nothing but the receipt.
      const request = { userId: user, force: true, reason: reason.value };
      for await (const progress of stream('AdminService/DeleteUserData', request)) {
        erased.value = [...erased.value, ...(progress.erased ?? [])];
        receipt.value = progress.receipt ?? receipt.value;
      }
    });
  return (
    <Card title={t('erasure.erase-user')}>
      <Form onSubmit={look}>
        {!isFixed && <TextField label={t('users.open')} value={userId} isRequired />}
        <TextField label={t('erasure.reason')} value={reason} hint={t('erasure.reason-hint')} />
        <Button kind="primary" isDisabled={action.isRunning}>
          {t('erasure.look')}
        </Button>
      </Form>
      <Failure error={action.error} />
      {found.value !== undefined && receipt.value === undefined && erased.value.length === 0 && (
        <>
          <Places label={t('erasure.found')} of={found.value} />
          <div class="row">
            <Button kind="danger" isDisabled={action.isRunning} onPress={erase}>
              {t('erasure.erase')}
            </Button>
          </div>
        </>
      )}
      {action.isRunning && <Loading />}
      {(erased.value.length > 0 || receipt.value !== undefined) && (
        <div class="panel" aria-live="polite">
          {receipt.value !== undefined && <Badge tone="good">{t('erasure.done')}</Badge>}
          <Places label={t('erasure.erased')} of={erased.value} />
          {receipt.value !== undefined && <Kept receipt={receipt.value} userId={foundOf.value} />}
        </div>
      )}
    </Card>
  );
}

function Places({ label, of }: { label: string; of: readonly Place[] }): JSX.Element {
  return (
    <Table
      label={label}
      rows={of}
      keyOf={({ place = '' }) => place}
      columns={[
        { head: label, isWide: true, cell: ({ place }) => <code>{place}</code> },
        { head: t('overview.count'), isNumber: true, cell: ({ count }) => format.number(count) },
      ]}
    />
  );
}

/** The server keeps no receipt, so it has to be saved here. */
function Kept({ receipt, userId }: { receipt: Receipt; userId: string }): JSX.Element {
  const text = JSON.stringify(receipt, undefined, 2);
  return (
    <div class="panel">
      <p>{t('erasure.keep')}</p>
      <pre tabIndex={0} data-receipt>
        {text}
      </pre>
      <div class="row">
        <Button kind="primary" onPress={() => save(`erasure-${userId}.json`, 'application/json', [text])}>
          {t('erasure.download')}
        </Button>
      </div>
    </div>
  );
}

function Verify(): JSX.Element {
  const text = useSignal('');
  const isValid = useSignal<boolean | undefined>(undefined);
  const action = useAction();
  const verify = (): void =>
    action.run(async (signal) => {
      isValid.value = undefined;
      const receipt = JSON.parse(text.value) as Receipt;
      const answer = await call(
        'AdminService/VerifyErasureReceipt',
        { text: receipt.text, signature: receipt.signature },
        signal,
      );
      isValid.value = answer.isValid ?? false;
    });
  const read = (file: File): void =>
    action.run(async () => {
      text.value = await file.text();
    });
  return (
    <Card title={t('erasure.verify-title')}>
      <Form onSubmit={verify}>
        <FileField label={t('erasure.receipt-file')} onFile={read} />
        <TextArea label={t('erasure.receipt')} value={text} rows={8} isCode />
        <Button isDisabled={action.isRunning}>{t('erasure.verify')}</Button>
      </Form>
      <Failure error={action.error} />
      {isValid.value !== undefined && (
        <p role="status">
          <Badge tone={isValid.value ? 'good' : 'bad'}>{t(isValid.value ? 'erasure.valid' : 'erasure.invalid')}</Badge>
        </p>
      )}
    </Card>
  );
}
