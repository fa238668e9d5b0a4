/** Fits a line through points by least squares. */
export type Line = {
  readonly slope: number;
  /** The standard error of the slope, assuming that points scatter around the line by chance. */
  readonly error: number;
};

export function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const middle = mean(points.map(([x]) => x));
  const level = mean(points.map(([, y]) => y));
  const square = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / square;
  const rest = points.reduce((sum, [x, y]) => sum + (y - level - slope * (x - middle)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(points.length - 2, 1) / square) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
