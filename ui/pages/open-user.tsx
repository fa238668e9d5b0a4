/** Asks for a user if none is chosen. A key that is for some users offers those. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ownUsers } from '../caller.ts';
import { Button, Form, Select, TextField } from '../parts/controls.tsx';
import { go, page, query } from '../router.ts';
import { t } from '../texts/text.ts';

export function OpenUser(): JSX.Element {
  const known = query.value['id'] ?? ownUsers.value[0] ?? '';
  const id = useSignal(known);
  useEffect(() => void (id.value = known), [known]);
  const users = ownUsers.value;
  return (
    <Form
      class="inline"
      onSubmit={() => go(page.value === 'users' ? 'user' : page.value, { ...query.value, id: id.value })}
    >
      {users.length > 0 ? (
        <Select label={t('users.open')} value={id} options={users.map((user) => [user, user])} />
      ) : (
        <TextField label={t('users.open')} value={id} isRequired />
      )}
      <Button kind="primary">{t('app.open')}</Button>
    </Form>
  );
}
