/** The building blocks of pages: cards, tables, marks, and what is shown while something loads or has failed. */
import type { ComponentChild, ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { CallError } from '../call.ts';
import { isTextKey, t, type TextKey } from '../texts/text.ts';
import type { Loaded, Paged } from './load.ts';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Heading({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="heading">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="muted">{lead}</p>}
      </div>
      {children !== undefined && <div class="row">{children}</div>}
    </header>
  );
}

type CardProps = {
  readonly title?: string | undefined;
  readonly note?: ComponentChild;
  readonly class?: string;
  readonly children: ComponentChildren;
};

export function Card({ title, note, class: own = '', children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class={`card ${own}`} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div class="card-head">
          <h2 id={id}>{title}</h2>
          {note !== undefined && <div class="muted">{note}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

type FigureProps = {
  readonly label: string;
  readonly value: ComponentChild;
  readonly note?: ComponentChild;
  readonly tone?: Tone;
  readonly children?: ComponentChildren;
};

/** Shows one large number and what it counts. */
export function Figure({ label, value, note, tone = 'plain', children }: FigureProps): JSX.Element {
  return (
    <div class={`figure tone-${tone}`}>
      <div class="figure-label">{label}</div>
      <div class="figure-value">{value}</div>
      {note !== undefined && <div class="muted small">{note}</div>}
      {children}
    </div>
  );
}

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }): JSX.Element {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}

/** The percentage from which a quota is nearly full. */
const WARNING = 80;
const CRITICAL = 95;

function toneOfUse(percentUsed: number): Tone {
  return percentUsed >= CRITICAL ? 'bad' : percentUsed >= WARNING ? 'warn' : 'good';
}

/** Shows how full something is, with marks at 80 and 95 %. */
export function Meter({ percent, label }: { percent: number; label: string }): JSX.Element {
  const shown = Math.max(0, Math.min(100, percent));
  return (
    <div
      class={`meter tone-${toneOfUse(percent)}`}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div class="meter-fill" style={{ width: `${shown}%` }} />
      <i class="meter-mark" style={{ left: `${WARNING}%` }} />
      <i class="meter-mark" style={{ left: `${CRITICAL}%` }} />
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

export function Failure({ error }: { error: Error | undefined }): JSX.Element | null {
  if (error === undefined) return null;
  return (
    <p class="failure" role="alert">
      {t(keyOf(error))} <span lang="en">{error.message}</span>
      {error instanceof CallError && <code>{error.code}</code>}
    </p>
  );
}

/** The server's own words, which are in English, follow the page's. */
function keyOf(error: Error): TextKey {
  const key = `app.error.${error instanceof CallError ? error.code : ''}`;
  return isTextKey(key) ? key : 'app.error.other';
}

type ShowProps<T> = { readonly of: Loaded<T>; readonly children: (value: T) => ComponentChild };

/** Shows what was loaded, or that it is loading; if loading failed, the error beside it. */
export function Show<T>({ of, children }: ShowProps<T>): JSX.Element {
  return (
    <>
      <Failure error={of.error} />
      {of.value !== undefined ? children(of.value) : of.isLoading && <Loading />}
    </>
  );
}

export function Loading(): JSX.Element {
  return (
    <div class="loading" role="status">
      <i />
      {t('app.loading')}
    </div>
  );
}

export function More<T>({ of }: { of: Paged<T> }): JSX.Element | null {
  if (!of.hasMore) return null;
  return (
    <div class="row center">
      <button type="button" class="button" disabled={of.isLoading} onClick={of.more}>
        {t('app.more')}
      </button>
    </div>
  );
}

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChild;
  readonly isNumber?: boolean;
  /** The column takes the width that the others leave. */
  readonly isWide?: boolean;
};

type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** Narrow screens scroll the table sideways on its own. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  if (rows.length === 0) return <Empty>{t('app.nothing')}</Empty>;
  const kind = ({ isNumber, isWide }: Column<Row>): string => (isNumber ? 'number' : isWide ? 'wide' : '');
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={kind(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.head} class={kind(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows names and values, one pair a line. */
export function Pairs({ of }: { of: readonly (readonly [string, ComponentChild])[] }): JSX.Element {
  return (
    <dl class="pairs">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type TabsProps<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly (readonly [Name, string])[];
  readonly at: Name;
  readonly onChoose: (name: Name) => void;
};

/** Arrow keys move from one tab to the next. */
export function Tabs<Name extends string>({ label, tabs, at, onChoose }: TabsProps<Name>): JSX.Element {
  const choose = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (tabs.findIndex(([name]) => name === at) + step + tabs.length) % tabs.length;
    onChoose(tabs[next]![0]);
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]');
    buttons[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={choose}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === at}
          tabIndex={name === at ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
