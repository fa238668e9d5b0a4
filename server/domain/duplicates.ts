/** Which of a user's memories say the same, so that one of them is enough. */
import stringify from 'safe-stable-stringify';
import { COMPARED_UNITS } from '../policy/retrieval.ts';
import { lazy } from './lazy.ts';
import { saySame } from './meaning/same-saying.ts';
import { readSaying, type Saying, type Translate } from './meaning/saying.ts';
import type { MemoryRecord } from './memory.ts';
import { fold } from './text/fold.ts';
import { foldedWords } from './text/words.ts';
import type { PortableMemory } from './portable.ts';
import { differenceOf, meantText, type MeantText } from './same-meaning.ts';

type Comparable = Pick<PortableMemory, 'agentId' | 'namespace' | 'source' | 'metadata' | 'payload'>;

/**
 * Whether another could go for this one: the same is said, by whom, when, to which agent, and the same is noted of it. A turn of a
 * conversation is never one: what it means hangs on those around it.
 */
export function duplicatesOf(one: Comparable, translate: Translate): (other: Comparable) => boolean {
  const left = one.payload;
  if (left.type !== 'LONG_TERM' || left.turn !== undefined) return () => false;
  const noted = lazy(() => stringify(one.metadata ?? {}));
  const meansSame = sameMeaningAs(left.content, translate);
  return (other) => {
    const right = other.payload;
    if (right.type !== 'LONG_TERM' || right.turn !== undefined) return false;
    return (
      one.namespace === other.namespace &&
      one.agentId === other.agentId &&
      one.source === other.source &&
      left.speaker === right.speaker &&
      left.eventTimeMs === right.eventTimeMs &&
      noted() === stringify(other.metadata ?? {}) &&
      meansSame(right.content)
    );
  };
}

/** Whether a text says the same as this one, be it in other words or in another language. When in doubt it does not. */
export function sameMeaningAs(text: string, translate: Translate): (other: string) => boolean {
  const meant = meantText(text);
  const said = lazy(() => sayingOf(meant, translate));
  return (other) => {
    const compared = meantText(other);
    const difference = differenceOf(meant, compared);
    if (difference === undefined) return true;
    // Figures are read alike however a sentence is put.
    if (difference === 'FIGURES') return false;
    const mine = said();
    const theirs = mine && sayingOf(compared, translate);
    return mine !== undefined && theirs !== undefined && saySame(mine, theirs);
  };
}

function sayingOf(meant: MeantText, translate: Translate): Saying | undefined {
  if (meant.text.length > COMPARED_UNITS) return undefined;
  return readSaying(meant.text, meant.language() ?? likelierLanguage(meant.text, translate), translate);
}

/** Of a text that none of the words shows which tell languages apart: Spanish where the lexicon has most of its words. */
function likelierLanguage(text: string, translate: Translate): 'en' | 'es' {
  const words = foldedWords(fold(text));
  return 2 * words.filter((word) => translate(word) !== undefined).length > words.length ? 'es' : 'en';
}

/** As `duplicatesOf` compares it. */
export function comparable({ scope: { agentId, namespace }, source, metadata, payload }: MemoryRecord): Comparable {
  return { agentId, namespace, source, metadata, payload };
}
