/** Makes literals of OData filters. The client's own `odata` mangles dates, and does not escape quotes in texts. */

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Makes the literal of a finite number. */
export function numberLiteral(value: number): string {
  return String(value);
}

export function timeLiteral(ms: number): string {
  return new Date(ms).toISOString();
}

/** Joins conditions by `and`; absent ones are left out. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((one) => one !== undefined).join(' and ');
}
