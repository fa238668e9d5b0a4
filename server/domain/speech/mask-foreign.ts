/** Masks the parts of a message that are not its writer's own statements: code, quotations, pasted mails, logs and chats. */
import { rawLines } from '../text/raw-lines.ts';
import { CODE_LINE } from '../../policy/facts.ts';
import type { SpeechRules } from '../languages/rules/speech-rules.ts';

/** Replaces a masked unit; no pattern reads it as a word of its own, but it may be part of a name. */
export const MASK = '\u00a4';

const CODE_BLOCK = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`/g;
/** A quotation within one line; a single quote opens before a letter and closes after one, so that `don't` contains none. */
const QUOTATION = /"[^"\n]*(?:"|$)|(?<![\p{L}\p{N}])'[^'\n]+?'(?![\p{L}\p{N}])/gu;
const CODE_SIGNS = /[{}<>=[\]|\\#$@*_;]|::|->|\/\//g;
const LOG_LINE = new RegExp(rawLines`
      ^\s*(?:\[?\d{4}-\d\d-\d\d[t ]|(?:error|warn|info|debug|fatal|trace)\b[\]:]? |at \S+ ?\(|traceback|caused by:|\$ |>>> |
      #include|import \w|(?:const|let|var|def|function|class|select|return) \w+.*[=(;{*])
    `);

/** `folded` and `text` correspond unit by unit. */
export function maskForeign(folded: string, text: string, rules: SpeechRules['texts']): string {
  let masked = folded.replaceAll(CODE_BLOCK, hidden);
  masked = masked.replaceAll(QUOTATION, hidden);
  for (const pattern of rules.pastedBelow) masked = masked.replace(pattern, hidden);
  // Searched for only if the text has a colon to end it, which most texts do not.
  for (const { index, 0: found } of masked.includes(':') ? masked.matchAll(rules.introduced) : []) {
    const from = index + found.length;
    masked = masked.slice(0, from) + hidden(masked.slice(from));
  }
  let at = 0;
  return masked
    .split('\n')
    .map((line) => {
      const raw = text.slice(at, at + line.length);
      at += line.length + 1;
      return isForeignLine(line, raw, rules) ? hidden(line) : line;
    })
    .join('\n');
}

function isForeignLine(line: string, raw: string, { labels, speakerLine }: SpeechRules['texts']): boolean {
  if (/^\s*>/.test(line) || LOG_LINE.test(line)) return true;
  const who = speakerLine.exec(raw)?.groups?.['who'];
  if (who !== undefined && !labels.test(line.slice(0, line.indexOf(':')).trim())) return true;
  if (line.length < CODE_LINE.leastUnits) return false;
  const shown = line.replaceAll(MASK, '').trim();
  const signs = shown.match(CODE_SIGNS)?.length ?? 0;
  if (signs < CODE_LINE.signs) return false;
  return (shown.match(/[\p{L} ]/gu)?.length ?? 0) < CODE_LINE.letters * shown.length;
}

/** Masks a text but keeps its line breaks, which end sentences. */
function hidden(text: string): string {
  return text.replaceAll(/[^\n]/g, MASK);
}
