/** Bars of parts of a whole, in the colours of the page. */
import type { JSX } from 'preact';

/** The number of colours that style.css has for parts of a whole. */
const COLOURS = 14;

export const colourOf = (index: number): string => `var(--part-${index % COLOURS})`;

export type Part = { readonly name: string; readonly value: number; readonly text: string; readonly colour: number };

/** Draws parts of a whole side by side in one bar; `most` is the value that fills it. */
export function StackedBar({
  parts,
  most,
  label,
}: {
  parts: readonly Part[];
  most: number;
  label: string;
}): JSX.Element {
  return (
    <div
      class="stack"
      role="img"
      aria-label={`${label}: ${parts.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
    >
      {parts.map(({ name, value, text, colour }) => (
        <span
          key={name}
          title={`${name}: ${text}`}
          style={{ width: `${(Math.max(0, value) / most) * 100}%`, background: colourOf(colour) }}
        />
      ))}
    </div>
  );
}

export function Legend({ parts }: { parts: readonly Part[] }): JSX.Element {
  return (
    <ul class="legend">
      {parts.map(({ name, text, colour }) => (
        <li key={name}>
          <i style={{ background: colourOf(colour) }} />
          {name} <b>{text}</b>
        </li>
      ))}
    </ul>
  );
}
