/** Spearman's rank correlation; equal values share the mean of their ranks. */
export function spearman(left: readonly number[], right: readonly number[]): number {
  return pearson(ranks(left), ranks(right));
}

function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).toSorted((a, b) => (values[a] as number) - (values[b] as number));
  const found: number[] = [];
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to++;
    for (const index of order.slice(from, to)) found[index] = (from + to - 1) / 2;
    from = to;
  }
  return found;
}

function pearson(left: readonly number[], right: readonly number[]): number {
  const leftMean = mean(left);
  const rightMean = mean(right);
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index++) {
    const a = (left[index] as number) - leftMean;
    const b = (right[index] as number) - rightMean;
    product += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  return product / Math.sqrt(leftSquares * rightSquares);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
