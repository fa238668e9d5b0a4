/** Literals of OData filters. The client's own `odata` mangles dates, and quotes nothing inside quotes. */

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Finite ones. */
export function numberLiteral(value: number): string {
  return String(value);
}

export function timeLiteral(ms: number): string {
  return new Date(ms).toISOString();
}

/** All of them; absent ones are no condition. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((one) => one !== undefined).join(' and ');
}
