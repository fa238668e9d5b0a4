/** The order of dates in numbers, day or month first: `13/5/2024` or `5/13/2024`. */

export type DateOrder = 'DAY_FIRST' | 'MONTH_FIRST';

/** Returns the order of the first unambiguous date; undefined if the text has none. */
export function dateOrderOf(text: string): DateOrder | undefined {
  const found = DATE.exec(text);
  if (found === null) return undefined;
  return found.groups?.['day'] === undefined ? 'MONTH_FIRST' : 'DAY_FIRST';
}

const DATE =
  /(?<![\d/-])(?:(?<day>1[3-9]|2\d|3[01])[/-](?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[/-](?:1[3-9]|2\d|3[01]))[/-](?:(?:19|20)\d\d|\d\d)(?![\d/-])/;
