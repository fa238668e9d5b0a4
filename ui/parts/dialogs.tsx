/** Asks before something is done that cannot be undone or that limits somebody, and reports what was done. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts/text.ts';
import { Button, Form, TextField } from './controls.tsx';

type Question = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** A text that has to be typed before it can be done. */
  readonly typed?: string;
  /** Nothing is lost by it. */
  readonly isHarmless?: boolean;
};

const NOTICE_MS = 6000;

const asked = signal<(Question & { readonly answer: (isYes: boolean) => void }) | undefined>(undefined);
const notice = signal('');
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Resolves to whether the answer is yes. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(isYes) {
        asked.value = undefined;
        resolve(isYes);
      },
    };
  });
}

/** Shows a message for a while, and announces it to screen readers. */
export function say(text: string): void {
  notice.value = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.value = ''), NOTICE_MS);
}

export function Dialogs(): JSX.Element {
  return (
    <>
      {asked.value !== undefined && <Asked {...asked.value} />}
      <div class="notice" role="status" aria-live="polite" data-shown={notice.value !== ''}>
        {notice.value}
      </div>
    </>
  );
}

type AskedProps = Question & { readonly answer: (isYes: boolean) => void };

function Asked({ title, text, confirm, typed, isHarmless = false, answer }: AskedProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const said = useSignal('');
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => answer(false)}>
      <Form onSubmit={() => answer(true)}>
        <h2 id={id}>{title}</h2>
        <p class="wide-field">{text}</p>
        {typed !== undefined && <TextField class="wide-field" label={t('app.type', { text: typed })} value={said} />}
        <div class="row end wide-field">
          <Button onPress={() => answer(false)}>{t('app.cancel')}</Button>
          <Button kind={isHarmless ? 'primary' : 'danger'} isDisabled={typed !== undefined && said.value !== typed}>
            {confirm}
          </Button>
        </div>
      </Form>
    </dialog>
  );
}
