/** Chooses the page by the address under /ui. Ids are in the query, since there they may be any text. */
import { computed, signal } from '@preact/signals';

const ROOT = '/ui/';

export type Query = Readonly<Record<string, string | undefined>>;

const address = signal(read());

function read(): { readonly page: string; readonly query: Query } {
  const page = location.pathname.replace(/^\/ui\/?/, '');
  return { page, query: Object.fromEntries(new URLSearchParams(location.search)) };
}

/** The page, like `users`; empty for the first. */
export const page = computed(() => address.value.page);
export const query = computed(() => address.value.query);

export function addressOf(name: string, given: Query = {}): string {
  const search = new URLSearchParams(Object.entries(given).filter((pair): pair is [string, string] => !!pair[1]));
  const text = search.toString();
  return `${ROOT}${name}${text === '' ? '' : `?${text}`}`;
}

export function go(name: string, given: Query = {}): void {
  history.pushState(null, '', addressOf(name, given));
  address.value = read();
  scrollTo(0, 0);
}

/** Changes parts of the query, and replaces the current address. */
export function amend(changes: Query): void {
  history.replaceState(null, '', addressOf(page.peek(), { ...query.peek(), ...changes }));
  address.value = read();
}

/** Links within the dashboard change the page without a reload. */
export function followLinks(): void {
  addEventListener('popstate', () => (address.value = read()));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : undefined;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (
      link.origin !== location.origin ||
      !link.pathname.startsWith(ROOT) ||
      link.target !== '' ||
      link.download !== ''
    )
      return;
    if (link.hash !== '') return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    address.value = read();
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}
