/** Finds memories of a user that say the same, so that one of them is enough. */
import { LRUCache } from 'lru-cache';
import stringify from 'safe-stable-stringify';
import { SLEEP_CYCLE } from '../policy/lifecycle.ts';
import { COMPARED_UNITS } from '../policy/retrieval.ts';
import { lazy } from './lazy.ts';
import { saySame } from './meaning/same-saying.ts';
import { readSaying, type Saying, type Translate } from './meaning/saying.ts';
import type { MemoryRecord } from './memory.ts';
import type { PortableMemory } from './portable.ts';
import { differenceOf, meantText, type MeaningDifference, type MeantText } from './same-meaning.ts';
import { fold } from './text/fold.ts';
import type { Language } from './text/language.ts';
import { foldedWords } from './text/words.ts';

type Comparable = Pick<PortableMemory, 'agentId' | 'namespace' | 'source' | 'metadata' | 'payload'>;

/**
 * Returns a function that tells whether either of two memories can replace the other: they say the same and agree on the speaker, the
 * time, the agent and the metadata. A turn of a conversation never qualifies, since its meaning depends on the turns around it.
 */
export function duplicateComparer(translate: Translate): (one: Comparable, other: Comparable) => boolean {
  const meanSame = meaningComparer(translate);
  return (one, other) => {
    const [left, right] = [one.payload, other.payload];
    if (left.type !== 'LONG_TERM' || right.type !== 'LONG_TERM') return false;
    if (left.turn !== undefined || right.turn !== undefined) return false;
    return (
      one.namespace === other.namespace &&
      one.agentId === other.agentId &&
      one.source === other.source &&
      left.speaker === right.speaker &&
      left.eventTimeMs === right.eventTimeMs &&
      stringify(one.metadata ?? {}) === stringify(other.metadata ?? {}) &&
      meanSame(left.content, right.content)
    );
  };
}

/** A text that was read for comparisons. */
type ReadText = { readonly meant: MeantText; said(): Saying | undefined };

/**
 * Returns a function that tells whether two texts say the same, even in other words or another language; in doubt they do not. Texts
 * that were read last are kept, since each memory is compared with many similar ones.
 */
export function meaningComparer(translate: Translate): (one: string, other: string) => boolean {
  const known = new LRUCache<string, ReadText>({ max: SLEEP_CYCLE.textsKept });
  const read = (text: string): ReadText => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const meant = meantText(text);
    const fresh = { meant, said: lazy(() => sayingOf(meant, translate)) };
    if (text.length <= COMPARED_UNITS) known.set(text, fresh);
    return fresh;
  };
  return (one, other) => {
    const [left, right] = [read(one), read(other)];
    const difference = differenceOf(left.meant, right.meant);
    if (difference === undefined) return true;
    if (TELLING.has(difference)) return false;
    const [mine, theirs] = [left.said(), right.said()];
    return mine !== undefined && theirs !== undefined && saySame(mine, theirs);
  };
}

/** Differences that rewording cannot cause, so that no further comparison is needed. */
const TELLING: ReadonlySet<MeaningDifference> = new Set(['FIGURES', 'PERSON']);

function sayingOf({ text, language }: MeantText, translate: Translate): Saying | undefined {
  if (text.length > COMPARED_UNITS) return undefined;
  return readSaying(text, language() ?? likelierLanguage(text, translate), translate);
}

/** Guesses the language of a text without telling words: Spanish if the lexicon has most of its words. */
function likelierLanguage(text: string, translate: Translate): Language {
  const words = foldedWords(fold(text));
  return 2 * words.filter((word) => translate(word) !== undefined).length > words.length ? 'es' : 'en';
}

/** The parts of a memory that are compared. */
export function comparable({ scope: { agentId, namespace }, source, metadata, payload }: MemoryRecord): Comparable {
  return { agentId, namespace, source, metadata, payload };
}
