/** Outbox: changes on their way to the index that servers share, and those that it refused. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Button } from '../parts/controls.tsx';
import { say } from '../parts/dialogs.tsx';
import { Badge, Card, Empty, Failure, Figure, Heading, More, Show, Table } from '../parts/frames.tsx';
import { useAction, useLoad, usePages } from '../parts/load.ts';
import { addressOf } from '../router.ts';
import { nameOf, t } from '../texts/text.ts';

const REFRESH_MS = 10_000;

type Letter = NonNullable<Answer<'AdminService/ListOutboxDeadLetters'>['deadLetters']>[number];

export function Outbox(): JSX.Element {
  const state = useLoad((signal) => call('AdminService/GetOutbox', {}, signal), [], REFRESH_MS);
  return (
    <>
      <Heading title={t('outbox.title')} lead={t('outbox.lead')} />
      <Show of={state}>
        {({ mirrored = false, indexAvailable = false, waitingCount, sentCount, deadCount, oldestChangeTime }) =>
          mirrored ? (
            <>
              <div class="figures">
                <Figure
                  label={t('outbox.index')}
                  value={
                    <Badge tone={indexAvailable ? 'good' : 'bad'}>
                      {t(indexAvailable ? 'overview.answers' : 'overview.away')}
                    </Badge>
                  }
                />
                <Figure
                  label={t('outbox.waiting')}
                  value={format.number(waitingCount)}
                  note={oldestChangeTime && t('outbox.oldest', { when: format.ago(oldestChangeTime) })}
                />
                <Figure label={t('outbox.sent')} value={format.number(sentCount)} />
                <Figure
                  label={t('outbox.dead')}
                  tone={Number(deadCount ?? 0) > 0 ? 'bad' : 'good'}
                  value={format.number(deadCount)}
                />
              </div>
              <DeadLetters count={deadCount} onReplay={state.reload} />
            </>
          ) : (
            <Empty>{t('outbox.none')}</Empty>
          )
        }
      </Show>
    </>
  );
}

/** Loads the list again whenever their number changes. */
function DeadLetters({ count, onReplay }: { count: string | number | undefined; onReplay: () => void }): JSX.Element {
  const letters = usePages<Letter>(
    async (pageToken, signal) => {
      const answer = await call('AdminService/ListOutboxDeadLetters', { pageToken }, signal);
      return { rows: answer.deadLetters ?? [], next: answer.nextPageToken ?? '' };
    },
    [count],
  );
  const action = useAction();
  const replay = (memoryIds: readonly string[]) => () =>
    action.run(async () => {
      const { replayedCount } = await call('AdminService/ReplayOutboxDeadLetters', { memoryIds });
      say(t('outbox.replayed', { count: format.number(replayedCount) }));
      letters.reload();
      onReplay();
    });
  return (
    <Card
      title={t('outbox.dead')}
      note={
        <Button isDisabled={(letters.value ?? []).length === 0} onPress={replay([])}>
          {t('outbox.replay-all')}
        </Button>
      }
    >
      <Failure error={action.error} />
      <Show of={letters}>
        {(rows) => (
          <Table
            label={t('outbox.dead')}
            rows={rows}
            keyOf={({ memoryId = '' }) => memoryId}
            columns={[
              { head: t('memory.id'), isWide: true, cell: ({ memoryId }) => <code class="cut">{memoryId}</code> },
              {
                head: t('user.title'),
                cell: ({ userId = '' }) => <a href={addressOf('user', { id: userId })}>{userId}</a>,
              },
              { head: t('prompt.why'), cell: ({ reason }) => nameOf(reason) },
              { head: t('outbox.attempts'), isNumber: true, cell: ({ attempts }) => format.number(attempts) },
              { head: t('outbox.since'), cell: ({ deadTime }) => format.ago(deadTime) },
              {
                head: t('outbox.replay'),
                cell: ({ memoryId = '' }) => (
                  <Button kind="quiet" onPress={replay([memoryId])}>
                    {t('outbox.replay')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Show>
      <More of={letters} />
    </Card>
  );
}
