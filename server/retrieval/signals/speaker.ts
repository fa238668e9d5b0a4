import { grown, nextCapacity, type RaggedRows } from '../growable.ts';
import type { Participants } from '../participants.ts';
import type { QueryTerms } from '../query-terms.ts';

/** The properties of documents that the signal reads. */
type SpeakerColumns = { readonly participants: Participants; readonly terms: RaggedRows; readonly slots: number };

/** All names, the first name in each memory without speaker, or NO_TERM, and the slots that changed since. */
type FirstNames = {
  readonly names: ReadonlySet<number>;
  readonly first: Int32Array;
  readonly changed: Set<number>;
};

const NO_TERM = -1;
const firstNames = new WeakMap<object, FirstNames>();
/** By term, 1 for those that are looked for; zero between two calls. */
let wanted = new Uint8Array(0);

/** Forgets the first name of a slot; to be called when its document changes. */
export function forgetFirstName(documents: object, slot: number): void {
  firstNames.get(documents)?.changed.add(slot);
}

/** Forgets all first names; to be called when the slots change. */
export function forgetFirstNames(documents: object): void {
  firstNames.delete(documents);
}

/**
 * Writes 1 for the memories of the one participant whom a query names, -1 for those of others. A memory with a speaker is the speaker's;
 * one without belongs to the name that it has first. Returns whether the signal separates memories: it does if the query names exactly
 * one participant and some memories are another's; else a name is only a matter of wording.
 */
export function speakerSignal(
  { named, namedWords }: Pick<QueryTerms, 'named' | 'namedWords'>,
  documents: SpeakerColumns,
  out: Float32Array,
): boolean {
  const { participants, slots } = documents;
  if (!participants.areOne(namedWords)) return false;
  const { speakers } = participants;
  const first = firstNamesBeside(named, documents);
  const bySpeaker = new Map<number, number>();
  let tellsApart = false;
  mark(named, 1);
  for (let slot = 0; slot < slots; slot++) {
    const speaker = speakers[slot] as number;
    let value = speaker < 0 ? valueOf(first[slot] as number) : bySpeaker.get(speaker);
    if (value === undefined) bySpeaker.set(speaker, (value = participants.isNamed(speaker, namedWords) ? 1 : -1));
    out[slot] = value;
    if (value < 0) tellsApart = true;
  }
  mark(named, 0);
  if (!tellsApart) out.fill(0, 0, slots);
  return tellsApart;
}

/** Counts every name and what the query names, which may be an inflected form of a speaker's name. */
function firstNamesBeside(named: ReadonlySet<number>, documents: SpeakerColumns): Int32Array {
  const { names, first } = currentFirstNames(documents);
  const isOfThem = (term: number): boolean => term < 0 || names.has(term);
  if ([...named].every(isOfThem)) return first;
  return allFirstNames(new Set([...names, ...named]), documents);
}

/** Returns the first names; while the names stay the same, only changed slots are read again. */
function currentFirstNames(documents: SpeakerColumns): FirstNames {
  const known = firstNames.get(documents);
  if (known?.changed.size === 0) return known;
  const names = new Set([...documents.participants.names(), ...documents.participants.speakerTerms()]);
  const areSame = known?.names.size === names.size && [...names].every((name) => known.names.has(name));
  const first = areSame ? changedFirstNames(known, documents) : allFirstNames(names, documents);
  const current = { names, first, changed: new Set<number>() };
  firstNames.set(documents, current);
  return current;
}

function changedFirstNames({ names, first, changed }: FirstNames, documents: SpeakerColumns): Int32Array {
  const larger = grown(first, nextCapacity(first.length, documents.slots));
  readFirstNames(changed, names, documents, larger);
  return larger;
}

function allFirstNames(names: ReadonlySet<number>, documents: SpeakerColumns): Int32Array {
  const first = new Int32Array(documents.slots);
  readFirstNames(first.keys(), names, documents, first);
  return first;
}

function readFirstNames(
  slots: Iterable<number>,
  names: ReadonlySet<number>,
  { participants, terms }: SpeakerColumns,
  first: Int32Array,
): void {
  const { speakers } = participants;
  mark(names, 1);
  for (const slot of slots) first[slot] = (speakers[slot] as number) < 0 ? firstWanted(terms, slot) : NO_TERM;
  mark(names, 0);
}

function mark(terms: Iterable<number>, value: 0 | 1): void {
  for (const term of terms) {
    // A negative term is in no document.
    if (term < 0) continue;
    if (term >= wanted.length) wanted = grown(wanted, nextCapacity(wanted.length, term + 1));
    wanted[term] = value;
  }
}

function firstWanted(terms: RaggedRows, slot: number): number {
  const { values } = terms;
  const end = terms.end(slot);
  for (let at = terms.start(slot); at < end; at++) {
    const coded = values[at] as number;
    if ((coded & 1) === 1 && wanted[coded >> 1] === 1) return coded >> 1;
  }
  return NO_TERM;
}

function valueOf(name: number): number {
  if (name === NO_TERM) return 0;
  return wanted[name] === 1 ? 1 : -1;
}
