/** Exports everything of a user as a file of JSON Lines, to keep or to import elsewhere. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { stream } from '../call.ts';
import * as format from '../format.ts';
import { Button } from '../parts/controls.tsx';
import { Failure } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { save } from '../parts/save.ts';
import { t } from '../texts/text.ts';

export function ExportUser({ userId }: { userId: string }): JSX.Element {
  const told = useSignal('');
  const action = useAction();
  const take = (): void =>
    action.run(async (signal) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let lines = 0;
      for await (const answer of stream('AdminService/ExportUserData', { userId }, signal)) {
        parts.push(Uint8Array.from(atob(answer.lines ?? ''), (letter) => letter.charCodeAt(0)));
        lines += Number(answer.lineCount ?? 0);
        told.value = t('export.lines', { count: format.number(lines) });
      }
      save(`export-${userId}.jsonl`, 'application/jsonl', parts);
    });
  return (
    <>
      <Button isDisabled={action.isRunning} onPress={take}>
        {t('export.export')}
      </Button>
      {action.isRunning && <Button onPress={action.cancel}>{t('app.cancel')}</Button>}
      <span class="muted small" role="status">
        {told.value}
      </span>
      <Failure error={action.error} />
    </>
  );
}
