/** The packs' questions for a calculator or a table of units, together with signs that belong to no language. */
import { filled } from '../filled.ts';
import type { Calculations, QuestionRow } from '../question-pack.ts';
import { rawLines } from '../../text/raw-lines.ts';

/** Units that are written the same everywhere. */
const UNIT_SIGNS = 'km|ft|cm|mm|kg|lbs?|oz|ml|celsius|fahrenheit|kelvin|bytes?|kb|mb|gb|tb';
const MEASURE_SIGNS = rawLines`
  km|ft|cm|mm|kg|lbs?|oz|ml|celsius|fahrenheit|kelvin|bytes|kb|mb|gb|tb|megabytes|gigabytes|terabytes|bits
`;
const DIGITS = String.raw`\d[\d.,]*`;

/** Calculations written in signs alone. */
const SIGN_TABLES: readonly QuestionRow[] = [
  {
    rule: 'arithmetic',
    when: [String.raw`^sqrt ${DIGITS}$`, String.raw`^\(?[\d.,]+(?:\s*[()+*/x÷×^-]\s*\(?[\d.,]*\)?)+\s*=?$`],
  },
];
const SIGN_SUMS: readonly QuestionRow[] = [
  { rule: 'arithmetic', when: [String.raw`^${DIGITS}(?:\s*[+*/x÷×^-]\s*${DIGITS})+\s*=?$`] },
];

/** Returns the rows of all languages; numbers and units of one language may occur in another's questions. */
export function calculationRows(packs: readonly Calculations[]): {
  readonly tables: readonly QuestionRow[];
  readonly others: readonly QuestionRow[];
} {
  const anyOf = (patternOf: (pack: Calculations) => string): string => packs.map(patternOf).join('|');
  const parts = {
    unit: `(?:${UNIT_SIGNS}|${anyOf(({ unit }) => unit)})`,
    measure: `(?:${MEASURE_SIGNS}|${anyOf(({ measure }) => measure)})`,
    number: `(?:${DIGITS}|${anyOf(({ number }) => number)})`,
    numeral: `(?:(?:${DIGITS}|${anyOf(({ numeral }) => numeral)}) ?)?`,
    making: String.raw`(?<!\p{L})(?:${anyOf(({ making }) => making)})(?!\p{L})`,
  };
  const spelledOut = (rows: readonly QuestionRow[]): readonly QuestionRow[] =>
    rows.map((row) => ({ ...row, when: row.when.map((pattern) => filled(pattern, parts)) }));
  return {
    tables: [...spelledOut(packs.flatMap(({ tables }) => tables)), ...SIGN_TABLES],
    others: [...spelledOut(packs.flatMap(({ others }) => others)), ...SIGN_SUMS],
  };
}
