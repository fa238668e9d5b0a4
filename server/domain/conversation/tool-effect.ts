/** Whether a tool acts or tells the time, by its name: then no answer of it may be given again, whatever a caller says of it. */
import { fold } from '../text/fold.ts';
import { ACTING, ACTING_ALONE, OF_NOW, READING, TIME, UNNAMING } from './tool-verbs.ts';

export type ToolEffect = 'side-effect' | 'time';

/** Undefined where the name tells of neither. In doubt it is taken to act. */
export function toolEffect(name: string): ToolEffect | undefined {
  const words = wordsOf(name);
  const reads = words.some((word) => READING.has(word));
  if (words.some((word) => ACTING.has(word) || (!reads && ACTING_ALONE.has(word)))) return 'side-effect';
  if (words.some((word) => OF_NOW.has(word))) return 'time';
  const named = words.filter((word) => !UNNAMING.has(word));
  return named.length > 0 && named.every((word) => TIME.has(word)) ? 'time' : undefined;
}

/** Splits `sendEmail`, `send_email`, `send-email`, `mail.send`, `SENDEmail` and `HTTPPost2` into folded words. */
function wordsOf(name: string): readonly string[] {
  const parted = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(parted).match(/\p{L}+/gu) ?? [];
}
