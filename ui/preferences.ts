/** Language and colours, as chosen in this browser. */
import { effect, signal } from '@preact/signals';

export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGES;
const isTheme = (text: string | null): text is Theme => (THEMES as readonly (string | null)[]).includes(text);

function keptLanguage(): Language {
  const kept = localStorage.getItem('recorda.language');
  if (isLanguage(kept)) return kept;
  return navigator.language.startsWith('es') ? 'es' : 'en';
}

const keptTheme = localStorage.getItem('recorda.theme');

export const language = signal<Language>(keptLanguage());
/** `auto` follows the system. */
export const theme = signal<Theme>(isTheme(keptTheme) ? keptTheme : 'auto');

export function applyPreferences(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    localStorage.setItem('recorda.language', language.value);
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem('recorda.theme', theme.value);
  });
}
