/** Small drawings in SVG, which use the colours of the page. */
import type { JSX } from 'preact';

const SPARK_WIDTH = 120;
const SPARK_HEIGHT = 28;
/** The number of colours that style.css has for parts of a whole. */
const COLOURS = 14;

export const colourOf = (index: number): string => `var(--part-${index % COLOURS})`;

type SparklineProps = { readonly values: readonly number[]; readonly label: string; readonly target?: number };

/** Draws how a value developed, from left to right; the dashed line is its target. */
export function Sparkline({ values, label, target }: SparklineProps): JSX.Element {
  const most = Math.max(...values, target ?? 0) || 1;
  const y = (value: number): number => SPARK_HEIGHT - 2 - (value / most) * (SPARK_HEIGHT - 4);
  const x = (index: number): number => (index / Math.max(1, values.length - 1)) * SPARK_WIDTH;
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {target !== undefined && <line class="spark-target" x1={0} x2={SPARK_WIDTH} y1={y(target)} y2={y(target)} />}
      {values.length > 1 && (
        <>
          <polygon class="spark-area" points={`0,${SPARK_HEIGHT} ${line} ${SPARK_WIDTH},${SPARK_HEIGHT}`} />
          <polyline class="spark-line" points={line} />
        </>
      )}
    </svg>
  );
}

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
