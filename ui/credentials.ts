/** The key that calls show. It is kept for this tab alone, and is gone with it. */
import { signal } from '@preact/signals';

const KEPT_AS = 'recorda.key';

/** Empty: none. */
export const apiKey = signal(sessionStorage.getItem(KEPT_AS) ?? '');
/** What the server said of the key that it would not take; empty: nothing, `undefined`: it was not asked. */
export const rejection = signal<string | undefined>(undefined);

export function keepKey(key: string): void {
  sessionStorage.setItem(KEPT_AS, key);
  rejection.value = undefined;
  apiKey.value = key;
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEPT_AS);
  rejection.value = '';
  apiKey.value = '';
}

/** A key that does not hold is not shown again. Without one the form says nothing of a fault: nobody has tried yet. */
export function rejectKey(message: string): void {
  const hadKey = apiKey.peek() !== '';
  sessionStorage.removeItem(KEPT_AS);
  rejection.value = hadKey ? message : (rejection.peek() ?? '');
  apiKey.value = '';
}
