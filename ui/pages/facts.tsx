/** Facts of a user: the state of each and the reasons for it, and what can be done about it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button, Choices, Form, TextField } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Badge, Card, Empty, Failure, More, Show, type Tone } from '../parts/frames.tsx';
import { useAction, useLoad, usePages } from '../parts/load.ts';
import { nameOf, t } from '../texts/text.ts';

type Fact = NonNullable<Answer<'ContextService/ListFacts'>['facts']>[number];
type State = NonNullable<Fact['state']>;

const STATES = [
  'FACT_STATE_ACTIVE',
  'FACT_STATE_AGED',
  'FACT_STATE_STALE',
  'FACT_STATE_LOW_UNCONFIRMED',
  'FACT_STATE_SUPERSEDED',
  'FACT_STATE_FORGOTTEN',
] as const satisfies readonly State[];
const TONES: Readonly<Record<string, Tone>> = {
  FACT_STATE_ACTIVE: 'good',
  FACT_STATE_AGED: 'warn',
  FACT_STATE_STALE: 'bad',
  FACT_STATE_LOW_UNCONFIRMED: 'warn',
};
/** States in which facts may be confirmed, pinned and corrected. */
const STANDING: readonly string[] = STATES.slice(0, 4);
const FIRST_SHOWN: readonly string[] = STATES.slice(0, 3);

type FactsProps = { readonly userId: string; readonly title?: string; readonly note?: string };

export function Facts({ userId, title, note }: FactsProps): JSX.Element {
  const states = useSignal<readonly string[]>(FIRST_SHOWN);
  const facts = usePages<Fact>(
    async (pageToken, signal) => {
      const request = { scope: { userId }, states: states.value as readonly State[], pageToken };
      const answer = await call('ContextService/ListFacts', request, signal);
      return { rows: answer.facts ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId, states.value],
  );
  return (
    <Card title={title} note={note}>
      <Choices label={t('facts.states')} chosen={states} options={STATES.map((state) => [state, nameOf(state)])} />
      <Show of={facts}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('facts.none')}</Empty>
          ) : (
            <ul class="entries">
              {rows.map((fact) => (
                <FactEntry key={fact.id} userId={userId} fact={fact} onChange={facts.reload} />
              ))}
            </ul>
          )
        }
      </Show>
      <More of={facts} />
    </Card>
  );
}

type EntryProps = { readonly userId: string; readonly fact: Fact; readonly onChange: () => void };

function FactEntry({ userId, fact, onChange }: EntryProps): JSX.Element {
  const open = useSignal<'' | 'history' | 'correct'>('');
  const action = useAction();
  const { state = '', text = '', pinned = false } = fact;
  return (
    <li class="entry">
      <p class="said">{text === '' ? <i class="muted">{t('facts.erased')}</i> : text}</p>
      <div class="row small">
        <Badge tone={TONES[state] ?? 'plain'}>{nameOf(state)}</Badge>
        {pinned && <Badge tone="accent">{t('facts.pinned')}</Badge>}
        <Badge>{nameOf(fact.domain)}</Badge>
        <span class="muted">{whyKept(fact)}</span>
      </div>
      <div class="row">
        {STANDING.includes(state) && (
          <Standing
            userId={userId}
            fact={fact}
            onChange={onChange}
            action={action}
            onCorrect={() => (open.value = 'correct')}
          />
        )}
        {state === 'FACT_STATE_SUPERSEDED' && (
          <Button
            kind="quiet"
            onPress={() =>
              action.run(async () => {
                await call('ContextService/RestoreFact', { scope: { userId }, id: fact.id });
                say(t('facts.restored'));
                onChange();
              })
            }
          >
            {t('facts.restore')}
          </Button>
        )}
        <Button kind="quiet" onPress={() => (open.value = open.value === 'history' ? '' : 'history')}>
          {t('facts.history')}
        </Button>
      </div>
      <Failure error={action.error} />
      {open.value === 'correct' && <Correct userId={userId} fact={fact} onChange={onChange} />}
      {open.value === 'history' && <History userId={userId} id={fact.id ?? ''} />}
    </li>
  );
}

