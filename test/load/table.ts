/** Prints a plain table: the first column aligned to the left, numbers to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}

/** Shows milliseconds with about three digits: 0.08, 1.23, 12.3, 123. */
export function formatMs(ms: number): string {
  if (!Number.isFinite(ms)) return '-';
  return ms.toFixed(Math.abs(ms) < 10 ? 2 : Math.abs(ms) < 100 ? 1 : 0);
}

/** Shows a whole number with separated thousands: 12,345. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? Math.round(count).toLocaleString('en-US') : '-';
}
