/** Writes numbers, sizes and times in the chosen language. */
import { language } from './preferences.ts';

/** A number as JSON has it: numbers of 64 bits are texts. */
export type Numeric = number | string | undefined;

/** The contract's limits count in these units. */
const KILO = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
const SECOND_MS = 1000;
/** The largest comes first; each is used up to the next larger one. */
const SPANS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export function number(value: Numeric, most = 0, least = 0): string {
  return Number(value ?? 0).toLocaleString(language.value, {
    maximumFractionDigits: most,
    minimumFractionDigits: least,
  });
}

/** Shows three significant digits. */
export function milliseconds(value: Numeric): string {
  const ms = Number(value ?? 0);
  return `${number(ms, ms < 1 ? 2 : ms < 100 ? 1 : 0)} ms`;
}

export function bytes(value: Numeric): string {
  let size = Number(value ?? 0);
  let unit = 0;
  while (size >= KILO && unit < UNITS.length - 1) {
    size /= KILO;
    unit += 1;
  }
  return `${number(size, size < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`;
}

export function percent(value: Numeric, most = 1): string {
  return `${number(value, most)} %`;
}

/** A unit may begin with a number, like `1,000 nodes`. */
export function quantity(value: Numeric, unit: string): string {
  return `${number(value, 6)} ${/^\d/.test(unit) ? '× ' : ''}${unit}`;
}

/** Writes a name as a heading has it. */
export const asHeading = (name: string): string => name.slice(0, 1).toLocaleUpperCase(language.value) + name.slice(1);

export function dollars(value: Numeric): string {
  const given = Number(value ?? 0);
  // Less than the digits show is written as nothing.
  const amount = Math.abs(given) < 5e-7 ? 0 : given;
  const small = amount !== 0 && Math.abs(amount) < 0.01;
  return `$${number(amount, small ? 6 : 2, small ? 0 : 2)}`;
}

export function time(value: string | undefined): string {
  if (value === undefined) return '—';
  return new Date(value).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });
}

export function day(value: string | undefined): string {
  if (value === undefined) return '—';
  return new Date(value).toLocaleDateString(language.value, { dateStyle: 'medium' });
}

export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString(language.value, { timeStyle: 'medium' });
}

/** Returns texts like `3 days ago` or `in 3 days`. */
export function ago(value: string | undefined): string {
  if (value === undefined) return '—';
  const seconds = (Date.parse(value) - Date.now()) / SECOND_MS;
  const [unit, length] = SPANS.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  const written = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  return written.format(Math.round(seconds / length), unit);
}
