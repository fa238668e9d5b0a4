/** The frame of every page: the menu, the caller, language and colours; or the form that asks for a key. */
import { computed, signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { caller, type Caller } from './caller.ts';
import { apiKey, forgetKey, keepKey, rejection } from './credentials.ts';
import { PAGES, type PageRow } from './pages.tsx';
import { Button, Form, TextField } from './parts/controls.tsx';
import { Dialogs } from './parts/dialogs.tsx';
import { Badge, Card, Empty, Failure, Loading } from './parts/frames.tsx';
import { language, LANGUAGES, theme, THEMES, type Language, type Theme } from './preferences.ts';
import { addressOf, page } from './router.ts';
import { nameOf, t } from './texts/text.ts';

/** The error with which the server refused to identify the caller. */
export const startFailure = signal<Error | undefined>(undefined);

const shown = computed(() => PAGES.filter(({ isFor }) => isFor()));
const current = computed(() => shown.value.find(({ name }) => name === page.value));

export function Frame(): JSX.Element {
  const who = caller.value;
  useEffect(() => {
    const title = current.value === undefined ? '' : `${t(current.value.title)} · `;
    document.title = `${title}Recorda`;
  }, [current.value, language.value, who]);
  if (who === undefined) return <Outside />;
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('app.skip')}
      </a>
      <header class="side">
        <Brand />
        <Menu />
        <div class="side-foot">
          <Who of={who} />
          <Preferences />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {current.value === undefined ? <Empty>{t('app.no-page')}</Empty> : <current.value.Page key={page.value} />}
      </main>
      <Dialogs />
    </div>
  );
}

function Brand(): JSX.Element {
  return (
    <a class="brand" href={addressOf('')}>
      <img src="/ui/icon.svg" alt="" width={28} height={28} />
      Recorda
    </a>
  );
}

function Menu(): JSX.Element {
  const isOpen = useSignal(false);
  const at = page.value;
  useEffect(() => void (isOpen.value = false), [at]);
  return (
    <nav aria-label={t('app.menu')} data-open={isOpen.value}>
      <button
        type="button"
        class="button quiet menu-button"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {t('app.menu')}
      </button>
      <ul>
        {shown.value.map((row) => (
          <li key={row.name}>
            <MenuLink of={row} isCurrent={row.name === at} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLink({ of, isCurrent }: { of: PageRow; isCurrent: boolean }): JSX.Element {
  return (
    <a href={addressOf(of.name)} aria-current={isCurrent ? 'page' : undefined}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={of.icon} />
      </svg>
      {t(of.title)}
    </a>
  );
}

function Who({ of }: { of: Caller }): JSX.Element {
  const { tenant = '', role, keyName = '', keyId = '' } = of;
  return (
    <div class="who">
      <div>
        <b class="cut">{keyName || keyId || tenant}</b>
        <Badge tone="accent">{nameOf(role)}</Badge>
      </div>
      {apiKey.value !== '' && (
        <Button kind="quiet" onPress={forgetKey}>
          {t('app.sign-out')}
        </Button>
      )}
    </div>
  );
}

function Preferences(): JSX.Element {
  return (
    <div class="preferences">
      <select
        aria-label={t('app.language')}
        value={language.value}
        onChange={(event) => (language.value = event.currentTarget.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code} selected={code === language.value}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('app.theme')}
        value={theme.value}
        onChange={(event) => (theme.value = event.currentTarget.value as Theme)}
      >
        {THEMES.map((one) => (
          <option key={one} value={one} selected={one === theme.value}>
            {t(`app.theme.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Is shown before the server has identified the caller. */
function Outside(): JSX.Element {
  return (
    <main class="outside" id="main">
      <Brand />
      {rejection.value !== undefined ? <SignIn said={rejection.value} /> : <Starting />}
      <Preferences />
    </main>
  );
}

function Starting(): JSX.Element {
  if (startFailure.value === undefined) return <Loading />;
  return (
    <Card>
      <Failure error={startFailure.value} />
      <Button onPress={() => location.reload()}>{t('app.again')}</Button>
    </Card>
  );
}

function SignIn({ said }: { said: string }): JSX.Element {
  const key = useSignal('');
  return (
    <Card>
      <Form onSubmit={() => keepKey(key.value.trim())}>
        <h1 class="wide-field">{t('sign-in.title')}</h1>
        <p class="muted wide-field">{t('sign-in.lead')}</p>
        {said !== '' && (
          <p class="failure wide-field" role="alert">
            {t('sign-in.refused')} <small lang="en">{said}</small>
          </p>
        )}
        <TextField
          class="wide-field"
          isSecret
          label={t('sign-in.key')}
          value={key}
          placeholder="rk_… · rt_…"
          isRequired
        />
        <Button kind="primary">{t('sign-in.submit')}</Button>
      </Form>
    </Card>
  );
}
