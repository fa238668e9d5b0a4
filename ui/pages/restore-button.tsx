/** A button that puts one archived memory back into the store. */
import type { JSX } from 'preact';
import { call } from '../call.ts';
import { Button } from '../parts/controls.tsx';
import { say } from '../parts/dialogs.tsx';
import { Failure } from '../parts/frames.tsx';
import { useAction } from '../parts/load.ts';
import { t } from '../texts/text.ts';

type RestoreProps = { readonly userId: string; readonly id: string; readonly onRestored: () => void };

export function RestoreButton({ userId, id, onRestored }: RestoreProps): JSX.Element {
  const action = useAction();
  const restore = async (): Promise<void> => {
    const { restoredIds = [], skippedIds = [] } = await call('AdminService/RestoreArchived', { userId, ids: [id] });
    say(t('archive.restored', { restored: restoredIds.length, skipped: skippedIds.length }));
    onRestored();
  };
  return (
    <>
      <Button kind="quiet" isDisabled={action.isRunning} onPress={() => action.run(restore)}>
        {t('archive.restore')}
      </Button>
      <Failure error={action.error} />
    </>
  );
}
