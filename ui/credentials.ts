/** The key that calls use. It is kept for this tab alone, and is lost when the tab is closed. */
import { signal } from '@preact/signals';

const KEPT_AS = 'recorda.key';

/** Is empty if there is none. */
export const apiKey = signal(sessionStorage.getItem(KEPT_AS) ?? '');
/**
 * The server's message about a key that it refused; '' if it had none, and `undefined` if it was not asked.
 */
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

/** A refused key is not used again. Without a key the form reports no fault, since nobody has tried yet. */
export function rejectKey(message: string): void {
  const hadKey = apiKey.peek() !== '';
  sessionStorage.removeItem(KEPT_AS);
  rejection.value = hadKey ? message : (rejection.peek() ?? '');
  apiKey.value = '';
}
