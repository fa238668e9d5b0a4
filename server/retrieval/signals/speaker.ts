import { grown, nextCapacity, type RaggedRows } from '../growable.ts';
import type { Participants } from '../participants.ts';
import type { QueryTerms } from '../query-terms.ts';

/** What a term is to a query: no name, the name that it asks about, another's. */
const [NO_NAME, NAMED, OTHER] = [0, 1, 2];
/** By term; of no name between two searches. */
let kinds = new Uint8Array(0);

/**
 * 1 for the memories of the one participant whom a query names, -1 for those of others. A memory with a speaker is the
 * speaker's; one without belongs to whose name it has first. Says whether that tells any apart: it does where the query names
 * exactly one and some are another's; where all are one person's, a name is only how some of them put it.
 */
export function speakerSignal(
  { named, namedWords }: Pick<QueryTerms, 'named' | 'namedWords'>,
  {
    participants,
    terms,
    slots,
  }: { readonly participants: Participants; readonly terms: RaggedRows; readonly slots: number },
  out: Float32Array,
): boolean {
  if (!participants.areOne(namedWords)) return false;
  const { speakers } = participants;
  const names = [...participants.names(), ...participants.speakerTerms()];
  const bySpeaker = new Map<number, number>();
  let tellsApart = false;
  mark(names, OTHER);
  mark(named, NAMED);
  for (let slot = 0; slot < slots; slot++) {
    const speaker = speakers[slot] as number;
    let value = speaker < 0 ? firstNamed(terms, slot) : bySpeaker.get(speaker);
    if (value === undefined) bySpeaker.set(speaker, (value = participants.isNamed(speaker, namedWords) ? 1 : -1));
    out[slot] = value;
    if (value < 0) tellsApart = true;
  }
  mark(names, NO_NAME);
  mark(named, NO_NAME);
  if (!tellsApart) out.fill(0, 0, slots);
  return tellsApart;
}

function mark(names: Iterable<number>, kind: number): void {
  for (const term of names) {
    // No document has it.
    if (term < 0) continue;
    if (term >= kinds.length) kinds = grown(kinds, nextCapacity(kinds.length, term + 1));
    kinds[term] = kind;
  }
}

function firstNamed(terms: RaggedRows, slot: number): number {
  const { values } = terms;
  const end = terms.end(slot);
  for (let at = terms.start(slot); at < end; at++) {
    const coded = values[at] as number;
    const term = coded >> 1;
    if ((coded & 1) === 0 || term >= kinds.length || kinds[term] === NO_NAME) continue;
    return kinds[term] === NAMED ? 1 : -1;
  }
  return 0;
}
