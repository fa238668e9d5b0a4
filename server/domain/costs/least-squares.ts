/** A straight line through points. */
export type Point = { readonly x: number; readonly y: number };

/** How much y grows with each x, where the sum of the squared distances in y is least. 0 where all points have one x. */
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
