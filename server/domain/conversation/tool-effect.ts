/** Recognises by its name a tool that acts or tells the time: its answers may never be stored, whatever the caller says. */
import { GRAMMAR } from '../languages/grammar.ts';
import { fold } from '../text/fold.ts';

export type ToolEffect = 'side-effect' | 'time';

/** Returns undefined if the name shows neither. In doubt the tool is assumed to act. */
export function toolEffect(name: string): ToolEffect | undefined {
  const { acting, actingAlone, ofNow, reading, time, unnaming } = GRAMMAR.questions.tools;
  const words = wordsOf(name);
  const reads = words.some((word) => reading.has(word));
  if (words.some((word) => acting.has(word) || (!reads && actingAlone.has(word)))) return 'side-effect';
  if (words.some((word) => ofNow.has(word))) return 'time';
  const named = words.filter((word) => !unnaming.has(word));
  return named.length > 0 && named.every((word) => time.has(word)) ? 'time' : undefined;
}

/** Splits `sendEmail`, `send_email`, `send-email`, `mail.send`, `SENDEmail` and `HTTPPost2` into folded words. */
function wordsOf(name: string): readonly string[] {
  const parted = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(parted).match(/\p{L}+/gu) ?? [];
}
