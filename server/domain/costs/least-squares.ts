/** Fits a straight line to points. */
export type Point = { readonly x: number; readonly y: number };

/** Returns the slope of the line with the least sum of squared distances in y; 0 if all points have the same x. */
export function slopeOf(points: readonly Point[]): number {
  if (points.length === 0) return 0;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  let covariance = 0;
  let variance = 0;
  for (const { x, y } of points) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) * (x - meanX);
  }
  return variance === 0 ? 0 : covariance / variance;
}
