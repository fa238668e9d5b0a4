/** Shows how a value developed, by uPlot. All such charts of a page share their cursor: it marks the same time in each. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import * as format from '../format.ts';
import { theme } from '../preferences.ts';

const HEIGHT = 32;
const SECOND_MS = 1000;
/** The series of values; the others are times and the target. */
const VALUES = 1;
const POINT = 6;

export type SparklineProps = {
  readonly label: string;
  readonly timesMs: readonly number[];
  /** A value for each time, which is absent where there was none yet. */
  readonly values: readonly (number | undefined)[];
  /** Writes a value with its unit. */
  readonly write: (value: number) => string;
  /** Is drawn as a dashed line. */
  readonly target?: number | undefined;
};

/** Returns a function that tells what style.css sets for the chart, since a canvas does not know the page's variables. */
const styled = (property: 'stroke' | 'fill' | 'color') => (chart: uPlot) => getComputedStyle(chart.root)[property];

/** Draws the times from left to right; pointing at one tells its value. */
export function Sparkline({ label, timesMs, values, write, target }: SparklineProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLOutputElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const shown = useRef({ write, target });
  shown.current = { write, target };
  useEffect(() => {
    const element = frame.current!;
    const drawn = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [3, 3, 3, 3],
        legend: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: { y: { range: (_, __, most) => [0, Math.max(most, shown.current.target ?? 0) || 1] } },
        cursor: {
          y: false,
          drag: { x: false },
          points: { size: (_, series) => (series === VALUES ? POINT : 0) },
          sync: { key: 'sparklines' },
        },
        series: [
          {},
          { stroke: styled('stroke'), fill: styled('fill'), width: 1.5, points: { show: false } },
          { stroke: styled('color'), dash: [3, 3], width: 1, points: { show: false } },
        ],
        hooks: { setCursor: [({ cursor: { idx }, data }) => (reading.current!.value = textAt(data, idx))] },
      },
      [[], [], []],
      element,
    );
    function textAt([times, known]: uPlot.AlignedData, index: number | null | undefined): string {
      const value = known?.[index ?? -1];
      if (value === undefined || value === null) return '';
      return `${format.clock(times[index!]! * SECOND_MS)} · ${shown.current.write(value)}`;
    }
    chart.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
    };
  }, []);
  useEffect(() => {
    chart.current?.setData([timesMs.map((ms) => ms / SECOND_MS), [...values], timesMs.map(() => target)]);
  }, [timesMs, target, theme.value]);
  const latest = values.at(-1);
  return (
    <div class="spark">
      <div ref={frame} role="img" aria-label={latest === undefined ? label : `${label}: ${write(latest)}`} />
      <output ref={reading} aria-hidden />
    </div>
  );
}
