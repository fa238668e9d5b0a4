/** `String.raw` on several lines: a line's break, and what indents the next, are not part of it. For long patterns. */
export function rawLines(text: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw(text, ...values).replaceAll(/\s*\n\s*/g, '');
}