function whyKept(fact: Fact): string {
  const parts = [
    t('facts.said', { source: nameOf(fact.source), when: format.ago(fact.createTime) }),
    t('facts.confidence', { confidence: nameOf(fact.confidence) }),
  ];
  if (Number(fact.confirmationCount ?? 0) > 0)
    parts.push(
      t('facts.confirmed', { count: format.number(fact.confirmationCount), when: format.ago(fact.lastConfirmedTime) }),
    );
  if (fact.staleTime !== undefined)
    parts.push(
      t(fact.state === 'FACT_STATE_STALE' ? 'facts.went-stale' : 'facts.stale', { when: format.ago(fact.staleTime) }),
    );
  if (fact.subject) parts.push(t('facts.about', { subject: fact.subject }));
  return parts.join(' · ');
}

type StandingProps = EntryProps & { readonly action: ReturnType<typeof useAction>; readonly onCorrect: () => void };

/** Shows the actions for a fact in one of these states. */
function Standing({ userId, fact, onChange, action, onCorrect }: StandingProps): JSX.Element {
  const { id, text = '', pinned = false } = fact;
  const scope = { userId };
  const does = (done: string, work: () => Promise<unknown>) => () =>
    action.run(async () => {
      await work();
      say(done);
      onChange();
    });
  const forget = (): void =>
    action.run(async () => {
      const question = { title: t('facts.forget-title'), text, confirm: t('facts.forget') };
      if (!(await ask(question))) return;
      await call('ContextService/ForgetFact', { scope, id });
      say(t('facts.forgotten'));
      onChange();
    });
  return (
    <>
      <Button
        kind="quiet"
        onPress={does(t('facts.confirm-done'), () => call('ContextService/ConfirmFact', { scope, id }))}
      >
        {t('facts.confirm')}
      </Button>
      <Button
        kind="quiet"
        onPress={does(t(pinned ? 'facts.unpinned' : 'facts.pinned'), () =>
          call('ContextService/UpdateFact', { scope, fact: { id, pinned: !pinned }, updateMask: 'pinned' }),
        )}
      >
        {t(pinned ? 'facts.unpin' : 'facts.pin')}
      </Button>
      <Button kind="quiet" onPress={onCorrect}>
        {t('facts.correct')}
      </Button>
      <Button kind="quiet" onPress={forget}>
        {t('facts.forget')}
      </Button>
    </>
  );
}

/** Asks for the correct statement. */
function Correct({ userId, fact, onChange }: EntryProps): JSX.Element {
  const text = useSignal(fact.text ?? '');
  const action = useAction();
  return (
    <Form
      onSubmit={() =>
        action.run(async () => {
          await call('ContextService/ContradictFact', { scope: { userId }, id: fact.id, text: text.value });
          say(t('facts.corrected'));
          onChange();
        })
      }
    >
      <TextField class="wide-field" label={t('facts.instead')} value={text} isRequired />
      <Button kind="primary" isDisabled={action.isRunning}>
        {t('app.save')}
      </Button>
      <Failure error={action.error} />
    </Form>
  );
}

/** Tells to whom it was said, and what found it, as far as that is known. */
function originOf({ agentId, sessionId, turn, rule }: Fact): string {
  const known = [
    [t('memory.agent'), agentId],
    [t('memory.session'), sessionId],
    [t('facts.turn'), turn],
    [t('facts.rule'), rule],
  ] as const;
  return known
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}`]))
    .join(' · ');
}

function History({ userId, id }: { userId: string; id: string }): JSX.Element {
  const fact = useLoad((signal) => call('ContextService/GetFact', { scope: { userId }, id }, signal), [userId, id]);
  return (
    <Show of={fact}>
      {({ fact: now = {}, history = [], predecessors = [] }) => (
        <div class="detail">
          <ol class="timeline">
            {history.map(({ kind, time, count = 1 }, index) => (
              <li key={index}>
                <b>{nameOf(kind)}</b> {Number(count) > 1 && `× ${format.number(count)} `}
                <span class="muted">{format.time(time)}</span>
              </li>
            ))}
          </ol>
          {predecessors.length > 0 && <h3>{t('facts.predecessors')}</h3>}
          <ul>
            {predecessors.map((before) => (
              <li key={before.id} class="muted">
                {before.text || t('facts.erased')} · {format.time(before.createTime)}
              </li>
            ))}
          </ul>
          <p class="muted small">
            {originOf(now)} <code>{now.id}</code>
          </p>
        </div>
      )}
    </Show>
  );
}
