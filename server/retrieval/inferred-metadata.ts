/**
 * Infers metadata that a client did not send with a memory: who says "Ana: I moved to Lisbon", when "on 5 May 2023" was, and which
 * memories were added together. What was sent is never overridden, and nothing inferred is stored.
 */
import type { MemoryRecord, Scope } from '../domain/memory.ts';
import { GRAMMAR } from '../domain/languages/grammar.ts';
import { fold } from '../domain/text/fold.ts';
import { guessLanguage } from '../domain/text/language.ts';
import { periodsIn } from '../domain/dates/periods.ts';
import { INFERRED_SESSION } from '../policy/score-weights.ts';
import { DAY_MS } from '../policy/units.ts';
import type { InferredField } from '../ports/stores.ts';
import type { IndexDocument } from './document.ts';

/** The prefix of the id of each inferred session; no id from a client has a control character. */
const INFERRED_PREFIX = '\u0000';

/** Matches one to three capitalised words before a colon, after a date in brackets if there is one. */
const SPEAKER =
  /^(?:\s*(?:\[[^\]\n]{1,40}\]|\([^)\n]{1,40}\)))?\s*(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2}):(?!\/\/) ?\S/u;

/** Matches a year in full: an event's time is inferred only from a date that has one. */
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

/** The longest period that dates an event: a month. */
const LONGEST_EVENT_MS = 31 * DAY_MS;

/** The number of UTF-16 units in which dates are looked for. */
const READ_UNITS = 2048;

type Sent = Pick<IndexDocument, 'text' | 'speaker' | 'eventTimeMs' | 'createTimeMs'>;

/** Returns the document with the speaker and the time that its text tells, if none was sent. */
export function withReadMetadata<D extends Sent>(document: D): D {
  return {
    ...document,
    ...(document.speaker === '' && { speaker: speakerIn(document.text) }),
    ...(document.eventTimeMs === undefined && { eventTimeMs: eventTimeIn(document) }),
  };
}

/** Returns the id of the session of a memory without one: of the same agent, namespace and half hour. */
export function inferredSession(
  { agentId, namespace }: Pick<Scope, 'agentId' | 'namespace'>,
  createTimeMs: number,
): string {
  const window = Math.floor(createTimeMs / INFERRED_SESSION.windowMs);
  return `${INFERRED_PREFIX}${JSON.stringify([window, agentId, namespace])}`;
}

export function isInferredSession(sessionId: string): boolean {
  return sessionId.startsWith(INFERRED_PREFIX);
}

/** Returns what an index of the embedded store infers of a long-term memory; nothing for other types. */
export function inferredOf(record: MemoryRecord): readonly InferredField[] {
  const { payload, scope } = record;
  const isLoose = payload.type === 'LONG_TERM' && scope.sessionId === '';
  return [...readOf(record), ...(isLoose ? (['session_id'] as const) : [])];
}

/** Returns what the text of a long-term memory tells. */
export function readOf({ payload, createTimeMs }: MemoryRecord): readonly InferredField[] {
  if (payload.type !== 'LONG_TERM') return [];
  const { content: text, speaker, eventTimeMs } = payload;
  const read = withReadMetadata({ text, speaker, eventTimeMs, createTimeMs });
  return [
    ...(read.speaker === speaker ? [] : (['speaker'] as const)),
    ...(read.eventTimeMs === eventTimeMs ? [] : (['event_time'] as const)),
  ];
}

/** Returns the name before the colon that a text begins with; '' if there is none, or it is a label such as "Note". */
function speakerIn(text: string): string {
  const name = SPEAKER.exec(text.slice(0, READ_UNITS))?.[1] ?? '';
  return name === '' || GRAMMAR.speech.texts.labels.test(fold(name)) ? '' : name;
}

/** Returns the middle of the one day or month that a text dates with its year; undefined if it names none or several. */
function eventTimeIn({ text, createTimeMs }: Sent): number | undefined {
  const read = text.slice(0, READ_UNITS).normalize('NFC');
  if (!YEAR.test(read)) return undefined;
  const folded = fold(read);
  const language = guessLanguage(read, folded) ?? 'en';
  const known = {
    span: () => [createTimeMs, createTimeMs] as const,
    dateOrder: () => undefined,
    isSouthern: () => false,
  };
  const periods = periodsIn({ text: read, folded, language, nowMs: createTimeMs }, known);
  const [period] = periods;
  if (period === undefined || periods.length > 1) return undefined;
  const { fromMs, toMs } = period;
  return toMs - fromMs <= LONGEST_EVENT_MS ? (fromMs + toMs) / 2 : undefined;
}
