/** Works like `String.raw` on several lines, but leaves out line breaks and the indentation after them. It is meant for long patterns. */
export function rawLines(text: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw(text, ...values).replaceAll(/\s*\n\s*/g, '');
}
