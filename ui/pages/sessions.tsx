/** Sessions of a user: turns, segments and budget of one, and its events as they happen. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../call.ts';
import { ownUsers } from '../caller.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button } from '../parts/controls.tsx';
import { ask, say } from '../parts/dialogs.tsx';
import { Legend, StackedBar } from '../parts/drawings.tsx';
import {
  Badge,
  Card,
  Empty,
  Failure,
  Figure,
  Heading,
  More,
  Pairs,
  Show,
  Table,
  type Column,
} from '../parts/frames.tsx';
import { useLive } from '../parts/live.ts';
import { useAction, useLoad, usePages } from '../parts/load.ts';
import { addressOf, query } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';
import { partsOf } from './block-kinds.ts';
import { OpenUser } from './open-user.tsx';

type Session = NonNullable<Answer<'ContextService/ListSessions'>['sessions']>[number];
type Turn = NonNullable<Answer<'ContextService/ListTurns'>['turns']>[number];
type Segment = NonNullable<Answer<'ContextService/ListTurns'>['segments']>[number];
/** A turn, or the summary of the turns that come after it in this list. */
type Entry = Turn | { readonly summary: Segment };
type Event = Answer<'ContextService/WatchSession'>;

const SHOWN_EVENTS = 30;
const TURNS = 30;
const PERCENT = 100;

export function Sessions(): JSX.Element {
  const { id = ownUsers.value[0] ?? '', session = '' } = query.value;
  return (
    <>
      <Heading title={t('sessions.title')} lead={t('sessions.lead')}>
        <OpenUser />
      </Heading>
      {id === '' ? (
        <Empty>{t('user.none')}</Empty>
      ) : session === '' ? (
        <Listed userId={id} key={id} />
      ) : (
        <One userId={id} sessionId={session} key={`${id} ${session}`} />
      )}
    </>
  );
}

function Listed({ userId }: { userId: string }): JSX.Element {
  const sessions = usePages<Session>(
    async (pageToken, signal) => {
      const answer = await call('ContextService/ListSessions', { scope: { userId }, pageToken }, signal);
      return { rows: answer.sessions ?? [], next: answer.nextPageToken ?? '' };
    },
    [userId],
  );
  const columns: readonly Column<Session>[] = [
    {
      head: t('memory.session'),
      isWide: true,
      cell: ({ sessionId = '' }) => (
        <a class="cut strong" href={addressOf('sessions', { id: userId, session: sessionId })}>
          {sessionId}
        </a>
      ),
    },
    { head: t('sessions.turns'), isNumber: true, cell: ({ turnCount }) => format.number(turnCount) },
    { head: t('sessions.in-window'), isNumber: true, cell: ({ windowTurnCount }) => format.number(windowTurnCount) },
    { head: t('sessions.segments'), isNumber: true, cell: ({ segmentCount }) => format.number(segmentCount) },
    { head: t('prompt.tokens'), isNumber: true, cell: ({ tokenCount }) => format.number(tokenCount) },
    { head: t('sessions.last'), cell: ({ updateTime }) => format.ago(updateTime) },
    {
      head: t('sessions.state'),
      cell: ({ endTime }) => (
        <Badge tone={endTime === undefined ? 'good' : 'plain'}>
          {t(endTime === undefined ? 'sessions.open' : 'sessions.ended')}
        </Badge>
      ),
    },
  ];
  return (
    <Card>
      <Show of={sessions}>
        {(rows) => (
          <Table label={t('sessions.title')} columns={columns} rows={rows} keyOf={({ sessionId = '' }) => sessionId} />
        )}
      </Show>
      <More of={sessions} />
    </Card>
  );
}

type OneProps = { readonly userId: string; readonly sessionId: string };

function One({ userId, sessionId }: OneProps): JSX.Element {
  const scope = { userId, sessionId };
  const { events, isLive, error, turnChanges, prompts } = useEvents(userId, sessionId);
  const entries = usePages<Entry>(
    async (pageToken, signal) => {
      const request = { scope, pageToken, pageSize: TURNS, orderBy: 'turn desc' };
      const answer = await call('ContextService/ListTurns', request, signal);
      return { rows: entriesOf(answer.turns ?? [], answer.segments ?? []), next: answer.nextPageToken ?? '' };
    },
    [userId, sessionId],
  );
  useEffect(() => {
    if (turnChanges > 0) entries.reload();
  }, [turnChanges]);
  return (
    <>
      <div class="row">
        <a class="button" href={addressOf('sessions', { id: userId })}>
          ← {t('sessions.all')}
        </a>
        <a class="button" href={addressOf('prompt', { user: userId, session: sessionId })}>
          {t('prompt.title')}
        </a>
        <Ends {...scope} onChange={entries.reload} />
      </div>
      <Budget {...scope} prompts={prompts} />
      <div class="columns uneven">
        <Card title={sessionId}>
          <Show of={entries}>
            {(rows) => (
              <ol class="entries">
                {rows.map((entry) =>
                  'summary' in entry ? (
                    <SegmentEntry key={`segment ${entry.summary.segment}`} of={entry.summary} />
                  ) : (
                    <TurnEntry key={`${entry.turn} ${entry.createTime}`} of={entry} />
                  ),
                )}
              </ol>
            )}
          </Show>
          <More of={entries} />
        </Card>
        <Card title={t('sessions.happens')} note={isLive && <Badge tone="good">{t('app.live')}</Badge>}>
          <Failure error={error} />
          {events.length === 0 && <Empty>{t('memory.no-changes')}</Empty>}
          <ol class="timeline" aria-live="polite">
            {events.map((event, index) => (
              <li key={events.length - index}>{textOf(event)}</li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

/** Puts each segment before the turns that it summarises, of which the newest comes first. */
function entriesOf(turns: readonly Turn[], segments: readonly Segment[]): readonly Entry[] {
  const summaries = [...segments];
  const entries: Entry[] = [];
  for (const turn of turns) {
    while (summaries[0] !== undefined && (summaries[0].lastTurn ?? 0) >= (turn.turn ?? 0))
      entries.push({ summary: summaries.shift()! });
    entries.push(turn);
  }
  return [...entries, ...summaries.map((summary) => ({ summary }))];
}

function Ends({ userId, sessionId, onChange }: OneProps & { onChange: () => void }): JSX.Element {
  const action = useAction();
  const scope = { userId, sessionId };
  const end = async (): Promise<void> => {
    if (!(await ask({ title: t('sessions.end'), text: t('sessions.end-text'), confirm: t('sessions.end') }))) return;
    await call('ContextService/EndSession', { scope });
    say(t('sessions.ended'));
    onChange();
  };
  return (
    <>
      <Button onPress={() => action.run(end)}>{t('sessions.end')}</Button>
      <Failure error={action.error} />
    </>
  );
}

/** Shows a summary line by line, as prompts have it. */
function SegmentEntry({ of }: { of: Segment }): JSX.Element {
  const { segment = 0, firstTurn = 0, lastTurn = 0, tokenCount, text = '' } = of;
  return (
    <li class="entry">
      <div class="detail segment">
        <div class="row small">
          <b>{t('sessions.segment', { segment, first: firstTurn, last: lastTurn })}</b>
          <span class="muted">{t('sessions.segment-tokens', { tokens: format.number(tokenCount) })}</span>
        </div>
        <Pairs
          of={text.split('\n').map((line) => {
            const [name = '', ...rest] = line.split(': ');
            return [nameOf(name), rest.join(': ')];
          })}
        />
      </div>
    </li>
  );
}

function TurnEntry({ of }: { of: Turn }): JSX.Element {
  const { turn, said = {}, inWindow = false, createTime } = of;
  return (
    <li class="entry">
      <div class="row small">
        <b>{format.number(turn)}</b>
        <Badge tone={said.role === 'ROLE_ASSISTANT' ? 'accent' : 'plain'}>
          {said.speaker || nameOf(said.role ?? 'ROLE_USER')}
        </Badge>
        {inWindow && <Badge tone="good">{t('sessions.in-window')}</Badge>}
        <span class="muted">{format.ago(createTime)}</span>
      </div>
      <p class="said">{said.content}</p>
    </li>
  );
}

/** Shows the sums of its prompts, by what they were spent on, and again after each further prompt. */
function Budget({ userId, sessionId, prompts }: OneProps & { prompts: number }): JSX.Element {
  const usage = useLoad(
    (signal) => call('ContextService/GetTokenUsage', { scope: { userId, sessionId } }, signal),
    [userId, sessionId],
  );
  useEffect(() => {
    if (prompts > 0) usage.reload();
  }, [prompts]);
  return (
    <Show of={usage}>
      {({
        promptCount,
        tokenCount,
        kinds = [],
        naiveTokenCount,
        savedShare,
        nearLimitCount,
        cost,
        largestTokenCount,
      }) => {
        const parts = partsOf(kinds);
        return (
          <>
            <div class="figures">
              <Figure
                label={t('sessions.prompts')}
                value={format.number(promptCount)}
                note={t('sessions.near', { count: format.number(nearLimitCount) })}
              />
              <Figure
                label={t('sessions.prompt-tokens')}
                value={format.number(tokenCount)}
                note={t('sessions.naive', { count: format.number(naiveTokenCount) })}
              />
              <Figure
                label={t('prompt.saved')}
                tone={Number(savedShare ?? 0) > 0 ? 'good' : 'warn'}
                value={format.percent(Number(savedShare ?? 0) * PERCENT)}
                note={t('sessions.largest', { count: format.number(largestTokenCount) })}
              />
              <Figure
                label={t('prompt.cost')}
                value={format.dollars(cost?.usd)}
                note={t('prompt.cached', { usd: format.dollars(cost?.cachedHistoryUsd) })}
              />
            </div>
            {parts.length > 0 && (
              <Card title={t('sessions.spent')}>
                <StackedBar label={t('sessions.spent')} parts={parts} most={Math.max(1, Number(tokenCount ?? 0))} />
                <Legend parts={parts} />
              </Card>
            )}
          </>
        );
      }}
    </Show>
  );
}

type Happening = {
  readonly events: readonly Event[];
  readonly isLive: boolean;
  readonly error: Error | undefined;
  /** How often turns or segments came, or may have been missed. */
  readonly turnChanges: number;
  readonly prompts: number;
};

function useEvents(userId: string, sessionId: string): Happening {
  const [{ events, turns, prompts }, setHappened] = useState<Happened>(NOTHING);
  const { isLive, gaps, error } = useLive(
    'ContextService/WatchSession',
    {
      requestOf: () => ({ scope: { userId, sessionId } }),
      take(event) {
        // The first message is empty.
        if (Object.keys(event).length > 0) setHappened((before) => happened(before, event));
        return undefined;
      },
    },
    [userId, sessionId],
  );
  return { events, isLive, error, turnChanges: turns + gaps, prompts: prompts + gaps };
}

type Happened = { readonly events: readonly Event[]; readonly turns: number; readonly prompts: number };
const NOTHING: Happened = { events: [], turns: 0, prompts: 0 };

/** Only the latest events are shown, but all are counted. */
function happened({ events, turns, prompts }: Happened, event: Event): Happened {
  const { turn, sealed, missedCount, prompt } = event;
  return {
    events: [event, ...events].slice(0, SHOWN_EVENTS),
    turns: turns + ((turn ?? sealed ?? missedCount) === undefined ? 0 : 1),
    prompts: prompts + ((prompt ?? missedCount) === undefined ? 0 : 1),
  };
}

function textOf(event: Event): string {
  const { turn, sealed, prompt, endedTurnCount, missedCount, fact, forgottenFactId, confirmedFactId } = event;
  if (turn !== undefined) {
    const shift = turn.shift === undefined ? '' : t('sessions.shift');
    return t('sessions.turn', { turn: turn.turn ?? 0, tokens: format.number(turn.tokenCount) }) + shift;
  }
  if (sealed !== undefined)
    return t('sessions.sealed', {
      segment: sealed.segment ?? 0,
      first: sealed.firstTurn ?? 0,
      last: sealed.lastTurn ?? 0,
    });
  if (prompt !== undefined)
    return t('sessions.prompt', { tokens: format.number(prompt.tokenCount), most: format.number(prompt.maxTokens) });
  if (endedTurnCount !== undefined) return t('sessions.ended-after', { count: endedTurnCount });
  if (fact !== undefined) return t('sessions.fact', { rule: fact.rule ?? '', id: fact.id ?? '' });
  if (forgottenFactId !== undefined) return t('sessions.forgotten', { id: forgottenFactId });
  if (confirmedFactId !== undefined) return t('sessions.confirmed', { id: confirmedFactId });
  return t('sessions.missed', { count: missedCount ?? 0 });
}
